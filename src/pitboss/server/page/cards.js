/** The cards, drawn by us as SVG: UNO's and Jedna's, and playing cards. Their colours are in cards.css. */

import { svg } from "./dom.js";
import { cards as texts } from "./texts.js";

/**
 * @typedef {{ back?: boolean, label?: string, class?: string }} CardOptions
 * `label` is what a screen reader says instead of the card's name; an empty one hides the card from it.
 */

// A card is 100 units wide and 140 high.
const VIEW = "0 0 100 140";

// Each colour of UNO has a shape, in a box of 100 by 100.
/** @type {Record<string, string>} */
const SHAPES = {
  r: "M50 10 95 88a3 3 0 0 1-3 4H8a3 3 0 0 1-3-4Z",
  g: "M50 6a44 44 0 1 1 0 88 44 44 0 1 1 0-88Z",
  b: "M14 10h72a4 4 0 0 1 4 4v72a4 4 0 0 1-4 4H14a4 4 0 0 1-4-4V14a4 4 0 0 1 4-4Z",
  y: "M50 3 63.5 34.5 97.5 37.7 71.8 60.2 79.4 93.5 50 76 20.6 93.5 28.2 60.2 2.5 37.7 36.5 34.5Z",
};

/** @type {Record<string, string>} */
const SUITS = {
  s: "M50 5C62 24 91 39 91 60c0 13-10 20-20 20-7 0-13-3-17-9 0 11 3 18 9 24H37c6-6 9-13 9-24-4 6-10 9-17 9-10 0-20-7-20-20C9 39 38 24 50 5Z",
  h: "M50 93C24 68 7 51 7 33 7 18 18 8 31 8c8 0 15 4 19 12 4-8 11-12 19-12 13 0 24 10 24 25 0 18-17 35-43 60Z",
  d: "M50 4c9 17 21 33 35 46-14 13-26 29-35 46-9-17-21-33-35-46C29 37 41 21 50 4Z",
  c: "M50 5a21 21 0 0 1 17 33.4A21 21 0 1 1 54 66c0 12 3 22 10 29H36c7-7 10-17 10-29A21 21 0 1 1 33 38.4 21 21 0 0 1 50 5Z",
};

const SPADE = "M0-34C9-20 30-8 30 8c0 10-7 15-15 15-5 0-10-2-12-7 0 9 2 14 7 18h-20c5-4 7-9 7-18-2 5-7 7-12 7-8 0-15-5-15-15C-30-8-9-20 0-34Z";

/** @type {Map<string, SVGSVGElement>} */
const drawn = new Map();

/**
 * A card of the UNO family: `r5`, `gs` (skip), `yr` (reverse), `b+2`, `w`, `wd4`; a wild with its named
 * colour: `wb`, `wd4b`.
 * @param {string} code
 * @param {CardOptions} [options]
 * @returns {SVGSVGElement}
 */
export function unoCard(code, options = {}) {
  if (options.back) return finish(take("uno back", () => back("uno")), texts.back, options);
  return finish(take(`uno ${code}`, () => drawUno(code)), unoName(code), options);
}

/**
 * A playing card: `As`, `Td`, `7c`.
 * @param {string} code
 * @param {CardOptions} [options]
 * @returns {SVGSVGElement}
 */
export function playingCard(code, options = {}) {
  if (options.back) return finish(take("playing back", () => back("playing")), texts.back, options);
  return finish(take(`playing ${code}`, () => drawPlaying(code)), playingName(code), options);
}

/**
 * The shape of a colour of UNO, as a picture of its own.
 * @param {string} colour one of r, g, b, y
 * @returns {SVGSVGElement}
 */
export function colourShape(colour) {
  return svg("svg", { viewBox: "0 0 100 100", class: `shape colour-${safe(colour)}`, "aria-hidden": "true" },
    svg("path", { d: SHAPES[colour] ?? "" }));
}

/**
 * A suit as a picture of its own.
 * @param {string} suit one of s, h, d, c
 * @returns {SVGSVGElement}
 */
export function suitShape(suit) {
  return svg("svg", { viewBox: "0 0 100 100", class: `shape suit-${safe(suit)}`, "aria-hidden": "true" },
    svg("path", { d: SUITS[suit] ?? "" }));
}

/**
 * A card of UNO in words: "red 5", "wild draw four, blue".
 * @param {string} code
 */
export function unoName(code) {
  const { colour, rank } = readUno(code);
  if (rank === "w" || rank === "wd4") {
    const name = rank === "w" ? texts.wild : texts.wildDrawFour;
    return colour ? texts.wildAs(name, texts.colours[colour] ?? colour) : name;
  }
  return `${texts.colours[colour] ?? colour} ${texts.ranks[rank] ?? rank}`;
}

