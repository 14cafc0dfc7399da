/** One seat at a hold'em table: its cards, its plate, its bet. What is true of it is decided in holdem-table.js. */

import { playingCard } from "./cards.js";
import { h, setText } from "./dom.js";
import { holdem as texts } from "./texts.js";

/**
 * What a seat looks like now.
 * @typedef {{
 *   name: string,
 *   stack: string,
 *   cards: string[],
 *   bright: Set<string> | null,
 *   bet: string,
 *   did: string,
 *   mark: "" | "dealer" | "small" | "big",
 *   dealer: boolean,
 *   equity: number | null,
 *   place: string,
 *   acting: boolean, folded: boolean, allIn: boolean, out: boolean, gone: boolean, away: boolean,
 *   won: boolean, own: boolean,
 * }} SeatLook
 * `cards`: codes, or empty texts for backs. `bright`: of the cards that are open, those that count.
 */

export class HoldemSeat {
  #cards = h("div", { class: "hole" });
  #name = h("span", { class: "name cut" });
  #stack = h("span", { class: "chips" });
  #clock = h("span", { class: "clock", hidden: true });
  #time = h("span", { class: "time", hidden: true });
  #equity = h("span", { class: "equity", hidden: true });
  #share = h("span", { class: "share" });
  #did = h("span", { class: "did" });
  #blind = h("abbr", { class: "mark blind", hidden: true });
  #dealer = h("abbr", { class: "mark dealer", hidden: true, title: texts.marks.dealer.title }, texts.marks.dealer.text);
  #place = h("span", { class: "place", hidden: true });
  #amount = h("span");
  /** The plate, where chips come from and go to. */
  plate = h("div", { class: "plate" },
    this.#name, this.#stack, this.#clock, this.#time, this.#equity, this.#place, this.#dealer, this.#blind);
  /** The chips in front of the seat. */
  bet = h("div", { class: "bet", hidden: true }, h("span", { class: "unseen" }, texts.inFront), this.#amount);
  spot = h("div", { class: "spot" }, this.#cards, this.plate, this.#did);
  element = h("li", { class: "seat" }, this.spot, this.bet);
  /** @type {Animation | null} */
  #running = null;

  constructor() {
    this.#equity.append(this.#share);
  }

  /** @param {Record<string, number>} places custom properties: where it is */
  place(places) {
    for (const [name, value] of Object.entries(places)) this.element.style.setProperty(`--${name}`, value.toFixed(2));
  }

  /**
   * @param {SeatLook} look
   * @returns {Element[]} cards that were not there before
   */
  show(look) {
    const fresh = showCards(this.#cards, look.cards, look.bright);
    setText(this.#name, look.name);
    this.#name.title = look.name;
    setText(this.#stack, look.stack);
    setText(this.#did, look.did);
    this.#did.hidden = !look.did;
    setText(this.#amount, look.bet);
    this.bet.hidden = !look.bet;
    setText(this.#place, look.place);
    this.#place.hidden = !look.place;
    this.#dealer.hidden = !look.dealer;
    this.#blind.hidden = look.mark !== "small" && look.mark !== "big";
    if (look.mark) {
      this.#blind.title = texts.marks[look.mark].title;
      setText(this.#blind, texts.marks[look.mark].text);
    }
    this.#equity.hidden = look.equity === null;
    if (look.equity !== null) {
      this.#equity.style.setProperty("--share", String(look.equity));
      const percent = texts.percent(look.equity);
      if (this.#share.textContent !== percent) this.#equity.title = texts.equity(percent);
      setText(this.#share, percent);
    }
    const { classList } = this.element;
    classList.toggle("acting", look.acting);
    classList.toggle("folded", look.folded);
    classList.toggle("all-in", look.allIn);
    classList.toggle("out", look.out);
    classList.toggle("gone", look.gone);
    classList.toggle("away", look.away);
    classList.toggle("won", look.won);
    classList.toggle("own", look.own);
    if (look.acting) this.element.setAttribute("aria-current", "true");
    else this.element.removeAttribute("aria-current");
    return fresh;
  }

  /**
   * The time left of the seat's move; without one, no clock.
   * @param {number | null} seconds
   */
  tick(seconds) {
    this.#clock.hidden = seconds === null;
    this.element.classList.toggle("hurried", seconds !== null && seconds <= 5);
    if (seconds !== null) setText(this.#clock, String(Math.ceil(seconds)));
  }

  /**
   * A bar that shrinks until the time is up.
   * @param {number} left ms
   * @param {number} whole ms
   */
  run(left, whole) {
    this.halt();
    this.#time.hidden = false;
    const from = Math.min(1, left / Math.max(1, whole));
    this.#running = this.#time.animate(
      [{ transform: `scaleX(${from})` }, { transform: "scaleX(0)" }],
      { duration: Math.max(1, left), fill: "forwards" },
    );
  }

  halt() {
    this.#running?.cancel();
    this.#running = null;
    this.#time.hidden = true;
    this.tick(null);
  }
}

/**
 * Show cards in a row; those that stay are left alone.
 * @param {Element} row
 * @param {string[]} cards codes, or empty texts for backs
 * @param {Set<string> | null} bright those that count, if that is known
 * @returns {Element[]} the new ones
 */
export function showCards(row, cards, bright) {
  const fresh = [];
  while (row.children.length > cards.length) row.lastElementChild?.remove();
  for (const [at, code] of cards.entries()) {
    let card = row.children[at];
    if (!card || card.getAttribute("data-card") !== code) {
      const next = playingCard(code, { back: !code });
      next.setAttribute("data-card", code);
      if (card) card.replaceWith(next);
      else row.append(next);
      card = next;
      fresh.push(card);
    }
    card.classList.toggle("dim", bright !== null && code !== "" && !bright.has(code));
    card.classList.toggle("bright", bright !== null && bright.has(code));
  }
  return fresh;
}
