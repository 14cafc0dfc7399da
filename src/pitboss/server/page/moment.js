/** The game of the moment: a live table if one was named and plays, else the latest game of an event, step by step. */

import { clear, h, setText } from "./dom.js";
import { gameElement } from "./game-element.js";
import { namesOf } from "./game-list.js";
import { Table } from "./pitboss.js";
import { sentence } from "./sentence.js";
import { events as texts } from "./texts.js";

/** @typedef {import("./types.js").GameElement} GameElement */

const STEP = 1100;
const LAST_STEP = 6000;
// After this long, what is newer is of more interest than the end of a long game.
const LONGEST = 90_000;
const AGAIN = 3000;
const STEPS = 200;
// Of what happens at once, so many sentences fit.
const SENTENCES = 3;
const CANDIDATES = 20;
// Between names, game and telling, in pixels.
const GAPS = 32;
// Where the projector view scrolls, as in events.css, any height will do.
const SCROLLS = "(max-width: 60rem), (max-aspect-ratio: 1)";
// The width in which an element looks its best; it is enlarged from there.
const WIDTHS = /** @type {Record<string, number>} */ ({ "UNO-TABLE": 460, "HOLDEM-TABLE": 624, "PLAIN-TABLE": 480 });

export class GameOfTheMoment {
  #running = false;
  /** @type {number | undefined} */
  #timer;
  /** @type {Set<string>} */
  #shown = new Set();
  /** @type {(() => void) | null} */
  #woken = null;

  /**
   * @param {string} event
   * @param {typeof import("./api.js")} api
   * @param {string} [live] the name of a table that comes first whenever somebody plays there
   */
  constructor(event, api, live = "") {
    this.event = event;
    this.api = api;
    this.live = live;
    this.table = h("div", { class: "moment-table" });
    this.names = h("p", { class: "moment-names" });
    this.telling = h("p", { class: "moment-telling" });
    this.element = h("section", { class: "moment", "aria-label": texts.game }, this.names, this.table, this.telling);
    setText(this.telling, texts.noGame);
    this.tallest = 0;
    this.sizes = new ResizeObserver(() => this.fit());
  }

