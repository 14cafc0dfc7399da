/**
 * Standings and the crosstable, as elements that change in place while an event is played.
 * What is around them, and how they get their numbers, is in event.js.
 */

import { clear, h, keep, setText } from "./dom.js";
import { amount, bare, count, counted, isShare, rankText, reference, scaleFor, shares, span } from "./figures.js";
import { rearrange } from "./rearrange.js";
import { events as texts } from "./texts.js";

/** @typedef {{ estimate: number | null, low: number | null, high: number | null }} Interval */
/**
 * @typedef {{ rank: number, tied: boolean, bot: string, games: number, payoff: Interval, wins: number,
 *   rating: number | null, rating_low: number | null, rating_high: number | null,
 *   faults: number, forfeits: number }} Row
 */
/** @typedef {{ score: number, low?: number | null, high?: number | null, games: number }} Meeting */
/**
 * @typedef {{ event: string, state: string, games: number, version: number, unit: string,
 *   confidence: number, rows: Row[], against: (Meeting | null)[][],
 *   placings?: { place: number, bot: string, note: string }[], result?: string, reading?: string }} Standings
 */

// As many colours as the charts have; the others share one.
export const COLOURS = 8;

/**
 * The colour of the marks of whoever is at that place, as in the charts.
 * @param {number} place from 0
 */
export const colourClass = (place) => (place < COLOURS ? `c${place}` : "cr");

/**
 * Where a bot's own page is.
 * @param {string} event
 * @param {string} bot
 */
export const botPath = (event, bot) => `/event/${encodeURIComponent(event)}/bot/${encodeURIComponent(bot)}`;

/**
 * A common scale for some intervals.
 * @param {Interval[]} intervals
 * @param {string} unit
 */
export function commonScale(intervals, unit) {
  const ends = [reference(unit)];
  for (const { estimate, low, high } of intervals) {
    for (const end of [estimate, low, high]) if (typeof end === "number") ends.push(end);
  }
  const scale = scaleFor(ends, { within: isShare(unit) ? [0, 1] : undefined, most: 4 });
  const at = (/** @type {number} */ value) =>
    100 * Math.min(Math.max((value - scale.low) / (scale.high - scale.low), 0), 1);
  return { ...scale, at };
}

/** @typedef {ReturnType<typeof commonScale>} CommonScale */

/** A mean with its interval, drawn as a bar on a scale that all rows share. */
export class IntervalBar extends HTMLElement {
  constructor() {
    super();
    this.bar = h("span", { class: "span" });
    this.dot = h("span", { class: "dot" });
    this.level = h("span", { class: "level" });
  }

  connectedCallback() {
    if (!this.bar.isConnected) this.append(this.level, this.bar, this.dot);
    this.setAttribute("aria-hidden", "true");
  }

  /**
   * @param {Interval} interval
   * @param {CommonScale} scale
   * @param {string} unit
   */
  show(interval, scale, unit) {
    const known = typeof interval.estimate === "number";
    const low = typeof interval.low === "number" ? scale.at(interval.low) : 0;
    const high = typeof interval.high === "number" ? scale.at(interval.high) : 100;
    this.toggleAttribute("empty", !known);
    this.toggleAttribute("unsure", interval.low === null || interval.high === null);
    this.style.setProperty("--low", `${low}%`);
    this.style.setProperty("--high", `${high}%`);
    this.style.setProperty("--mean", `${known ? scale.at(Number(interval.estimate)) : 0}%`);
    this.style.setProperty("--level", `${scale.at(reference(unit))}%`);
  }
}

