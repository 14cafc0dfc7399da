/** One bot in one event: results by opponent and seat, faults, thinking, style, and the games it lost. */

import { h, styles } from "./dom.js";
import { amount, count, fixed, isShare, rankText, seconds, shares, span } from "./figures.js";
import { gameLine, gamePath } from "./game-list.js";
import { botPath, commonScale } from "./standings.js";
import { events as texts } from "./texts.js";

/** @typedef {import("./standings.js").Interval} Interval */
/** @typedef {import("./standings.js").Row} Row */
/** @typedef {import("./standings.js").Meeting} Meeting */
/** @typedef {import("./game-list.js").GameFacts} GameFacts */
/** @typedef {{ game: string, turn: number, cost: string, message: string, said?: string, written?: string }} FaultNote */
/** @typedef {{ name: string, title: string, meaning: string, value: number | null, share: boolean }} StyleFigure */
/**
 * @typedef {{ event: string, event_name: string, state: string, unit: string, confidence: number, bots: number,
 *   standing: Row | null,
 *   opponents: { bot: string, against: Meeting | null }[],
 *   seats: { seat: number, payoff: Interval, games: number }[],
 *   faults: { kind: string, count: number, first: FaultNote[] }[],
 *   thinking: { answers: number, mean: number, longest: number, total: number, histogram: number[] } | null,
 *   style: { games: number, figures: StyleFigure[] },
 *   lost: string[], won: string[] }} BotDetails
 */

// Of so many of its games the players and places are asked for.
const GAMES_ASKED = 200;
const GAMES_SHOWN = 8;

/** @type {import("./types.js").ViewModule["show"]} */
export async function show(main, params, app) {
  await styles("events.css");
  const { id = "", name = "" } = params;
  const query = `event=${encodeURIComponent(id)}&bot=${encodeURIComponent(name)}&limit=${GAMES_ASKED}`;
  /** @type {[BotDetails, { items: GameFacts[] }]} */
  const [bot, { items }] = await Promise.all([
    app.api.get(`/api/events/${encodeURIComponent(id)}/bots/${encodeURIComponent(name)}`),
    app.api.get(`/api/games?${query}`),
  ]);
  const known = new Map(items.map((game) => [game.id, game]));
  main.append(head(bot, id, name));
  const left = h(
    "div",
    { class: "stack" },
    opponents(bot, id),
    seatsPart(bot),
    stylePart(bot),
    faults(bot, app.server.organiser),
    thinking(bot),
  );
  const right = h(
    "div",
    { class: "stack beside" },
    games("lost", texts.lost, bot.lost, known, texts.noLost),
    games("won", texts.wonGames, bot.won, known, ""),
  );
  main.append(h("div", { class: "event-columns" }, left, right));
  return { title: name };
}

/**
 * @param {BotDetails} bot
 * @param {string} event
 * @param {string} name
 */
function head(bot, event, name) {
  const { standing: row, unit } = bot;
  const facts = row
    ? [
        [texts.rank, rankText(row.rank, row.tied), ""],
        [
          isShare(unit) ? texts.score : unit,
          amount(row.payoff.estimate, unit),
          span(row.payoff.low, row.payoff.high, unit),
        ],
        row.rating === null ? null : [texts.rating, String(Math.round(row.rating)), ""],
        [texts.games, count(row.games), ""],
        [texts.wins, shares(row.wins), ""],
        [texts.faults, count(row.faults), row.forfeits ? texts.forfeits(row.forfeits) : ""],
      ].filter((fact) => fact !== null)
    : [];
  return h(
    "header",
    { class: "event-head" },
    h(
      "p",
      null,
      h("a", { href: `/event/${encodeURIComponent(event)}` }, h("bdi", null, bot.event_name || texts.unnamed(event))),
    ),
    h("h1", null, h("bdi", null, name)),
    h(
      "dl",
      { class: "figures" },
      facts.map(([label, value, more]) => figure(label ?? "", value ?? "", more ?? "")),
    ),
  );
}

/**
 * @param {string} label
 * @param {string} value
 * @param {string} [more]
 */
function figure(label, value, more = "") {
  return h(
    "div",
    null,
    h("dt", null, label),
    h("dd", null, h("b", null, value), more ? h("small", null, more) : null),
  );
}

/**
 * Rows of scores, each with its interval on one scale.
 * @param {string} heading of the first column
 * @param {{ head: Node | string, interval: Interval, games: number }[]} rows
 * @param {string} unit
 */
function scoreTable(heading, rows, unit) {
  const scale = commonScale(
    rows.map((row) => row.interval),
    unit,
  );
  const lines = rows.map(({ head: first, interval, games: number }) => {
    const bar = /** @type {import("./standings.js").IntervalBar} */ (document.createElement("interval-bar"));
    bar.show(interval, scale, unit);
    return h(
      "tr",
      null,
      h("th", { scope: "row", class: "bot" }, first),
      h("td", { class: "strip" }, bar),
      h(
        "td",
        { class: "n score" },
        h("b", null, interval.estimate === null ? "" : amount(interval.estimate, unit)),
        " ",
        h("small", null, span(interval.low, interval.high, unit)),
      ),
      h("td", { class: "n games" }, number ? count(number) : ""),
    );
  });
  return h(
    "div",
    { class: "scores" },
    h(
      "table",
      { class: "standings" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "col" }, heading),
          h("td", { class: "strip" }),
          h("th", { scope: "col", class: "n score" }, isShare(unit) ? texts.score : unit),
          h("th", { scope: "col", class: "n games" }, texts.games),
        ),
      ),
      h("tbody", null, lines),
    ),
  );
}