/**
 * A playing card in words: "ace of spades".
 * @param {string} code
 */
export function playingName(code) {
  const [rank = "", suit = ""] = code;
  return texts.playing(texts.faces[rank] ?? rank, texts.suits[suit] ?? suit);
}

/** @param {string} code */
function readUno(code) {
  if (code.startsWith("wd4")) return { colour: code.slice(3), rank: "wd4" };
  if (code.startsWith("w")) return { colour: code.slice(1), rank: "w" };
  return { colour: code.slice(0, 1), rank: code.slice(1) };
}

/**
 * Drawn once, then copied.
 * @param {string} key
 * @param {() => SVGSVGElement} draw
 */
function take(key, draw) {
  let original = drawn.get(key);
  if (!original) {
    original = draw();
    // Codes come from outside, and there are not that many cards.
    if (drawn.size < 200) drawn.set(key, original);
  }
  return /** @type {SVGSVGElement} */ (original.cloneNode(true));
}

/**
 * @param {SVGSVGElement} card
 * @param {string} name
 * @param {CardOptions} options
 */
function finish(card, name, options) {
  const label = options.label ?? name;
  if (label) {
    card.setAttribute("role", "img");
    card.setAttribute("aria-label", label);
  } else {
    card.setAttribute("aria-hidden", "true");
  }
  if (options.class) card.classList.add(...options.class.split(" "));
  return card;
}

/** @param {string} look */
function frame(look) {
  return svg("svg", { viewBox: VIEW, class: `card ${look}`, preserveAspectRatio: "xMidYMid meet" },
    svg("rect", { class: "card-paper", x: 1, y: 1, width: 98, height: 138, rx: 11 }));
}

/**
 * @param {string} text
 * @param {number} x of its middle
 * @param {number} y of its baseline
 * @param {number} size
 * @param {string} [look]
 * @param {number} [width] if it has more than one letter, whatever the font
 */
function write(text, x, y, size, look = "card-figure", width = 0) {
  const fit = text.length > 1 && width ? { textLength: width, lengthAdjust: "spacingAndGlyphs" } : {};
  return svg("text", { class: look, x, y, "font-size": size, "text-anchor": "middle", ...fit }, text);
}

/**
 * A shape put somewhere: its middle and its width.
 * @param {string} path
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {string} look
 */
function put(path, x, y, width, look) {
  const scale = width / 100;
  return svg("path", { class: look, d: path, transform: `translate(${x - width / 2} ${y - width / 2}) scale(${scale})` });
}

/** @param {SVGSVGElement} card the same again, upside down in the other corner */
function mirrored(card, /** @type {SVGElement[]} */ ...parts) {
  card.append(...parts);
  card.append(svg("g", { transform: "rotate(180 50 70)" }, ...parts.map((part) => part.cloneNode(true))));
}

// UNO.

/** @param {string} code @returns {SVGSVGElement} */
function drawUno(code) {
  const { colour, rank } = readUno(code);
  if (rank === "w" || rank === "wd4") return drawWild(colour, rank);
  const card = frame(`uno-card colour-${safe(colour)}`);
  card.append(put(SHAPES[colour] ?? "", 50, 70, 84, "card-ghost"));
  const sign = { s: skip, r: reverse }[rank];
  if (sign) {
    card.append(svg("g", { transform: "translate(50 70)" }, sign()));
    mirrored(card,
      svg("g", { transform: "translate(19 22) scale(0.33)" }, sign()),
      put(SHAPES[colour] ?? "", 19, 45, 14, "card-sign"));
  } else {
    const underlined = rank === "6" || rank === "9";
    card.append(write(rank, 50, rank.length > 1 ? 92 : 97, rank.length > 1 ? 62 : 76, "card-figure", 66));
    if (underlined) card.append(svg("rect", { class: "card-figure", x: 33, y: 105, width: 34, height: 6, rx: 3 }));
    mirrored(card,
      write(rank, rank.length > 1 ? 21 : 19, 31, 26, "card-figure card-index", 27),
      put(SHAPES[colour] ?? "", 19, 45, 14, "card-sign"));
  }
  return card;
}

/**
 * Four shapes in their colours on a dark card; once a colour is named, that colour in a dark frame.
 * @param {string} colour
 * @param {string} rank
 */
