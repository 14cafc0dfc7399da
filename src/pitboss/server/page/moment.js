/** The game of the moment: the latest game of an event, shown step by step. */

import { clear, h, setText } from "./dom.js";
import { namesOf } from "./game-list.js";
import { events as texts } from "./texts.js";

/** @typedef {import("./types.js").GameElement} GameElement */

const STEP = 1100;
const LAST_STEP = 6000;
// After this long, what is newer is of more interest than the end of a long game.
const LONGEST = 90_000;
const AGAIN = 3000;
const STEPS = 200;
const CANDIDATES = 20;

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
   */
  constructor(event, api) {
    this.event = event;
    this.api = api;
    this.table = h("div", { class: "moment-table" });
    this.names = h("p", { class: "moment-names" });
    this.telling = h("p", { class: "moment-telling" });
    this.element = h("section", { class: "moment", "aria-label": texts.game }, this.names, this.table, this.telling);
    setText(this.telling, texts.noGame);
  }

  start() {
    if (this.#running) return;
    this.#running = true;
    void this.#play();
  }

  stop() {
    this.#running = false;
    clearTimeout(this.#timer);
    this.#woken?.();
  }

  async #play() {
    while (this.#running) {
      try {
        const game = await this.#next();
        if (game) await this.#replay(game);
        else await this.#pause(AGAIN);
      } catch {
        // The server is away, or the game can't be shown: another one later.
        await this.#pause(AGAIN);
      }
    }
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
    const element = await elementFor(part.kind);
    clear(this.table).append(element);
    setText(this.names, namesOf(game).join("  \u2013  "));
    const until = performance.now() + LONGEST;
    for (let number = 0; number < part.total && this.#running; number += 1) {
      if (number >= part.first + part.steps.length) part = await this.api.get(`${path}?from=${number}&count=${STEPS}`);
      const step = part.steps[number - part.first];
      if (!step) return;
      const last = number === part.total - 1;
      element.show(positionOf(part, step, last));
      setText(this.telling, sentencesOf(step));
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
 * The element that shows a kind of game.
 * @param {string} kind
 * @returns {Promise<GameElement>}
 */
async function elementFor(kind) {
  const name = kind === "uno" ? "uno-table" : kind.startsWith("holdem") ? "holdem-table" : "plain-table";
  await import(`./${name}.js`);
  return /** @type {GameElement} */ (document.createElement(name));
}

/** @param {any} step */
function sentencesOf(step) {
  return (step.events ?? []).map((/** @type {{text: string}} */ event) => event.text).join(" ");
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
    last: (step.events ?? []).map((/** @type {any} */ event) => ({ type: "event", ...event, facts: event.facts ?? {} })),
  };
}
