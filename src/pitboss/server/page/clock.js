/** Seconds as a clock shows them. */

/** Below this many seconds, tenths are shown. */
const TENTHS = 10;

/** @param {number} seconds */
export function clockText(seconds) {
  if (seconds >= 60) {
    const whole = Math.floor(seconds);
    return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  }
  return seconds < TENTHS ? seconds.toFixed(1) : String(Math.floor(seconds));
}