function drawWild(colour, rank) {
  const four = rank === "wd4";
  const card = frame(`uno-card wild${colour ? ` named colour-${safe(colour)}` : ""}`);
  card.append(svg("rect", { class: "card-inside", x: 9, y: 9, width: 82, height: 122, rx: 6 }));
  if (colour) {
    const path = SHAPES[colour] ?? "";
    card.append(put(path, 50, 70, four ? 76 : 50, four ? "card-ghost" : "card-figure"));
  } else if (four) {
    card.append(
      put(SHAPES.r ?? "", 55, 27, 17, "card-fill colour-r"), put(SHAPES.g ?? "", 77, 27, 17, "card-fill colour-g"),
      put(SHAPES.y ?? "", 23, 113, 17, "card-fill colour-y"), put(SHAPES.b ?? "", 45, 113, 17, "card-fill colour-b"));
  } else {
    card.append(
      put(SHAPES.r ?? "", 32, 52, 30, "card-fill colour-r"), put(SHAPES.g ?? "", 68, 52, 30, "card-fill colour-g"),
      put(SHAPES.y ?? "", 32, 89, 32, "card-fill colour-y"), put(SHAPES.b ?? "", 68, 89, 30, "card-fill colour-b"));
  }
  if (four) card.append(write("+4", 50, 91, 60, "card-figure", 64));
  mirrored(card, write(four ? "+4" : "W", 24, 33, 22, "card-figure card-index", 24));
  return card;
}

function skip() {
  return svg("g", { class: "card-stroke" },
    svg("circle", { r: 30 }), svg("path", { d: "M-21 21 21-21" }));
}

function reverse() {
  return svg("g", { class: "card-stroke" },
    svg("path", { d: "M-12 30V-22M-29-7-12-26 5-7" }),
    svg("path", { d: "M12-30V22M29 7 12 26-5 7" }));
}

// Playing cards.

/** @param {string} code @returns {SVGSVGElement} */
function drawPlaying(code) {
  const [rank = "", suit = ""] = code;
  const card = frame(`playing-card suit-${safe(suit)}`);
  const path = SUITS[suit] ?? "";
  const text = rank === "T" ? "10" : rank;
  card.append(
    write(text, text.length > 1 ? 27 : 24, 40, 44, "card-figure card-rank", 40),
    put(path, 24, 64, 25, "card-pip"));
  if ("KQJ".includes(rank) && rank) {
    card.append(
      svg("rect", { class: "card-panel", x: 44, y: 40, width: 46, height: 90, rx: 6 }),
      write(rank, 67, 103, 44, "card-figure card-letter"),
      put(path, 67, 54, 15, "card-pip"),
      svg("path", { class: "card-line", d: "M51 118h32" }),
      svg("path", { class: "card-line", d: crown(rank) }));
  } else if (rank === "A") {
    card.append(put(path, 60, 96, 66, "card-pip"));
  } else {
    card.append(put(path, 66, 102, 50, "card-pip"));
  }
  return card;
}

/** A line under a face: the more points, the higher. @param {string} rank */
function crown(rank) {
  if (rank === "K") return "M53 125l7-4 7 4 7-4 7 4";
  return rank === "Q" ? "M56 124q5.5-5 11 0 5.5-5 11 0" : "M60 123h14";
}

// Backs.

/** @param {string} deck @returns {SVGSVGElement} */
function back(deck) {
  const card = frame(`card-back back-${deck}`);
  const lines = [];
  for (let step = -9; step <= 23; step += 1) {
    lines.push(`M${step * 10 - 40} 10l140 140M${step * 10 + 50} 10l-140 140`);
  }
  const inner = svg("svg", { x: 9, y: 9, width: 82, height: 122, viewBox: "9 9 82 122" },
    svg("path", { class: "card-lattice", d: lines.join("") }));
  card.append(
    svg("rect", { class: "card-inner", x: 9, y: 9, width: 82, height: 122, rx: 6 }),
    inner,
    svg("rect", { class: "card-border", x: 9, y: 9, width: 82, height: 122, rx: 6 }),
    svg("circle", { class: "card-seal", cx: 50, cy: 70, r: 24 }),
    deck === "uno"
      ? svg("g", { class: "card-mark" },
        put(SHAPES.r ?? "", 41, 61, 14, "card-mark"), put(SHAPES.g ?? "", 59, 61, 14, "card-mark"),
        put(SHAPES.y ?? "", 41, 79, 14, "card-mark"), put(SHAPES.b ?? "", 59, 79, 14, "card-mark"))
      : svg("path", { class: "card-mark", d: SPADE, transform: "translate(50 70) scale(0.42)" }));
  return card;
}

/** One letter for a class name. @param {string} text */
function safe(text) {
  return /^[a-z]$/.test(text) ? text : "none";
}
