/** One event: how it stands, who beats whom, how scores settled, its games. The projector is in projector.js. */

import { drawing } from "./charts.js";
import { copy, h, keep, setText, styles, toast } from "./dom.js";
import { factsLine } from "./events.js";
import { gameLine, gamePath } from "./game-list.js";
import { Poll } from "./poll.js";
import "./progress.js";
import { COLOURS, botPath } from "./standings.js";
import { common, events as texts } from "./texts.js";

/** @typedef {import("./standings.js").Standings} Standings */
/** @typedef {import("./progress.js").EventFacts & { warnings?: string[], command?: string, seed?: string | null, commitment?: string,
 *   rounds?: { number: number, of: number, text: string }[], error?: string, highlights?: { game: string, why: string, bot?: string | null }[] }} EventDetails */

const EVERY = 1500;
// Charts are drawn from all games, and change slowly.
const EVERY_CHARTS = 15_000;
const EVERY_GAMES = 6000;
const LATEST = 6;
// With so many bots the crosstable fits beside the games.
const NARROW = 12;

/** @type {import("./types.js").ViewModule["show"]} */
export async function show(main, params, app) {
  await styles("events.css");
  const path = `/api/events/${encodeURIComponent(params.id ?? "")}`;
  /** @type {EventDetails} */
  let event = await app.api.get(path);
  const parts = build(event);
  main.append(...parts.all);

  /** @type {number | null} */
  let version = null;
  let [order, drawn, drawnAt] = ["", "", 0];
  const poll = new Poll(
    EVERY,
    async () => {
      /** @type {[EventDetails, Standings]} */
      const [facts, standings] = await Promise.all([app.api.get(path), app.api.get(`${path}/standings`)]);
      const before = event.state;
      event = facts;
      parts.showFacts(event);
      if (standings.version !== version || before !== event.state) parts.showStandings(standings);
      version = standings.version;
      // Charts have the colours of the order in which they were drawn.
      order = standings.rows
        .slice(0, COLOURS)
        .map((row) => row.bot)
        .join("\n");
      const stale = order !== drawn && performance.now() - drawnAt > EVERY_CHARTS / 4;
      if (stale && event.state === "running") void slow.now();
      parts.away.hidden = true;
      if (before !== event.state) app.announce(texts.stateTold(texts.states[event.state] ?? event.state));
      if (event.state === "running") return true;
      if (before === "running") void Promise.allSettled([slow.now(), games.now()]);
      // Who stopped it may go on.
      poll.every = event.state === "stopped" ? 4 * EVERY : EVERY;
      // A server that has just begun may not have counted all games yet.
      return event.state !== "finished" || standings.games < event.games || !event.leader;
    },
    () => {
      parts.away.hidden = false;
    },
  );
  const goesOn = () => event.state !== "finished";
  const slow = new Poll(EVERY_CHARTS, async () => {
    const over = !goesOn();
    drawnAt = performance.now();
    drawn = order;
    parts.showCharts((await app.api.get(`${path}/charts`)).items);
    return !over;
  });
  const games = new Poll(EVERY_GAMES, async () => {
    const over = !goesOn();
    const query = `event=${encodeURIComponent(event.id)}&limit=${LATEST}`;
    parts.showGames((await app.api.get(`/api/games?${query}`)).items);
    return !over;
  });
  await poll.start();
  void slow.start();
  void games.start();
  return {
    title: event.name || texts.unnamed(event.id),
    close() {
      for (const one of [poll, slow, games]) one.stop();
    },
  };
}

