/** The middle of an UNO table: pile, discards, the colour in force, cards to take, direction and round. */

import { colourShape, unoCard } from "./cards.js";
import { h, setText, svg } from "./dom.js";
import { cards as cardTexts, uno as texts } from "./texts.js";
import { targetOf } from "./uno-position.js";
import { cardOf, keepChildren } from "./uno-seat.js";

/** @typedef {import("./types.js").Position} Position */

/** How many cards are seen under the top one. */
const UNDER_TOP = 4;

export class Centre {
  /** @param {() => void} draw */
  constructor(draw) {
    this.back = h("span", { class: "pile-cards" }, unoCard("", { back: true, label: "" }));
    this.count = h("span", { class: "pile-count" });
    this.pile = h("button", { type: "button", class: "pile", onclick: draw }, this.back, this.count);
    this.discard = h("ul", { class: "discard", "aria-label": texts.discards });
    this.colour = h("span", { class: "colour" });
    this.due = h("span", { class: "due" });
    this.ring = directionRing();
    this.round = h("span", { class: "round" });
    const force = h("div", { class: "force" }, this.colour, this.due);
    this.element = h("div", { class: "centre" }, this.pile, this.discard, force, this.round);
  }

  /** The card on top. @returns {HTMLElement | null} */
  get top() {
    return /** @type {HTMLElement | null} */ (this.discard.lastElementChild);
  }

  /**
   * @param {Position} position
   * @param {boolean} mayDraw
   */
  update(position, mayDraw) {
    const { view, rules } = position;
    this.#showDiscards(view.discards ?? [], view.top);
    this.#showColour(view.colour ?? "");
    this.due.hidden = !view.pending;
    setText(this.due, view.pending ? texts.due(view.pending) : "");
    this.due.title = view.pending ? texts.dueMore(view.pending) : "";
    setText(this.count, String(view.pile));
    this.pile.disabled = !mayDraw;
    this.pile.classList.toggle("empty", view.pile === 0);
    this.pile.setAttribute("aria-label", mayDraw ? texts.drawFrom(view.pile) : texts.pile(view.pile));
    this.ring.classList.toggle("back", view.direction < 0);
    this.ring.setAttribute("aria-label", texts.direction(view.direction));
    const target = targetOf(rules);
    this.round.hidden = !target && !view.round;
    setText(this.round, texts.round(view.round + 1, target));
  }

  /**
   * @param {string[]} discards
   * @param {string} top
   */
  #showDiscards(discards, top) {
    const first = Math.max(0, discards.length - UNDER_TOP);
    // A named wild that was on top is a plain one among the discards, but still the same card.
    const keys = [...discards.slice(first), top].map((card, at) => `${plainCode(card)}/${first + at}`);
    keepChildren(this.discard, keys, discardCard);
    for (const child of this.discard.children) {
      if (child === this.top) child.removeAttribute("aria-hidden");
      else child.setAttribute("aria-hidden", "true");
    }
    const face = this.top;
    if (face && face.dataset.face !== top) {
      face.dataset.face = top;
      face.replaceChildren(unoCard(top));
    }
  }

  /** @param {string} colour */
  #showColour(colour) {
    if (this.colour.dataset.colour === colour) return;
    this.colour.dataset.colour = this.discard.dataset.colour = colour;
    this.colour.replaceChildren(
      h("b", { "aria-hidden": "true" }, colour ? colourShape(colour) : "?"),
      h("span", null, cardTexts.colours[colour] ?? texts.anyColour),
    );
  }
}

/** A wild without the colour that was named for it. @param {string} code */
export function plainCode(code) {
  return code.replace(/^(wd4|w)[rgby]$/, "$1");
}

/** @param {string} key the card, and how many lay there before it */
function discardCard(key) {
  const code = cardOf(key);
  const number = Number(key.split("/")[1]);
  const card = h("li", { class: "discard-card", dataset: { face: code } }, unoCard(code));
  card.style.setProperty("--turn", `${((number * 47) % 19) - 9}deg`);
  return card;
}

const ARROWS = [
  "translate(100 4)",
  "translate(196 60) rotate(90)",
  "translate(100 116) rotate(180)",
  "translate(4 60) rotate(270)",
];

/** Arrows on an oval, clockwise. */
function directionRing() {
  return svg(
    "svg",
    { class: "ring", viewBox: "0 0 200 120", role: "img" },
    svg("ellipse", { cx: 100, cy: 60, rx: 96, ry: 56 }),
    ARROWS.map((transform) => svg("path", { d: "M-5-5 6 0-5 5Z", transform })),
  );
}