/** The standings as a table: rank, bot, interval, rating, wins, games and faults. */
export class StandingsTable extends HTMLElement {
  constructor() {
    super();
    /** @type {Map<string, ReturnType<typeof lineOf>>} */
    this.lines = new Map();
    this.axis = h("div", { class: "axis", "aria-hidden": "true" });
    this.scoreHead = h("span", {}, "");
    this.interval = h("small", {}, "");
    this.body = h("tbody", {});
    this.table = h(
      "table",
      { class: "standings" },
      h("caption", { class: "unseen" }, texts.standings),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col", class: "rank" }, h("abbr", { title: texts.rank }, "#")),
          h("th", { scope: "col", class: "bot" }, texts.bot),
          h("td", { class: "strip" }, this.axis),
          h("th", { scope: "col", class: "n score" }, this.scoreHead, " ", this.interval),
          h("th", { scope: "col", class: "n rating" }, texts.rating),
          h("th", { scope: "col", class: "n wins" }, texts.wins),
          h("th", { scope: "col", class: "n games" }, texts.games),
          h("th", { scope: "col", class: "n faults" }, texts.faults),
        ),
      ),
      this.body,
    );
  }

  connectedCallback() {
    if (!this.table.isConnected) this.append(this.table);
  }

  /** @param {Standings} standings */
  show(standings) {
    const { unit, rows } = standings;
    const scale = commonScale(
      rows.map((row) => row.payoff),
      unit,
    );
    this.scoreHead.textContent = isShare(unit) ? texts.score : unit;
    this.interval.textContent = texts.interval(standings.confidence);
    clear(this.axis);
    for (const tick of scale.ticks) {
      const label = h("span", { class: "tick" }, bareTick(tick, unit));
      label.style.setProperty("--at", `${scale.at(tick)}%`);
      this.axis.append(label);
    }
    this.table.classList.toggle(
      "faultless",
      rows.every((row) => !row.faults),
    );
    this.table.classList.toggle(
      "unrated",
      rows.every((row) => row.rating === null),
    );
    rearrange(this.body, () =>
      keep(
        this.body,
        rows,
        (row) => row.bot,
        (row) => {
          const line = lineOf(row.bot, standings.event);
          this.lines.set(row.bot, line);
          return line.element;
        },
        (_, row, place) => this.lines.get(row.bot)?.update(row, place, scale, unit),
      ),
    );
  }
}

/**
 * A bot's line in the standings.
 * @param {string} bot
 * @param {string} event
 */
function lineOf(bot, event) {
  const rank = h("td", { class: "rank" });
  const link = h("a", { href: botPath(event, bot), title: bot }, h("bdi", {}, bot));
  const strip = /** @type {IntervalBar} */ (document.createElement("interval-bar"));
  const score = h("b", {});
  const interval = h("small", {});
  const rating = h("span", {});
  const ratingSpan = h("small", {});
  const wins = h("td", { class: "n wins" });
  const games = h("td", { class: "n games" });
  const faults = h("td", { class: "n faults" });
  const element = h(
    "tr",
    {},
    rank,
    h("th", { scope: "row", class: "bot" }, link),
    h("td", { class: "strip" }, strip),
    h("td", { class: "n score" }, score, " ", interval),
    h("td", { class: "n rating" }, rating, " ", ratingSpan),
    wins,
    games,
    faults,
  );
  return {
    element,
    /**
     * @param {Row} row
     * @param {number} place
     * @param {CommonScale} scale
     * @param {string} unit
     */
    update(row, place, scale, unit) {
      element.className = colourClass(place);
      setText(rank, rankText(row.rank, row.tied));
      strip.show(row.payoff, scale, unit);
      setText(score, amount(row.payoff.estimate, unit));
      setText(interval, span(row.payoff.low, row.payoff.high, unit));
      setText(rating, row.rating === null ? "" : whole(row.rating));
      setText(ratingSpan, ratingLimits(row.rating_low, row.rating_high));
      setText(wins, shares(row.wins));
      setText(games, count(row.games));
      faults.textContent = row.faults ? count(row.faults) : "";
      if (row.forfeits) faults.append(" ", h("small", {}, texts.forfeits(row.forfeits)));
    },
  };
}

