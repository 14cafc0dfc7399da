/** `<plain-table>`: any game without an element of its own, its position as a list and its actions as buttons. */

import { h, keep, setText } from "./dom.js";
import { plain } from "./texts.js";

/** @typedef {import("./types.js").Position} Position */

export class PlainTable extends HTMLElement {
  #head = h("p", { class: "muted" });
  #facts = h("dl", { class: "plain-facts" });
  #actions = h("div", { class: "row", role: "group", "aria-label": plain.actions });
  /** @type {HTMLFormElement} */
  #range;
  #number = h("input", { type: "number", inputmode: "numeric", "aria-label": plain.amount });
  /** @type {Position | null} */
  #position = null;

  constructor() {
    super();
    this.#range = h("form", { class: "row", hidden: true, onsubmit: (/** @type {Event} */ event) => this.#send(event) },
      this.#number, h("button", { class: "primary" }, plain.play));
  }

  connectedCallback() {
    if (!this.#facts.isConnected) this.append(this.#head, this.#facts, this.#actions, this.#range);
  }

  /** @param {Position} position */
  show(position) {
    this.#position = position;
    const { actor, names, question, result } = position;
    setText(this.#head, result ? plain.over : actor >= 0 ? plain.turnOf(names[actor] ?? "") : "");
    const small = this.hasAttribute("small");
    const facts = Object.entries(position.view ?? {}).filter(([key]) => key !== "legal");
    keep(this.#facts, facts.slice(0, small ? 6 : undefined), ([key]) => key,
      ([key]) => h("div", null, h("dt", null, key.replaceAll("_", " ")), h("dd")),
      (row, [, value]) => setText(/** @type {Element} */ (row.lastElementChild), words(value)));
    const legal = small ? [] : question?.legal ?? [];
    keep(this.#actions, legal, (action) => action,
      (action) => h("button", { onclick: () => this.#act(action) }, action));
    const range = small ? null : question?.range ?? null;
    this.#range.hidden = !range;
    if (range) {
      this.#number.min = String(range.low);
      this.#number.max = String(range.high);
      if (!this.#number.value || +this.#number.value < range.low) this.#number.value = String(range.low);
    }
  }

  /** @param {Event} event */
  #send(event) {
    event.preventDefault();
    const low = this.#position?.question?.range?.text[0];
    if (low) this.#act(low.replace(/\d+/, this.#number.value));
  }

  /** @param {string} action */
  #act(action) {
    this.dispatchEvent(new CustomEvent("act", { detail: { action }, bubbles: true }));
  }
}

/**
 * A value of a view in words.
 * @param {any} value
 * @returns {string}
 */
function words(value) {
  if (value === null || value === undefined || value === "") return "–";
  if (Array.isArray(value)) return value.length ? value.map((one) => (Array.isArray(one) ? `(${words(one)})` : words(one))).join(" ") : "–";
  if (typeof value === "object") return Object.entries(value).map(([key, one]) => `${key}: ${words(one)}`).join(", ");
  return String(value);
}

customElements.define("plain-table", PlainTable);
