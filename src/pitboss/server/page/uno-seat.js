/** One seat at an UNO table: its hand as a fan, its name, its clock and what is to be known of it. */

import { unoCard } from "./cards.js";
import { h, keep, setText } from "./dom.js";
import { uno as texts } from "./texts.js";

/** @typedef {import("./uno-position.js").SeatState} SeatState */

/** More backs than this can't be told apart; the count says the rest. */
const MOST_BACKS = 24;

/**
 * Give a list one child for each key; those that stay are not touched.
 * @param {HTMLElement} list
 * @param {string[]} keys
 * @param {(key: string) => HTMLElement} make
 * @returns {HTMLElement[]} the new ones
 */
export function keepChildren(list, keys, make) {
  /** @type {HTMLElement[]} */
  const made = [];
  keep(list, keys, (key) => key, (key) => {
    const child = make(key);
    child.dataset.key = key;
    made.push(child);
    return child;
  });
  return made;
}

/**
 * Keys for cards of which some are equal: `r5`, `r5/2`.
 * @param {string[]} cards
 */
export function cardKeys(cards) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return cards.map((card) => {
    const copy = (seen.get(card) ?? 0) + 1;
    seen.set(card, copy);
    return copy === 1 ? card : `${card}/${copy}`;
  });
}

/** The card of such a key. @param {string} key */
export function cardOf(key) {
  return key.split("/")[0] ?? "";
}

/** The plate with a name, clock and badges; also under one's own hand. */
export class Plate {
  constructor() {
    this.name = h("bdi", { class: "seat-name" });
    this.size = h("span");
    this.sizeWords = h("span", { class: "unseen" });
    this.count = h("span", { class: "seat-count" }, this.size, this.sizeWords);
    this.score = h("span", { class: "seat-score" });
    this.note = h("span", { class: "seat-note" });
    this.clock = h("span", { class: "seat-clock", "aria-hidden": "true", hidden: true });
    this.bar = h("span", { class: "seat-bar", "aria-hidden": "true", hidden: true });
    this.next = h("span", { class: "seat-next" }, texts.next);
    const plate = h("div", { class: "seat-plate" }, this.count, this.name, this.clock, this.bar);
    this.element = h("div", { class: "seat-tag" }, plate, this.note);
    this.line = h("div", { class: "seat-line" }, this.score, this.next);
  }

  /** @param {SeatState} state */
  update(state) {
    setText(this.name, state.name);
    this.name.title = state.name;
    setText(this.size, state.size);
    setText(this.sizeWords, texts.cardsAfter(state.size));
    this.count.hidden = state.left;
    setText(this.score, state.score === null ? "" : String(state.score));
    this.score.hidden = state.score === null;
    const note = noteOf(state);
    setText(this.note, note.text);
    this.note.dataset.note = note.sort;
    this.note.hidden = note.text === "";
    this.next.hidden = !state.next;
    this.line.hidden = this.score.hidden && this.next.hidden;
  }

  /**
   * Let the time run, in milliseconds.
   * @param {number} left
   * @param {number} whole
   */
  run(left, whole) {
    this.stop();
    this.clock.hidden = this.bar.hidden = false;
    const from = `scaleX(${left / Math.max(whole, left, 1)})`;
    this.bar.animate([{ transform: from }, { transform: "scaleX(0)" }], { duration: left, fill: "forwards" });
  }

  /**
   * @param {string} text
   * @param {boolean} short
   */
  tell(text, short) {
    setText(this.clock, text);
    this.clock.classList.toggle("short", short);
  }

  stop() {
    if (this.clock.hidden) return;
    this.clock.hidden = this.bar.hidden = true;
    for (const animation of this.bar.getAnimations()) animation.cancel();
  }
}

/**
 * The one thing to be said of a seat.
 * @param {SeatState} state
 */
function noteOf(state) {
  if (state.place) return { sort: state.place === 1 ? "won" : "place", text: texts.place(state.place) };
  if (state.left) return { sort: "left", text: texts.left };
  if (state.forgot) return { sort: "forgot", text: texts.forgot };
  if (state.called) return { sort: "uno", text: texts.uno };
  if (state.away) return { sort: "away", text: texts.away };
  return { sort: "", text: "" };
}

export class Seat {
  constructor() {
    this.plate = new Plate();
    this.fan = h("ul", { class: "fan", "aria-hidden": "true" });
    this.element = h("li", { class: "seat" }, this.fan, this.plate.element, this.plate.line);
    /** @type {HTMLButtonElement | null} */
    this.target = null;
  }

  /**
   * @param {SeatState} state
   * @returns {HTMLElement[]} cards that have come
   */
  update(state) {
    this.plate.update(state);
    this.element.classList.toggle("turn", state.turn);
    this.element.classList.toggle("next", state.next);
    this.element.classList.toggle("left", state.left);
    this.element.classList.toggle("won", state.place === 1);
    this.element.classList.toggle("open", state.cards !== null && state.cards.length > 0);
    const keys = state.cards
      ? cardKeys(state.cards)
      : Array.from({ length: Math.min(state.size, MOST_BACKS) }, (_, at) => `back/${at}`);
    this.fan.style.setProperty("--cards", String(keys.length));
    if (state.cards) this.fan.removeAttribute("aria-hidden");
    else this.fan.setAttribute("aria-hidden", "true");
    return keepChildren(this.fan, keys, fanCard);
  }

  /**
   * Make the whole seat a button, or no longer.
   * @param {string | null} label
   * @param {() => void} choose
   */
  offer(label, choose) {
    if (label === null) {
      this.target?.remove();
      this.target = null;
      return;
    }
    if (!this.target) {
      this.target = h("button", { type: "button", class: "seat-target" });
      this.element.append(this.target);
    }
    setText(this.target, label);
    this.target.onclick = choose;
  }
}

/** @param {string} key */
function fanCard(key) {
  const card = cardOf(key);
  return h("li", { class: "fan-card" }, unoCard(card, { back: card === "back" }));
}
