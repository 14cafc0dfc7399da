/** Sentences about the UNO family, with their cards as pictures and in words instead of codes. */

import { colourShape, unoName } from "./cards.js";
import { h } from "./dom.js";

const CARD = "(?:[rgby](?:[0-9sr]|\\+2)|wd4[rgby]?|w[rgby]?)";
// What follows a player's name, or begins a sentence about nobody. Names are not ours to change.
const WITH_CARDS = new RegExp(`^(plays|draws|is dealt|The first card is) (${CARD}(?: ${CARD})*)$`);

/**
 * The words before the cards, and the cards; null if the sentence shows none.
 * @param {string} text
 * @param {string[]} names
 * @returns {{ before: string, cards: string[] } | null}
 */
function takeApart(text, names) {
  for (const who of ["", ...names.map((name) => `${name} `)]) {
    if (!text.startsWith(who)) continue;
    const [, verb, cards] = WITH_CARDS.exec(text.slice(who.length)) ?? [];
    if (verb && cards) return { before: `${who}${verb}`, cards: cards.split(" ") };
  }
  return null;
}

/**
 * As plain text: "red plays blue 5".
 * @param {string} text
 * @param {string[]} names
 */
export function plainWords(text, names) {
  const parts = takeApart(text, names);
  return parts ? `${parts.before} ${parts.cards.map(unoName).join(", ")}` : text;
}

/**
 * As text and pictures.
 * @param {string} text
 * @param {string[]} names
 * @returns {(Node | string)[]}
 */
export function picturedWords(text, names) {
  const parts = takeApart(text, names);
  if (!parts) return [text];
  const cards = parts.cards.flatMap((code, at) => {
    const colour = /^[rgby]|[rgby]$/.exec(code)?.[0];
    return [at ? ", " : " ", h("span", { class: "word-card" }, colour ? colourShape(colour) : "", unoName(code))];
  });
  return [parts.before, ...cards];
}
