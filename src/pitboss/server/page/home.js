/** Home: play at once, see what is going on, connect a bot. */

import { connectBot } from "./connect-bot.js";
import { h, keep, setText, styles } from "./dom.js";
import { LiveTables, gameTitle } from "./live-tables.js";
import { playForm } from "./play-form.js";
import { Poll } from "./poll.js";
import { events as eventTexts, home as texts } from "./texts.js";

/** @typedef {import("./types.js").App} App */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./progress.js").EventFacts} EventFacts */
/** @typedef {{ id: string, game: string, rules: string, players: string[], places: number[] | null, moves: number, created: string, finished: string | null }} GameFacts */

const sheets = styles("cards.css", "home.css");
const EVERY = 3000;
const MOST_EVENTS = 5;
const MOST_GAMES = 8;

/**
 * @param {HTMLElement} main
 * @param {Record<string, string>} _params
 * @param {App} app
 * @returns {Promise<View>}
 */
export async function show(main, _params, app) {
  await sheets;
  const live = new LiveTables(app);
  const events = new RunningEvents(app);
  const games = new RecentGames(app);
  main.classList.add("home");
  main.append(
    h("section", { class: "panel play", "aria-label": texts.play }, playForm(app)),
    live.element,
    h("div", { class: "home-columns" }, events.element, games.element),
    connectBot(app.server));
  const poll = new Poll(EVERY, async () => {
    await Promise.all([events.ask(), games.ask()]);
  });
  // What is drawn does not wait for what is asked.
  void live.start();
  void poll.start();
  return {
    title: "",
    close: () => {
      live.close();
      poll.stop();
    },
  };
}

class RunningEvents {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.list = h("ul", { class: "bare home-list" });
    this.nothing = h("p", { class: "muted", hidden: true }, texts.noEvents);
    this.element = h("section", { class: "panel", "aria-label": texts.events },
      h("div", { class: "head" }, h("h2", null, texts.events), h("a", { class: "small", href: "/events" }, texts.allEvents)),
      this.nothing, this.list);
  }

  async ask() {
    const { items } = await this.app.api.get(`/api/events?limit=${MOST_EVENTS}`);
    this.show(items);
  }

  /** @param {EventFacts[]} items running ones first, then those that ended last */
  show(items) {
    const rank = (/** @type {EventFacts} */ one) => (one.state === "running" ? 0 : 1);
    const shown = [...items].sort((one, other) => rank(one) - rank(other));
    this.nothing.hidden = shown.length > 0;
    keep(this.list, shown, (event) => event.id,
      (event) => h("li", { class: "home-event" },
        h("a", { href: `/event/${encodeURIComponent(event.id)}`, class: "name cut" }, event.name || eventTexts.unnamed(event.id)),
        h("span", { class: "chip" }),
        h("span", { class: "muted small" }),
        h("progress", { max: 1, "aria-label": texts.progressOf(event.name || eventTexts.unnamed(event.id)) })),
      (row, event) => {
        const [, chip, about, bar] = /** @type {any} */ (row.children);
        chip.className = `chip ${event.state === "running" ? "good live" : ""}`;
        setText(chip, texts.states[event.state] ?? event.state);
        setText(about, texts.eventLine(gameTitle({ ...event, kind: event.game }), event.games, event.planned, event.leader?.name ?? "", event.state === "running"));
        bar.hidden = event.state !== "running";
        if (event.planned) bar.value = event.games / event.planned;
        else bar.removeAttribute("value");
      });
  }
}

class RecentGames {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.list = h("ul", { class: "bare home-list" });
    this.nothing = h("p", { class: "muted", hidden: true }, texts.noGames);
    this.element = h("section", { class: "panel", "aria-label": texts.recent },
      h("div", { class: "head" }, h("h2", null, texts.recent), h("a", { class: "small", href: "/games" }, texts.allGames)),
      this.nothing, this.list);
  }

  async ask() {
    const { items } = await this.app.api.get(`/api/games?state=finished&limit=${MOST_GAMES}`);
    this.show(items);
  }

  /** @param {GameFacts[]} items */
  show(items) {
    this.nothing.hidden = items.length > 0;
    keep(this.list, items, (game) => game.id,
      (game) => h("li", { class: "home-game" },
        h("a", { href: `/game/${encodeURIComponent(game.id)}`, class: "cut" }, ...ranked(game)),
        h("span", { class: "muted small" }), h("time", { class: "muted small number" })),
      (row, game) => {
        const [, about, when] = /** @type {any} */ (row.children);
        setText(about, texts.gameLine(gameTitle({ ...game, kind: game.game }), game.moves));
        const ended = game.finished ?? game.created;
        when.dateTime = ended;
        setText(when, ago(ended));
      });
  }
}

/**
 * Who played, the winner in bold.
 * @param {GameFacts} game
 */
function ranked(game) {
  const parts = [];
  for (const [seat, name] of game.players.entries()) {
    if (seat) parts.push(h("span", { class: "muted" }, ", "));
    const won = game.places?.[seat] === 1;
    parts.push(h(won ? "b" : "span", { class: "name" }, name, won && h("span", { class: "unseen" }, texts.winner)));
  }
  return parts;
}

const PERIODS = /** @type {const} */ ([["second", 60], ["minute", 60], ["hour", 24], ["day", 1e9]]);
const spans = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "narrow" });

/** How long ago, in the largest unit that fits. @param {string} moment */
function ago(moment) {
  let count = (Date.parse(moment) - Date.now()) / 1000;
  for (const [unit, size] of PERIODS) {
    if (Math.abs(count) < size) return unit === "second" ? texts.justNow : spans.format(Math.round(count), unit);
    count /= size;
  }
  return "";
}
