/** What is played at this moment, each table as a small moving picture. */

import { unoCard } from "./cards.js";
import { h, keep, setText } from "./dom.js";
import { gameElement } from "./game-element.js";
import { Table } from "./pitboss.js";
import { Poll } from "./poll.js";
import { home as texts } from "./texts.js";

/** @typedef {import("./types.js").App} App */
/** @typedef {import("./types.js").GameElement} GameElement */
/** @typedef {{ name: string, state: string, kind: string, game: string, rules: string, seats: number, players: {name: string, sort: string, wire: string, here: boolean}[], free: number, moves: number, id?: string, since?: string, door: string }} TableFacts */

const EVERY = 2000;
/** So many are watched at once; the others are shown without a picture. */
const MOST_SOCKETS = 6;
const MOST_SHOWN = 24;
/** Milliseconds between two pictures of a table. */
const PICTURE = 200;

export class LiveTables {
  /** @type {Map<string, Tile>} */
  #tiles = new Map();
  #poll;
  #observer;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.grid = h("ul", { class: "live-grid bare" });
    this.nobody = h("div", { class: "muted live-nobody", hidden: true }, unoCard("", { back: true, label: "" }), h("p", null, texts.noTables));
    this.count = h("span", { class: "chip live", hidden: true });
    this.element = h("section", { class: "panel live", "aria-label": texts.live },
      h("div", { class: "head" }, h("h2", null, texts.live), this.count), this.nobody, this.grid);
    this.#observer = new IntersectionObserver((entries) => {
      for (const entry of entries) {
        const tile = this.#tiles.get(/** @type {HTMLElement} */ (entry.target).dataset.table ?? "");
        if (tile) tile.visible = entry.isIntersecting;
      }
      this.#share();
    });
    this.#poll = new Poll(EVERY, () => this.#ask());
  }

  async start() {
    await this.#poll.start();
  }

  close() {
    this.#poll.stop();
    this.#observer.disconnect();
    for (const tile of this.#tiles.values()) tile.rest();
  }

  async #ask() {
    const { items } = await this.app.api.get(`/api/tables?limit=${MOST_SHOWN}`);
    this.show(items);
  }

  /** @param {TableFacts[]} items */
  show(items) {
    this.nobody.hidden = items.length > 0;
    this.count.hidden = !items.length;
    setText(this.count, texts.tables(items.length));
    keep(this.grid, items, (item) => item.name,
      (item) => {
        const tile = new Tile(item);
        this.#tiles.set(item.name, tile);
        this.#observer.observe(tile.element);
        return tile.element;
      },
      (_, item) => this.#tiles.get(item.name)?.tell(item));
    const names = new Set(items.map(({ name }) => name));
    for (const [name, tile] of this.#tiles) {
      if (names.has(name)) continue;
      this.#observer.unobserve(tile.element);
      tile.rest();
      this.#tiles.delete(name);
    }
    this.#share();
  }

  /** Give the sockets to tables that can be seen. */
  #share() {
    let left = MOST_SOCKETS;
    for (const tile of this.#tiles.values()) {
      if (tile.visible && tile.running && left > 0) {
        left -= 1;
        void tile.watch();
      } else {
        tile.rest();
      }
    }
  }
}

class Tile {
  visible = false;
  running = false;
  /** @type {Table | null} */
  #table = null;
  /** @type {GameElement | null} */
  #game = null;
  #drawn = 0;
  /** @type {number | undefined} */
  #timer;

  /** @param {TableFacts} facts */
  constructor(facts) {
    this.name = facts.name;
    this.kind = facts.kind;
    this.picture = h("div", { class: "live-picture felt", "aria-hidden": "true", inert: true });
    this.players = h("span", { class: "live-names cut" });
    this.about = h("span", { class: "live-about muted tiny cut" });
    this.element = h("li", { class: "live-tile", dataset: { table: facts.name } },
      h("a", { href: `/table/${encodeURIComponent(facts.name)}` }, this.picture, this.players, this.about));
  }

  /** @param {TableFacts} facts */
  tell(facts) {
    this.running = facts.state === "running";
    const names = facts.players.map(({ name }) => name);
    setText(this.players, names.length ? texts.versus(names) : facts.name);
    const free = facts.seats - names.length;
    setText(this.about, this.running ? texts.playingNow(gameTitle(facts), facts.moves) : texts.waitingFor(gameTitle(facts), facts.free ?? free));
    this.element.classList.toggle("waiting", !this.running);
  }

  async watch() {
    if (this.#table) return;
    const url = new URL(`/ws/${encodeURIComponent(this.name)}`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const table = new Table(url, { type: "watch", display: true });
    this.#table = table;
    if (!this.#game) {
      const game = await gameElement(this.kind);
      if (this.#table !== table) return;
      game.setAttribute("small", "");
      this.#game = game;
      this.picture.replaceChildren(game);
    }
    table.addEventListener("state", () => this.#draw());
    table.open();
  }

  rest() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#table?.close();
    this.#table = null;
  }

  /** A fast game is shown as often as eyes follow. */
  #draw() {
    if (this.#timer !== undefined) return;
    const pause = Math.max(0, this.#drawn + PICTURE - performance.now());
    this.#timer = window.setTimeout(() => {
      this.#timer = undefined;
      this.#drawn = performance.now();
      const position = this.#table?.position;
      if (position?.view) this.#game?.show(position);
    }, pause);
  }
}

/** What is played, as people say. @param {{kind: string, game: string, rules: string}} facts */
export function gameTitle(facts) {
  const preset = (facts.rules || facts.game || facts.kind).split(/[@,]/)[0] ?? "";
  return texts.titles[preset] ?? texts.titles[facts.kind] ?? preset;
}
