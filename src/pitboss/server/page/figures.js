/** Numbers, spans and moments as people read them. They match what the commands print. */

const MINUS = "\u2212";
export const NOTHING = "\u2013";

/**
 * Whether payoffs are shares from 0 to 1, to be shown as percentages.
 * @param {string} unit
 */
export const isShare = (unit) => unit === "score" || unit === "share";

/**
 * What everybody would get if all were equal.
 * @param {string} unit
 */
export const reference = (unit) => (isShare(unit) ? 0.5 : 0);

/**
 * A payoff: a share as a percentage, anything else with its sign.
 * @param {number | null | undefined} value
 * @param {string} unit
 */
export function amount(value, unit) {
  if (value === null || value === undefined) return NOTHING;
  return isShare(unit) ? `${fixed(100 * value, 1)}%` : signed(value, 1);
}

/**
 * The same, as short as fits into a small cell.
 * @param {number | null | undefined} value
 * @param {string} unit
 */
export function bare(value, unit) {
  if (value === null || value === undefined) return NOTHING;
  return isShare(unit) ? fixed(100 * value, 0) : signed(value, Math.abs(value) >= 10 ? 0 : 1);
}

/**
 * An interval of payoffs.
 * @param {number | null | undefined} low
 * @param {number | null | undefined} high
 * @param {string} unit
 */
export function span(low, high, unit) {
  if (low === null || low === undefined || high === null || high === undefined) return "";
  const least = isShare(unit) ? fixed(100 * low, 1) : signed(low, 1);
  return `${least} to ${amount(high, unit)}`;
}

/**
 * With its sign, unless it rounds to nothing.
 * @param {number} value
 * @param {number} digits
 */
export function signed(value, digits) {
  const text = fixed(Math.abs(value), digits);
  if (!/[1-9]/.test(text)) return text;
  return (value < 0 ? MINUS : "+") + text;
}

/** @type {Map<number, Intl.NumberFormat>} */
const formats = new Map();

/**
 * With so many digits after the point. Halves go to the even digit, as in the commands.
 * @param {number} value
 * @param {number} digits
 */
export function fixed(value, digits) {
  let format = formats.get(digits);
  if (!format) {
    format = new Intl.NumberFormat("en-GB", {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      roundingMode: "halfEven",
    });
    formats.set(digits, format);
  }
  return format.format(value);
}

/**
 * A whole number.
 * @param {number} value
 */
export const count = (value) => fixed(Math.round(value), 0);

/**
 * So many of something.
 * @param {number} value
 * @param {string} noun
 */
export const counted = (value, noun) => `${count(value)} ${noun}${value === 1 ? "" : "s"}`;

/**
 * First places, of which a shared one is divided.
 * @param {number} value
 */
export const shares = (value) => (Number.isInteger(value) ? count(value) : fixed(value, 1));

/**
 * A place in the standings; the sign says that it is shared.
 * @param {number} rank
 * @param {boolean} tied
 */
export const rankText = (rank, tied) => `${rank}${tied ? "=" : ""}`;

/**
 * A time span in three digits, from microseconds on.
 * @param {number | null | undefined} value seconds
 */
export function seconds(value) {
  if (value === null || value === undefined) return NOTHING;
  if (value <= 0) return "0";
  for (const [limit, name, factor] of /** @type {[number, string, number][]} */ ([
    [1, "s", 1],
    [1e-3, "ms", 1e3],
    [0, "\u00b5s", 1e6],
  ])) {
    if (value < limit) continue;
    const shown = value * factor;
    return `${fixed(shown, shown >= 99.5 ? 0 : shown >= 9.95 ? 1 : 2)} ${name}`;
  }
  return "0";
}

/**
 * How long it takes, roughly: 40 s, 12 min, 3 h 5 min.
 * @param {number} value seconds
 */
export function duration(value) {
  const whole = Math.max(0, Math.round(value));
  if (whole < 90) return `${whole} s`;
  const minutes = Math.round(whole / 60);
  if (minutes < 90) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 ? `${hours} h ${minutes % 60} min` : `${hours} h`;
  return `${Math.round(hours / 24)} days`;
}

/**
 * How many games a second, or a minute where they are slow.
 * @param {number} rate
 */
export function pace(rate) {
  if (rate >= 10) return `${count(rate)} games/s`;
  if (rate >= 0.5) return `${fixed(rate, 1)} games/s`;
  return `${fixed(rate * 60, 1)} games/min`;
}

/**
 * A moment, in the reader's time zone.
 * @param {string} iso
 */
export function moment(iso) {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return "";
  const today = at.toDateString() === new Date().toDateString();
  const hour = at.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  if (today) return `today, ${hour}`;
  const day = at.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });
  return `${day}, ${hour}`;
}

/**
 * From a moment to another; a common day is named once.
 * @param {string} began
 * @param {string} ended
 */
export function period(began, ended) {
  const [first, last] = [moment(began), moment(ended)];
  if (!last || first === last) return first;
  const [day, hour] = last.split(", ");
  return first.startsWith(`${day}, `) ? `${first} to ${hour}` : `${first} to ${last}`;
}

/**
 * A span of values with some room, and round numbers within it.
 * @param {number[]} values
 * @param {{ within?: [number, number], most?: number }} options
 * @returns {{ low: number, high: number, ticks: number[] }}
 */
export function scaleFor(values, { within, most = 5 } = {}) {
  let low = Math.min(...values);
  let high = Math.max(...values);
  const room = 0.04 * (high - low) || Math.max(Math.abs(high), 1) * 0.05;
  low -= room;
  high += room;
  if (within) {
    low = Math.max(low, within[0]);
    high = Math.min(high, within[1]);
  }
  const rough = (high - low) / most;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((size) => size * magnitude >= rough * (1 - 1e-9)) ?? 10) * magnitude;
  const ticks = [];
  for (let n = Math.ceil(low / step - 1e-9); n <= Math.floor(high / step + 1e-9); n += 1) ticks.push(n * step);
  return { low, high, ticks };
}
