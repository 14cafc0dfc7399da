/** A sentence of the telling as nodes: names kept to themselves, cards as people write them. */

import { h, styles } from "./dom.js";
import { cards as words } from "./texts.js";

const UNO_CARD = /^(?:([rgby])(\d|s|r|\+2)|(wd4|w)([rgby]?))$/;
const PLAYING_CARD = /^([2-9TJQKA])([shdc])$/;
const FACES = /** @type {Record<string, string>} */ ({ s: "⊘", r: "⇄", "+2": "+2", w: "W", wd4: "+4" });
const SUITS = /** @type {Record<string, string>} */ ({ s: "♠", h: "♥", d: "♦", c: "♣" });

/**
 * The nodes of a sentence. A name may be written from right to left, or look like a card.
 * @param {string} text
 * @param {string[]} names who the sentence may be about
 * @param {string} kind
 * @returns {Node[]}
 */
export function sentence(text, names, kind) {
  /** @type {Node[]} */
  const nodes = [];
  let rest = text;
  while (rest) {
    const found = firstName(rest, names);
    const plain = found ? rest.slice(0, found.at) : rest;
    nodes.push(...withCards(plain, kind));
    if (!found) break;
    nodes.push(h("bdi", { class: "told-name" }, found.name));
    rest = rest.slice(found.at + found.name.length);
  }
  return nodes;
}

/**
 * The same for a screen reader: names as they are, cards in words.
 * @param {string} text
 * @param {string[]} names
 * @param {string} kind
 */
export function spoken(text, names, kind) {
  const parts = sentence(text, names, kind);
  return parts.map((part) => (part instanceof Element && part.getAttribute("aria-label")) || part.textContent).join("");
}

/**
 * The first name in a text, as a whole word; of two at one place the longer.
 * @param {string} text
 * @param {string[]} names
 */
function firstName(text, names) {
  /** @type {{at: number, name: string} | null} */
  let best = null;
  for (const name of names) {
    if (!name) continue;
    let at = text.indexOf(name);
    while (at >= 0 && !(ends(text[at - 1]) && ends(text[at + name.length]))) at = text.indexOf(name, at + 1);
    if (at < 0) continue;
    if (!best || at < best.at || (at === best.at && name.length > best.name.length)) best = { at, name };
  }
  return best;
}

/** @param {string | undefined} character */
function ends(character) {
  return character === undefined || /[\s:;,.]/.test(character);
}

/**
 * @param {string} text
 * @param {string} kind
 * @returns {Node[]}
 */
function withCards(text, kind) {
  const draw = kind === "uno" ? unoWord : kind.startsWith("holdem") ? playingWord : null;
  if (!draw) return [document.createTextNode(text)];
  /** @type {Node[]} */
  const nodes = [];
  let plain = "";
  for (const part of text.split(/(\s+)/)) {
    const card = draw(part);
    if (!card) {
      plain += part;
      continue;
    }
    if (plain) nodes.push(document.createTextNode(plain));
    plain = "";
    nodes.push(card);
  }
  if (plain) nodes.push(document.createTextNode(plain));
  return nodes;
}

/** @param {string} code */
function unoWord(code) {
  const match = UNO_CARD.exec(code);
  if (!match) return null;
  const [, colour = match[4] ?? "", rank = match[3] ?? ""] = match;
  const named = match[3] === "w" ? words.wild : match[3] ? words.wildDrawFour : (words.ranks[rank] ?? rank);
  const said = !match[3]
    ? `${words.colours[colour]} ${named}`
    : colour
      ? words.wildAs(named, words.colours[colour] ?? "")
      : named;
  return word(`told-uno told-${colour || "wild"}`, said, `${FACES[rank] ?? rank}`, match[3] ? "" : colour.toUpperCase());
}

/** @param {string} code */
function playingWord(code) {
  const match = PLAYING_CARD.exec(code);
  if (!match) return null;
  const [, rank = "", suit = ""] = match;
  return word(
    `told-${suit}`,
    words.playing(words.faces[rank] ?? rank, words.suits[suit] ?? suit),
    (rank === "T" ? "10" : rank) + (SUITS[suit] ?? suit),
    "",
  );
}

/**
 * A card in a line of text.
 * @param {string} look
 * @param {string} said
 * @param {string} face
 * @param {string} letter the colour, for who can't tell colours
 */
function word(look, said, face, letter) {
  return h("span", { class: `told-card ${look}`, role: "img", "aria-label": said, title: said }, letter ? h("small", null, letter) : null, face);
}

await styles("sentence.css");
