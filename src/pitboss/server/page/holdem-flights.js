/** Short flights of chips and cards. Nothing here is needed to understand a position. */

import { h } from "./dom.js";

const CHIPS = 320;
const CARDS = 240;

/**
 * Cards come from the middle of the table, one after the other.
 * @param {Element[]} cards
 * @param {Element} from
 */
export function deal(cards, from) {
  const start = centre(from);
  const ways = cards.map((card) => way(start, centre(card)));
  cards.forEach((card, at) => {
    card.animate(
      [{ transform: `translate(${ways[at]}) scale(0.6)`, opacity: 0 }, { transform: "none", opacity: 1 }],
      { duration: CARDS, delay: Math.min(at * 35, 300), easing: "ease-out", fill: "backwards" },
    );
  });
}

/**
 * A bet comes from the seat's plate.
 * @param {Element} bet
 * @param {Element} plate
 */
export function putIn(bet, plate) {
  bet.animate(
    [{ translate: way(centre(plate), centre(bet)).replace(",", " "), opacity: 0.2 }, { translate: "0 0", opacity: 1 }],
    { duration: CHIPS * 0.7, easing: "ease-out" },
  );
}

/**
 * A bet that is taken off the table goes into the pot.
 * @param {Element} table
 * @param {Element} from
 * @param {Element} pots
 */
export function collect(table, from, pots) {
  fly(table, from, pots);
}

/**
 * A pot goes to who won it.
 * @param {Element} table
 * @param {Element} pots
 * @param {Element} plate
 */
export function pay(table, pots, plate) {
  fly(table, pots, plate, CHIPS);
}

/**
 * @param {Element} table
 * @param {Element} from
 * @param {Element} to
 * @param {number} [delay] ms
 */
function fly(table, from, to, delay = 0) {
  const box = table.getBoundingClientRect();
  const start = centre(from);
  const chip = h("span", { class: "flying", "aria-hidden": "true" });
  chip.style.setProperty("left", `${start.x - box.left}px`);
  chip.style.setProperty("top", `${start.y - box.top}px`);
  table.append(chip);
  const flight = chip.animate(
    [{ translate: "-50% -50%" }, { translate: `calc(-50% + ${centre(to).x - start.x}px) calc(-50% + ${centre(to).y - start.y}px)`, opacity: 0.4 }],
    { duration: CHIPS, delay, easing: "ease-in-out", fill: "both" },
  );
  flight.finished.finally(() => chip.remove()).catch(() => {});
}

/** @param {Element} element */
function centre(element) {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/**
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}} to
 */
function way(from, to) {
  return `${from.x - to.x}px, ${from.y - to.y}px`;
}