/**
 * @param {BotDetails} bot
 * @param {string} event
 */
function opponents(bot, event) {
  const rows = bot.opponents.map((one) => ({
    head: h("a", { href: botPath(event, one.bot), title: one.bot }, h("bdi", null, one.bot)),
    interval: {
      estimate: one.against?.score ?? null,
      low: one.against?.low ?? null,
      high: one.against?.high ?? null,
    },
    games: one.against?.games ?? 0,
  }));
  return section("opponents", texts.opponents, scoreTable(texts.opponent, rows, bot.unit));
}

/** @param {BotDetails} bot */
function seatsPart(bot) {
  const rows = bot.seats.map((one) => ({
    head: `${one.seat + 1}`,
    interval: one.payoff,
    games: one.games,
  }));
  return section("seats", texts.seats, scoreTable(texts.seat, rows, bot.unit));
}

/** @param {BotDetails} bot */
function stylePart(bot) {
  const known = bot.style.figures.filter((one) => one.value !== null);
  const part = section(
    "style",
    texts.style,
    h(
      "dl",
      { class: "style-figures" },
      known.map((one) =>
        h(
          "div",
          null,
          h("dt", null, one.title),
          h("dd", null, styleValue(one)),
          h("dd", { class: "hint" }, one.meaning),
        ),
      ),
    ),
  );
  part.hidden = !known.length;
  return part;
}

/** @param {StyleFigure} figure */
function styleValue({ value, share }) {
  if (value === null) return "";
  return share ? `${fixed(100 * value, 1)}%` : fixed(value, 2);
}

/**
 * @param {BotDetails} bot
 * @param {boolean} trusted
 */
function faults(bot, trusted) {
  if (!bot.faults.length) return section("faults", texts.faultsTitle, h("p", { class: "muted" }, texts.noFaults));
  return section(
    "faults",
    texts.faultsTitle,
    ...bot.faults.map(({ kind, count: number, first }) =>
      h(
        "div",
        { class: "fault-kind" },
        h("h3", null, `${kind} \u00d7 ${count(number)}`),
        first.map((note) => faultNote(note)),
      ),
    ),
    trusted ? "" : h("p", { class: "muted small" }, texts.ownersOnly),
  );
}

/** @param {FaultNote} note */
function faultNote(note) {
  return h(
    "div",
    { class: "fault-note" },
    h("p", null, note.message),
    h(
      "p",
      { class: "muted small" },
      h("a", { href: `${gamePath(note.game)}` }, texts.faultWhere(note.game, note.turn)),
      ` \u00b7 ${texts.costs[note.cost] ?? note.cost}`,
    ),
    note.said ? written(texts.said, note.said) : null,
    note.written ? written(texts.written, note.written) : null,
  );
}

/**
 * @param {string} title
 * @param {string} text
 */
function written(title, text) {
  return h("details", null, h("summary", null, title), h("pre", { class: "written", tabindex: "0" }, text));
}

/** @param {BotDetails} bot */
function thinking({ thinking: spent }) {
  if (!spent || !spent.answers)
    return section("thinking", texts.thinking, h("p", { class: "muted" }, texts.noThinking));
  return section(
    "thinking",
    texts.thinking,
    h(
      "dl",
      { class: "figures" },
      figure(texts.meanTime, seconds(spent.mean)),
      figure(texts.longestTime, seconds(spent.longest)),
      figure(texts.totalTime, seconds(spent.total)),
      figure(texts.answers, count(spent.answers)),
    ),
    timesChart(spent.histogram),
  );
}

/**
 * How many answers took how long: each bar counts those that took up to twice as long as those before.
 * @param {number[]} histogram
 */
function timesChart(histogram) {
  const first = histogram.findIndex((number) => number > 0);
  const last = histogram.findLastIndex((number) => number > 0);
  const bars = histogram.slice(first, last + 1);
  const most = Math.max(...bars);
  // Bucket n ends at 2 to the power n microseconds.
  const limit = (/** @type {number} */ bucket) => 2 ** bucket * 1e-6;
  return h(
    "ol",
    { class: "bare times", "aria-label": texts.timesChart },
    bars.map((number, index) => {
      const bucket = first + index;
      const bar = h("span", { class: "time-bar" });
      bar.style.setProperty("--share", String(number ? Math.max(number / most, 0.02) : 0));
      return h(
        "li",
        { title: texts.answersWithin(count(number), seconds(limit(bucket - 1)), seconds(limit(bucket))) },
        bar,
        h("span", { class: "tick" }, seconds(limit(bucket))),
      );
    }),
  );
}

/**
 * @param {string} name
 * @param {string} title
 * @param {string[]} ids
 * @param {Map<string, GameFacts>} known
 * @param {string} none
 */
function games(name, title, ids, known, none) {
  const list = ids.slice(0, GAMES_SHOWN).map((id) => {
    const game = known.get(id);
    return game ? gameLine(game) : h("li", { class: "game-line" }, h("a", { href: gamePath(id) }, id));
  });
  const content = list.length ? h("ol", { class: "bare game-list" }, list) : h("p", { class: "muted" }, none);
  const part = section(name, title, content);
  part.hidden = !list.length && !none;
  return part;
}

/**
 * @param {string} name
 * @param {string} title
 * @param {...(Node | string)} children
 */
function section(name, title, ...children) {
  const id = `${name.replaceAll(" ", "-")}-title`;
  return h("section", { class: "panel", "aria-labelledby": id }, h("h2", { id }, title), children);
}