/** @param {EventDetails} event */
function build(event) {
  const state = h("span", { class: "state" });
  const facts = h("p", { class: "muted facts-line" });
  const progress = /** @type {import("./progress.js").EventProgress} */ (document.createElement("event-progress"));
  const away = h("p", { class: "away", role: "status", hidden: true }, texts.away);
  const round = h("p", { class: "muted small", hidden: true });
  const warnings = h("ul", { class: "warnings", hidden: true });
  const reading = h("p", { class: "muted small reading" });
  const standings = /** @type {import("./standings.js").StandingsTable} */ (
    document.createElement("standings-table")
  );
  const cross = /** @type {import("./standings.js").CrossTable} */ (document.createElement("cross-table"));
  const crossPart = section("cross", texts.whoBeatsWhom, cross, h("p", { class: "muted small how" }, texts.crossHow));
  const placings = h("section", { class: "panel", hidden: true });
  const charts = h("div", { class: "charts" });
  const worth = h("section", { class: "panel", hidden: true });
  const latestList = h("ol", { class: "bare game-list" });
  const latest = section("games", texts.latest, latestList);
  latest.hidden = true;
  const again = h("section", { class: "panel again", hidden: true });
  let shownHighlights = "";
  let shownCommand = "";
  const nothing = h("p", { class: "muted" }, texts.nothingYet);

  const head = h(
    "header",
    { class: "event-head" },
    h(
      "div",
      { class: "event-title" },
      h("h1", null, h("bdi", null, event.name || texts.unnamed(event.id))),
      state,
      h("a", { class: "button", href: `/event/${encodeURIComponent(event.id)}/projector` }, texts.projector),
    ),
    facts,
    progress,
    round,
    away,
    warnings,
  );
  const left = h(
    "div",
    { class: "stack" },
    placings,
    section("standings", texts.standings, nothing, standings, reading),
  );
  const columns = h("div", { class: "event-columns" }, left, h("div", { class: "stack beside" }, worth, latest));

  return {
    all: [head, columns, charts, again],
    away,
    /** @param {EventDetails} now */
    showFacts(now) {
      state.dataset.state = now.state;
      setText(state, texts.states[now.state] ?? now.state);
      setText(facts, factsLine(now));
      progress.show(now);
      const last = now.rounds?.at(-1);
      round.hidden = !last || last.of < 2 || now.state === "finished";
      if (last) setText(round, sentence(last.text));
      const all = [...(now.error ? [now.error] : []), ...(now.warnings ?? [])];
      warnings.hidden = !all.length;
      keep(
        warnings,
        all,
        (warning) => warning,
        (warning) => h("li", null, warning),
      );
      again.hidden = !now.command;
      if (now.command && shownCommand !== now.command) {
        shownCommand = now.command;
        again.replaceChildren(
          h("h2", null, texts.again),
          commandLine(now.command),
          h("p", { class: "muted small how" }, texts.againHow),
        );
      }
      worth.hidden = !now.highlights?.length;
      const shown = JSON.stringify(now.highlights ?? []);
      if (shownHighlights !== shown) {
        shownHighlights = shown;
        const lines = (now.highlights ?? []).map(highlightLine);
        const rest = lines.splice(LATEST);
        worth.replaceChildren(
          h("h2", null, texts.worth),
          h("ul", { class: "bare game-list" }, lines),
          rest.length
            ? h(
                "details",
                { class: "more-games" },
                h("summary", null, texts.more),
                h("ul", { class: "bare game-list" }, rest),
              )
            : "",
        );
      }
    },
    /** @param {Standings} now */
    showStandings(now) {
      const any = now.games > 0;
      nothing.hidden = any;
      standings.hidden = !any;
      crossPart.hidden = !any;
      if (!any) return;
      // A wide one needs the whole page.
      if (now.rows.length > NARROW) columns.after(crossPart);
      else if (crossPart.parentElement !== left) left.append(crossPart);
      standings.show(now);
      setText(reading, [texts.tieMeaning, sentence(now.reading ?? "")].join(" "));
      cross.show(now);
      placings.hidden = !now.placings?.length;
      if (now.placings?.length) {
        placings.replaceChildren(
          h("h2", null, texts.byFormat(event.format.replaceAll("-", " "))),
          h(
            "ol",
            { class: "bare placings" },
            now.placings.map((one) => placingLine(now.event, one)),
          ),
          h("p", { class: "muted small how" }, now.result ?? ""),
        );
      }
    },
    /** @param {{ name: string, title: string, how?: string, svg: string }[]} items */
    showCharts(items) {
      charts.replaceChildren(...items.map(chartPart).filter((part) => part !== null));
    },
    /** @param {import("./game-list.js").GameFacts[]} items */
    showGames(items) {
      latest.hidden = !items.length;
      latestList.replaceChildren(...items.map((game) => gameLine(game)));
    },
  };
}

/**
 * @param {string} name
 * @param {string} title
 * @param {...(Node | string)} children
 */
function section(name, title, ...children) {
  return h(
    "section",
    { class: "panel", id: name, "aria-labelledby": `${name}-title` },
    h("h2", { id: `${name}-title` }, title),
    children,
  );
}

/** @param {{ name: string, title: string, how?: string, svg: string }} chart */
function chartPart(chart) {
  const drawn = drawing(chart.svg);
  if (!drawn) return null;
  return h(
    "figure",
    { class: "panel chart-part" },
    h("figcaption", null, h("h2", null, chart.title)),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": chart.title }, drawn),
    chart.how ? h("p", { class: "muted small how" }, chart.how) : null,
  );
}

/**
 * @param {string} event
 * @param {{ place: number, bot: string, note: string }} one
 */
function placingLine(event, one) {
  return h(
    "li",
    null,
    h("span", { class: "rank" }, String(one.place)),
    h("a", { href: botPath(event, one.bot) }, h("bdi", null, one.bot)),
    h("span", { class: "muted" }, one.note),
  );
}

/** @param {{ game: string, why: string, bot?: string | null }} one */
function highlightLine(one) {
  const name = one.bot ? [h("b", null, h("bdi", null, one.bot)), ": "] : [];
  return h("li", { class: "game-line" }, h("a", { href: gamePath(one.game) }, name, one.why));
}

/** @param {string} text */
const sentence = (text) => (text ? `${text[0]?.toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}` : "");

/**
 * A command with a button that copies it.
 * @param {string} command
 */
export function commandLine(command) {
  const button = h(
    "button",
    {
      class: "quiet",
      onclick: async () => {
        toast((await copy(command)) ? common.copied : common.notCopied);
      },
    },
    common.copy,
  );
  return h("div", { class: "copy" }, h("code", { tabindex: "0" }, command), button);
}
