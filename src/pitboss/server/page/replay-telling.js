/** What happened in a game, step by step, as a list beside the board. */

import { clear, h } from "./dom.js";
import { sentences } from "./replay-steps.js";
import { sentence } from "./sentence.js";
import { replay as words } from "./texts.js";

/** @typedef {import("./replay-steps.js").Step} Step */
/** @typedef {import("./replay-steps.js").Steps} Steps */

// Only the chunks near to what is seen have content; the others are empty boxes of about their size.
const CHUNK = 100;
const ROW_HEIGHT = 34;
const DIVISIONS = new Set(["hand_dealt", "round_over", "game_over"]);

/** The list; `element` is to be put somewhere with a bounded height. */
export class Telling {
  /** @type {HTMLElement[]} */
  #chunks = [];
  #steps;
  #jump;
  #observer;
  #seat = -1;
  #current = 0;
  #closed = false;
  // Until somebody scrolls, the current step stays in sight whatever is drawn around it.
  #following = true;

  /**
   * @param {Steps} steps
   * @param {(step: number) => void} jump
   */
  constructor(steps, jump) {
    this.#steps = steps;
    this.#jump = jump;
    this.element = h("div", {
      class: "telling",
      role: "region",
      tabindex: "0",
      "aria-label": words.telling,
      onclick: (/** @type {MouseEvent} */ event) => this.#click(event),
    });
    for (const name of ["wheel", "touchmove", "pointerdown", "keydown"]) {
      this.element.addEventListener(name, () => (this.#following = false), { passive: true });
    }
    this.#observer = new IntersectionObserver((entries) => this.#seen(entries), {
      root: this.element,
      rootMargin: "800px 0px",
    });
    for (let first = 0; first < steps.total; first += CHUNK) {
      const chunk = h("ol", { class: "telling-chunk" });
      this.#reserve(chunk, Math.min(CHUNK, steps.total - first) * ROW_HEIGHT);
      this.#chunks.push(chunk);
      this.element.append(chunk);
      this.#observer.observe(chunk);
    }
  }

  /** Stop looking at what is seen. */
  close() {
    this.#closed = true;
    this.#observer.disconnect();
  }

  /**
   * Tell it as a seat knew it, or all of it (-1).
   * @param {number} seat
   */
  seenFrom(seat) {
    this.#seat = seat;
    for (const [index, chunk] of this.#chunks.entries()) {
      if (chunk.childElementCount) this.#fill(index, chunk);
    }
  }

  /**
   * Highlight a step, and scroll to it within the list.
   * @param {number} number
   */
  async mark(number) {
    this.#current = number;
    this.#following = true;
    const index = Math.floor(number / CHUNK);
    const chunk = this.#chunks[index];
    if (!chunk) return;
    if (!chunk.childElementCount) await this.#render(index, chunk);
    if (this.#current !== number || this.#closed) return;
    const row = /** @type {HTMLElement | undefined} */ (chunk.children[number % CHUNK]?.firstElementChild);
    if (!row) return;
    for (const old of this.element.querySelectorAll("[aria-current]")) {
      if (old !== row) this.#unmark(/** @type {HTMLElement} */ (old), row);
    }
    row.setAttribute("aria-current", "step");
    row.tabIndex = 0;
    this.#reveal();
  }

  /**
   * @param {HTMLElement} old
   * @param {HTMLElement} row
   */
  #unmark(old, row) {
    const focused = document.activeElement === old;
    old.removeAttribute("aria-current");
    old.tabIndex = -1;
    if (focused) row.focus({ preventScroll: true });
  }

  #reveal() {
    const row = this.element.querySelector(`[data-step="${this.#current}"]`);
    if (!row || !this.#following) return;
    const list = this.element;
    const box = list.getBoundingClientRect();
    const at = row.getBoundingClientRect();
    const margin = Math.min(72, box.height / 5);
    if (at.top >= box.top + margin && at.bottom <= box.bottom - margin) return;
    // Only the list is scrolled, never the page: on a phone the board must stay in sight.
    list.scrollTop += at.top - box.top - (box.height - at.height) / 2;
  }

  /** @param {IntersectionObserverEntry[]} entries */
  #seen(entries) {
    for (const entry of entries) {
      const chunk = /** @type {HTMLElement} */ (entry.target);
      const index = this.#chunks.indexOf(chunk);
      if (entry.isIntersecting) {
        if (!chunk.childElementCount) void this.#render(index, chunk);
      } else if (chunk.childElementCount && index !== Math.floor(this.#current / CHUNK)) {
        this.#reserve(chunk, entry.boundingClientRect.height);
        clear(chunk);
      }
    }
  }

  /**
   * @param {number} index
   * @param {HTMLElement} chunk
   */
  async #render(index, chunk) {
    const first = index * CHUNK;
    try {
      await this.#steps.load(first);
    } catch {
      // The board tells about it; this is tried again when it is seen again.
      return;
    }
    if (!this.#closed && !chunk.childElementCount) this.#fill(index, chunk);
  }

  /**
   * @param {number} index
   * @param {HTMLElement} chunk
   */
  #fill(index, chunk) {
    const rows = [];
    const first = index * CHUNK;
    for (let number = first; number < Math.min(first + CHUNK, this.#steps.total); number++) {
      const step = this.#steps.at(number);
      // Its page was dropped meanwhile.
      if (!step) return;
      rows.push(this.#row(step));
    }
    const focused = chunk.contains(document.activeElement);
    chunk.replaceChildren(...rows);
    chunk.style.removeProperty("block-size");
    if (focused) /** @type {HTMLElement | null} */ (chunk.querySelector("[aria-current]"))?.focus();
    this.#reveal();
  }

  /** @param {Step} step */
  #row(step) {
    const texts = sentences(step, this.#seat);
    const lines = texts.map((text, at) => {
      const division = DIVISIONS.has(step.events[at]?.name ?? "");
      return h("span", { class: division ? "telling-line telling-division" : "telling-line" }, this.#nodes(text));
    });
    const faults = (step.faults ?? []).map((fault) =>
      h("span", { class: "telling-line telling-fault" }, this.#nodes(words.faultLine(this.#name(fault.seat), fault))),
    );
    const current = step.number === this.#current;
    const button = h(
      "button",
      { type: "button", class: "telling-step", tabindex: current ? "0" : "-1", dataset: { step: String(step.number) } },
      h("span", { class: "telling-number" }, step.number ? String(step.number) : ""),
      h("span", { class: "telling-words" }, ...faults, ...lines),
    );
    if (current) button.setAttribute("aria-current", "step");
    return h("li", {}, button);
  }

  /** @param {string} text */
  #nodes(text) {
    const { names, kind } = this.#steps.about;
    return sentence(text, names, kind);
  }

  /** @param {number} seat */
  #name(seat) {
    return this.#steps.about.names[seat] ?? words.seat(seat);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const target = /** @type {Element} */ (event.target);
    const row = /** @type {HTMLElement | null} */ (target.closest("button[data-step]"));
    if (row) this.#jump(Number(row.dataset.step));
  }

  /**
   * @param {HTMLElement} chunk
   * @param {number} height
   */
  #reserve(chunk, height) {
    chunk.style.setProperty("block-size", `${height}px`);
  }
}
