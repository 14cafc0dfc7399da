/** One's own hand: large cards in a row, of which those that play are buttons. */

import { unoCard, unoName } from "./cards.js";
import { h, setText } from "./dom.js";
import { uno as texts } from "./texts.js";
import { cardKeys, cardOf, keepChildren } from "./uno-seat.js";

/** @typedef {import("./uno-actions.js").Choices} Choices */

export class Hand {
  /** @param {(code: string, copies: "once" | "twice", from: HTMLElement) => void} play */
  constructor(play) {
    this.play = play;
    this.element = h("ul", {
      class: "hand",
      "aria-label": texts.hand,
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#walk(event),
      onfocusin: (/** @type {FocusEvent} */ event) => this.#settle(event.target),
    });
  }

  /** @returns {HTMLButtonElement[]} */
  get cards() {
    return [...this.element.querySelectorAll("button.hand-card")].map(
      (button) => /** @type {HTMLButtonElement} */ (button),
    );
  }

  /** @param {string} code @returns {HTMLElement | undefined} */
  find(code) {
    return this.cards.findLast((button) => button.dataset.card === code);
  }

  /**
   * @param {string[]} cards
   * @param {Choices} choices
   * @param {string | null} drawn the card just drawn, while it matters
   * @param {boolean} live whether this hand is played from, or only looked at
   * @returns {HTMLElement[]} cards that have come
   */
  update(cards, choices, drawn, live) {
    const before = this.cards;
    const focused = before.findIndex((button) => button === document.activeElement);
    const keys = cardKeys(cards);
    const made = keepChildren(this.element, keys, (key) => this.#card(cardOf(key)));
    this.element.style.setProperty("--cards", String(cards.length));
    this.element.classList.toggle("many", cards.length > 12);
    const now = this.cards;
    const last = drawn ? this.find(drawn) : undefined;
    for (const button of now) {
      const code = button.dataset.card ?? "";
      const play = choices.plays.get(code);
      button.setAttribute("aria-disabled", play ? "false" : "true");
      button.parentElement?.classList.toggle("playable", Boolean(play));
      button.parentElement?.classList.toggle("idle", live && !play);
      button.parentElement?.classList.toggle("drawn", button === last);
      const twice =
        play && (play.plain.twice || [...play.colours.values()].some((both) => both.twice));
      this.#pair(button, code, Boolean(twice) && this.find(code) === button);
    }
    // The card that had the focus was played: its neighbour gets it.
    if (focused >= 0 && !before[focused]?.isConnected) {
      now[Math.min(focused, now.length - 1)]?.focus({ preventScroll: true });
    }
    this.#settle(document.activeElement);
    return made;
  }

  /** Go to the first card that plays. @returns {boolean} */
  enter() {
    const card = this.cards.find((button) => button.getAttribute("aria-disabled") === "false");
    (card ?? this.cards[0])?.focus();
    return Boolean(card);
  }

  /** Play both copies of the card that has the focus. */
  playPair() {
    const code = this.cards.find((button) => button === document.activeElement)?.dataset.card;
    const chips = /** @type {NodeListOf<HTMLElement>} */ (this.element.querySelectorAll(".pair"));
    for (const chip of chips) if (chip.dataset.card === code) chip.click();
  }

  /** @param {string} code */
  #card(code) {
    const button = h(
      "button",
      {
        type: "button",
        class: "hand-card",
        tabindex: "-1",
        dataset: { card: code },
        onclick: () => {
          if (button.getAttribute("aria-disabled") === "false") this.play(code, "once", button);
        },
      },
      unoCard(code),
    );
    return h("li", { class: "hand-place" }, button);
  }

  /**
   * @param {HTMLButtonElement} card
   * @param {string} code
   * @param {boolean} offered
   */
  #pair(card, code, offered) {
    const place = card.parentElement;
    const chip = place?.querySelector(".pair");
    if (!offered) {
      chip?.remove();
    } else if (!chip) {
      const button = h("button", {
        type: "button",
        class: "pair",
        dataset: { card: code },
        "aria-label": texts.both(unoName(code)),
        onclick: () => this.play(code, "twice", card),
      });
      setText(button, texts.pair);
      place?.append(button);
    }
  }

  /** One card of the hand is a tab stop: the one that had the focus last. @param {unknown} target */
  #settle(target) {
    const cards = this.cards;
    const stop =
      cards.find((button) => button === target) ??
      cards.find((button) => button.tabIndex === 0) ??
      cards[0];
    for (const button of cards) button.tabIndex = button === stop ? 0 : -1;
  }

  /** @param {KeyboardEvent} event */
  #walk(event) {
    const cards = this.cards;
    const at = cards.findIndex((button) => button === document.activeElement);
    /** @type {Record<string, number>} */
    const steps = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: cards.length - 1 };
    const to = steps[event.key];
    if (at < 0 || to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    cards[(to + cards.length) % cards.length]?.focus();
  }
}