  start() {
    if (this.#running) return;
    this.#running = true;
    this.sizes.observe(this.element);
    void this.#play();
  }

  /** Make the game as large as there is room for, also when hands have grown. */
  fit() {
    const element = /** @type {HTMLElement | null} */ (this.table.firstElementChild);
    if (!element) return;
    const width = WIDTHS[element.tagName] ?? 480;
    element.style.width = `${width}px`;
    element.style.zoom = "1";
    this.tallest = Math.max(this.tallest, element.offsetHeight);
    const room = this.element.clientHeight - this.names.offsetHeight - this.telling.offsetHeight - GAPS;
    const tall = matchMedia(SCROLLS).matches ? Infinity : room / Math.max(this.tallest, 1);
    const zoom = Math.min(this.element.clientWidth / width, tall);
    element.style.zoom = String(Math.max(zoom, 0.3));
  }

  stop() {
    this.#running = false;
    this.sizes.disconnect();
    clearTimeout(this.#timer);
    this.#woken?.();
  }

  async #play() {
    while (this.#running) {
      try {
        if (this.live && (await this.#watch())) continue;
        const game = await this.#next();
        if (game) await this.#replay(game);
        else await this.#pause(AGAIN);
      } catch (error) {
        // The server is away, or the game can't be shown: another one later.
        console.debug(error);
        await this.#pause(AGAIN);
      }
    }
  }

  /**
   * Show the live table until its game is over.
   * @returns {Promise<boolean>} whether there was one
   */
  async #watch() {
    const address = `${location.origin.replace(/^http/, "ws")}/ws/${encodeURIComponent(this.live)}`;
    const table = new Table(address, { type: "watch", display: true });
    /** @type {Promise<GameElement> | null} */
    let element = null;
    const ended = new Promise((resolve) => {
      this.#woken = () => resolve(undefined);
      // Where people still wait there is nothing to see.
      this.#timer = window.setTimeout(() => element ?? resolve(undefined), AGAIN);
      table.addEventListener("status", () => {
        if (table.status === "over" || table.status === "refused") resolve(undefined);
      });
      table.addEventListener("state", async () => {
        const { position } = table;
        if (!position) return;
        element ??= this.#bring(position.kind);
        (await element).show(position);
        this.fit();
        const { kind, names, log } = position;
        setText(this.names, names.join("  \u2013  "));
        const told = log.slice(-1).map((line) => h("span", null, ...sentence(line.text, names, kind)));
        this.telling.replaceChildren(...told);
      });
    });
    table.open();
    await ended;
    const shown = element !== null;
    if (shown && this.#running) await this.#pause(LAST_STEP);
    table.close();
    return shown;
  }

  /**
   * An element for the game, in the place of the one before.
   * @param {string} kind
   */
  async #bring(kind) {
    const element = await gameElement(kind);
    clear(this.table).append(element);
    this.tallest = 0;
    // A poker table is twice as wide as it is high.
    this.element.closest(".projector")?.classList.toggle("wide-game", kind.startsWith("holdem"));
    return element;
  }

  /** The latest game that has not been shown; when all have been, the latest. */
  async #next() {
    const path = `/api/games?event=${encodeURIComponent(this.event)}&limit=${CANDIDATES}`;
    const { items } = await this.api.get(path);
    const fresh = items.find((/** @type {{id: string}} */ game) => !this.#shown.has(game.id));
    if (!fresh) this.#shown.clear();
    const game = fresh ?? items[0];
    if (game) this.#shown.add(game.id);
    return game;
  }

  /** @param {import("./game-list.js").GameFacts} game */
  async #replay(game) {
    const path = `/api/games/${encodeURIComponent(game.id)}/steps`;
    let part = await this.api.get(`${path}?from=0&count=${STEPS}`);
    const element = await this.#bring(part.kind);
    setText(this.names, namesOf(game).join("  \u2013  "));
    const until = performance.now() + LONGEST;
    for (let number = 0; number < part.total && this.#running; number += 1) {
      if (number >= part.first + part.steps.length)
        part = await this.api.get(`${path}?from=${number}&count=${STEPS}`);
      const step = part.steps[number - part.first];
      if (!step) return;
      const last = number === part.total - 1;
      element.show(positionOf(part, step, last));
      this.fit();
      this.telling.replaceChildren(...tellingOf(part, step));
      await this.#pause(last ? LAST_STEP : STEP);
      if (performance.now() > until) return;
    }
  }

  /** @param {number} milliseconds */
  #pause(milliseconds) {
    return new Promise((resolve) => {
      this.#woken = () => resolve(undefined);
      this.#timer = window.setTimeout(resolve, milliseconds);
    });
  }
}

/**
 * @param {any} part the page of steps
 * @param {any} step
 * @returns {Node[]}
 */
function tellingOf(part, step) {
  /** @type {{text: string}[]} */
  const events = step.number ? (step.events ?? []) : [];
  return events.slice(-SENTENCES).map((event) => h("span", null, ...sentence(event.text, part.names, part.kind)));
}

/**
 * @param {any} part the page of steps
 * @param {any} step
 * @param {boolean} last
 * @returns {import("./types.js").Position}
 */
function positionOf(part, step, last) {
  const { kind, game, rules, names } = part;
  return {
    kind,
    game,
    rules,
    names,
    seats: names.map((/** @type {string} */ name) => ({ name, sort: "", wire: "", here: true })),
    viewer: -1,
    view: step.view,
    actor: last ? -1 : (step.view?.hand?.actor ?? step.view?.actor ?? -1),
    turn: step.turn,
    deadline: null,
    move: 0,
    question: null,
    result: last ? (part.result ?? null) : null,
    figures: step.figures ?? null,
    log: [],
    last: (step.events ?? []).map((/** @type {any} */ event) => ({
      type: "event",
      ...event,
      facts: event.facts ?? {},
    })),
  };
}