/** Who beats whom: a table of everybody against everybody, coloured by the score. */
export class CrossTable extends HTMLElement {
  constructor() {
    super();
    this.shape = "";
    /** @type {HTMLElement[][]} */
    this.cells = [];
    this.table = h("table", { class: "cross" });
    this.scroller = h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": texts.whoBeatsWhom },
      this.table,
    );
  }

  connectedCallback() {
    if (!this.scroller.isConnected) this.append(this.scroller);
  }

  /** @param {Standings} standings */
  show(standings) {
    const { rows, against, unit } = standings;
    const shape = JSON.stringify([standings.event, rows.map((row) => row.bot)]);
    if (shape !== this.shape) this.build(standings);
    this.shape = shape;
    const names = rows.map((row) => row.bot);
    const level = reference(unit);
    const scores = against.flat().map((meeting) => (meeting ? Math.abs(meeting.score - level) : 0));
    const most = Math.max(isShare(unit) ? 0.1 : 1, ...scores);
    against.forEach((line, one) =>
      line.forEach((meeting, other) => {
        const cell = this.cells[one]?.[other];
        if (cell && one !== other) showMeeting(cell, meeting, unit, most, names[one] ?? "", names[other] ?? "");
      }),
    );
  }

  /** @param {Standings} standings */
  build({ event, rows, unit }) {
    clear(this.table);
    this.cells = rows.map((_, one) => rows.map((_, other) => h("td", { class: one === other ? "self" : "" })));
    this.table.classList.toggle("many", rows.length > 6);
    this.table.classList.toggle("crowd", rows.length > 16);
    this.table.append(
      h("caption", { class: "unseen" }, texts.crossCaption(isShare(unit))),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("td", {}),
          rows.map((row, place) =>
            h(
              "th",
              { scope: "col", title: row.bot },
              h("span", { class: "place", "aria-hidden": "true" }, String(place + 1)),
              h("span", { class: "name" }, h("bdi", {}, row.bot)),
            ),
          ),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((row, place) =>
          h(
            "tr",
            { class: colourClass(place) },
            h(
              "th",
              { scope: "row", title: row.bot },
              h("span", { class: "place", "aria-hidden": "true" }, String(place + 1)),
              h("a", { href: botPath(event, row.bot) }, h("bdi", {}, row.bot)),
            ),
            this.cells[place],
          ),
        ),
      ),
    );
  }
}

/**
 * @param {HTMLElement} cell
 * @param {Meeting | null} meeting
 * @param {string} unit
 * @param {number} most the largest distance from equal
 * @param {string} one
 * @param {string} other
 */
function showMeeting(cell, meeting, unit, most, one, other) {
  if (!meeting) {
    cell.className = "never";
    cell.textContent = "\u00b7";
    cell.title = texts.neverMet(one, other);
    return;
  }
  const above = meeting.score - reference(unit);
  cell.className = above >= 0 ? "ahead" : "behind";
  cell.style.setProperty("--heat", (Math.abs(above) / most).toFixed(2));
  cell.textContent = bare(meeting.score, unit);
  cell.title = texts.meeting(
    one,
    other,
    amount(meeting.score, unit),
    span(meeting.low, meeting.high, unit),
    counted(meeting.games, "game"),
  );
}

/**
 * Where a rating lies; who won or lost everything has only one limit.
 * @param {number | null} low
 * @param {number | null} high
 */
function ratingLimits(low, high) {
  if (low !== null && high !== null) return `${whole(low)} to ${whole(high)}`;
  if (low !== null) return `over ${whole(low)}`;
  return high === null ? "" : `under ${whole(high)}`;
}

/**
 * A rating, without separators.
 * @param {number | null} rating
 */
const whole = (rating) => String(Math.round(Number(rating)));

/**
 * @param {number} tick
 * @param {string} unit
 */
function bareTick(tick, unit) {
  if (!isShare(unit)) return tick ? bare(tick, unit) : "0";
  const percent = 100 * tick;
  return `${Number(percent.toFixed(1))}%`;
}

customElements.define("interval-bar", IntervalBar);
customElements.define("standings-table", StandingsTable);
customElements.define("cross-table", CrossTable);
