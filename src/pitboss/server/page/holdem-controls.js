/** `<holdem-controls>`: fold, check or call, and raise to an amount that is clicked, dragged or typed. */

import { h, setText } from "./dom.js";
import { chipsText, potOdds, presets, readChips, sliderStops } from "./holdem-hand.js";
import { showCards } from "./holdem-seat.js";
import { holdem as texts } from "./texts.js";

/** @typedef {import("./holdem-hand.js").HandView} HandView */
/** @typedef {import("./types.js").Question} Question */

/**
 * What the controls are about. `waiting`: why nothing can be done now. `worth`: the own hand in words.
 * @typedef {{
 *   question: Question | null, hand: HandView, seat: number, big: number, waiting: string, worth: string, ended: boolean,
 * }} Choice
 */

let count = 0;

const PRESETS = /** @type {const} */ (["least", "half", "pot", "all"]);

export class HoldemControls extends HTMLElement {
  #id = `holdem-range-${count++}`;
  #situation = h("p");
  /** The own cards once more, where the table is scrolled away above the controls. */
  #cards = h("span", { class: "own-cards", "aria-hidden": "true" });
  #fold = this.#button("fold", () => this.#send("fold"), "f");
  #call = this.#button("call", () => this.#send("call"), "c");
  #raise = this.#button("raise primary", () => this.#sendRaise());
  #onward = this.#button("onward primary", () => this.#goOn(), "n");
  #sizes = PRESETS.map((name, at) => this.#button("preset", () => this.#pick(name), String(at + 1)));
  #slider = h("input", {
    type: "range", min: 0, step: 1, class: "slider", "aria-label": texts.slider,
    oninput: () => this.#set(this.#stops[Number(this.#slider.value)] ?? null, "slider"),
    onkeydown: (/** @type {KeyboardEvent} */ event) => this.#enter(event),
  });
  #amount = h("input", {
    type: "text", inputmode: "numeric", autocomplete: "off", class: "amount", maxlength: 15,
    "aria-label": texts.amount, "aria-describedby": this.#id,
    oninput: () => this.#set(readChips(this.#amount.value), "amount"),
    onfocus: () => this.#amount.select(),
    onkeydown: (/** @type {KeyboardEvent} */ event) => this.#enter(event),
  });
  #range = h("p", { class: "range", id: this.#id });
  #sizing = h("div", { class: "sizing", role: "group", "aria-label": texts.sizing },
    h("div", { class: "presets" }, ...this.#sizes), this.#slider, h("div", { class: "typed" }, this.#amount, this.#range));
  #moves = h("div", { class: "moves", role: "group", "aria-label": texts.moves },
    this.#fold, this.#call, this.#raise, this.#onward);
  /** @type {Choice | null} */
  #choice = null;
  /** The question that was answered: the same one is asked only once. @type {Question | null} */
  #answered = null;
  #asked = "";
  /** @type {number[]} */
  #stops = [];
  /** What Raise sends, or null if the amount is none that is allowed. @type {number | null} */
  #total = null;
  #keys = new AbortController();

  connectedCallback() {
    if (!this.#moves.isConnected) this.append(h("div", { class: "situation" }, this.#cards, this.#situation), this.#sizing, this.#moves);
    this.#keys = new AbortController();
    document.addEventListener("keydown", (event) => this.#key(event), { signal: this.#keys.signal });
  }

  disconnectedCallback() {
    this.#keys.abort();
  }

  /** The question that can be answered now. */
  get #open() {
    const question = this.#choice?.question ?? null;
    return question && question !== this.#answered && !this.#choice?.ended ? question : null;
  }

  /** @param {Choice} choice */
  show(choice) {
    this.#choice = choice;
    const question = choice.question;
    if (question && mark(question) !== this.#asked) this.#begin(question, choice);
    this.#draw();
  }

  /**
   * A new question: the slider at the lowest raise.
   * @param {Question} question
   * @param {Choice} choice
   */
  #begin(question, { hand }) {
    this.#asked = mark(question);
    this.#answered = null;
    this.#stops = question.range ? sliderStops(question.range, hand.small_blind) : [];
    this.#slider.max = String(Math.max(1, this.#stops.length - 1));
    this.#set(question.range?.low ?? null, "begin");
  }

  /**
   * @param {number | null} total
   * @param {"begin" | "slider" | "amount" | "preset"} from what keeps its own look
   */
  #set(total, from) {
    const range = this.#choice?.question?.range;
    this.#total = range && total !== null && range.low <= total && total <= range.high ? total : null;
    if (this.#total !== null) {
      const wanted = this.#total;
      if (from !== "slider") {
        const at = this.#stops.findLastIndex((stop) => stop <= wanted);
        this.#slider.value = String(at);
      }
      if (from !== "amount") this.#amount.value = chipsText(wanted);
      this.#slider.setAttribute("aria-valuetext", this.#chips(wanted));
    }
    this.#draw();
  }

  #draw() {
    const choice = this.#choice;
    if (!choice) return;
    const { hand, question, seat, ended } = choice;
    showCards(this.#cards, hand.folded[seat] ? [] : hand.cards[seat] ?? [], null);
    const open = this.#open;
    const may = new Set(open?.legal);
    const range = question?.range ?? null;
    const odds = open ? potOdds(hand) : null;
    const worth = choice.worth ? texts.worth(choice.worth) : "";
    const told = odds === null ? (open ? "" : choice.waiting) : texts.odds(this.#chips(hand.call), this.#chips(hand.pot), texts.percent(odds));
    setText(this.#situation, [told, worth].filter(Boolean).join(" "));
    this.classList.toggle("idle", !open && !ended);
    this.classList.toggle("ended", ended);
    this.#onward.hidden = !ended;
    label(this.#onward, texts.onward);
    for (const one of [this.#fold, this.#call, this.#raise]) one.hidden = ended;
    label(this.#fold, texts.fold);
    label(this.#call, !question || hand.can_check ? texts.check : texts.call(this.#chips(hand.call)));
    const highest = range?.high ?? 0;
    const bets = Math.max(...hand.bets, 0) === 0;
    label(this.#raise, this.#total === null || !open ? (bets ? texts.bet("") : texts.raise(""))
      : this.#total === highest ? texts.allIn(this.#chips(highest))
        : bets ? texts.bet(this.#chips(this.#total)) : texts.raise(this.#chips(this.#total)));
    allow(this.#fold, may.has("fold"));
    allow(this.#call, may.has("call"));
    allow(this.#raise, open !== null && this.#total !== null);
    const sized = range ? presets(hand, seat, range) : [];
    this.#sizes.forEach((button, at) => {
      const size = sized[at];
      label(button, texts.presets[PRESETS[at] ?? "least"]);
      button.title = size?.total ? this.#chips(size.total) : "";
      button.setAttribute("aria-pressed", String(open !== null && size?.total === this.#total && size?.total !== null));
      allow(button, open !== null && typeof size?.total === "number");
    });
    const sizes = open !== null && range !== null;
    this.#sizing.classList.toggle("shut", !sizes);
    this.#slider.disabled = !sizes;
    this.#amount.readOnly = !sizes;
    this.#amount.setAttribute("aria-disabled", String(!sizes));
    const wrong = sizes && this.#total === null;
    this.#amount.classList.toggle("wrong", wrong);
    this.#amount.setAttribute("aria-invalid", String(wrong));
    this.#range.classList.toggle("error", wrong);
    setText(this.#range, sizes ? texts.range(chipsText(range.low), chipsText(range.high)) : "");
    if (!question) this.#amount.value = "";
  }

  /** @param {number} chips */
  #chips(chips) {
    const big = this.#choice?.big ?? 0;
    return big ? `${chipsText(chips)} (${chipsText(chips, big)})` : chipsText(chips);
  }

  /** @param {(typeof PRESETS)[number]} name */
  #pick(name) {
    const choice = this.#choice;
    const range = this.#open?.range;
    if (!choice || !range) return;
    const size = presets(choice.hand, choice.seat, range).find((one) => one.name === name);
    if (size?.total) this.#set(size.total, "preset");
  }

  #sendRaise() {
    const low = this.#open?.range?.text[0];
    if (!low || this.#total === null) return;
    this.#act(low.replace(/\d+/, String(this.#total)));
  }

  /** @param {string} action */
  #send(action) {
    if (this.#open?.legal.includes(action)) this.#act(action);
  }

  /** @param {string} action */
  #act(action) {
    this.#answered = this.#choice?.question ?? null;
    this.dispatchEvent(new CustomEvent("act", { detail: { action }, bubbles: true }));
    this.#draw();
  }

  #goOn() {
    this.dispatchEvent(new CustomEvent("onward", { bubbles: true }));
  }

  /** @param {KeyboardEvent} event in the amount or on the slider */
  #enter(event) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    this.#sendRaise();
  }

  /** @param {KeyboardEvent} event anywhere on the page */
  #key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (!this.checkVisibility() || document.querySelector("dialog[open]")) return;
    const target = event.target;
    if (target instanceof Element && target !== this.#slider && target.closest("input, select, textarea, [contenteditable]")) return;
    const key = event.key.toLowerCase();
    if (this.#choice?.ended) {
      if (key === "n" || (key === "enter" && target === document.body)) this.#goOn();
      return;
    }
    const preset = PRESETS[Number(key) - 1];
    if (!this.#open) return;
    if (key === "f") this.#send("fold");
    else if (key === "c") this.#send("call");
    else if (key === "r" && this.#open.range) this.#amount.focus();
    else if ((key === "a" || preset) && this.#open.range) {
      this.#pick(preset ?? "all");
      // Enter is then what sends it.
      this.#raise.focus();
    } else return;
    event.preventDefault();
  }

  /**
   * @param {string} name
   * @param {() => void} act
   * @param {string} [key]
   */
  #button(name, act, key) {
    const button = h("button", { type: "button", class: name }, h("span"), key && h("kbd", { "aria-hidden": "true" }, key));
    if (key) button.setAttribute("aria-keyshortcuts", key);
    // Not `disabled`: that would take the focus away between two turns.
    button.addEventListener("click", () => {
      if (button.getAttribute("aria-disabled") !== "true") act();
    });
    return button;
  }
}

/** What tells a question from the one before. @param {Question} question */
function mark({ turn, range }) {
  return `${turn} ${range?.low} ${range?.high}`;
}

/** @param {HTMLButtonElement} button @param {string} text */
function label(button, text) {
  setText(/** @type {Element} */ (button.firstElementChild), text);
}

/** @param {HTMLButtonElement} button @param {boolean} allowed */
function allow(button, allowed) {
  button.setAttribute("aria-disabled", String(!allowed));
}

customElements.define("holdem-controls", HoldemControls);
