/** All texts of the page, one constant for each view; functions where there are values. */

export const common = {
  failed: "This did not work",
  again: "Try again",
  goHome: "Home",
  missing: "There is no such page",
  missingMore: "The address may be mistyped, or what it names is gone.",
  offline: "The server does not answer.",
  /** @param {number} number */
  status: (number) => `The server answered with an error (${number}).`,
  copy: "Copy",
  copied: "Copied",
  notCopied: "Could not copy: select the text instead.",
  themes: { system: "Theme: as the system", light: "Theme: light", dark: "Theme: dark" },
  nobody: "nobody",
  close: "Close",
  cancel: "Cancel",
};

export const home = {};

export const plain = {
  view: "The position",
  actions: "What you may do",
  turnOf: (/** @type {string} */ name) => `${name} is to move`,
  over: "The game is over",
  amount: "The number to play",
  play: "Play",
};

export const cards = {
  back: "A card, face down",
  colours: /** @type {Record<string, string>} */ ({ r: "red", g: "green", b: "blue", y: "yellow" }),
  ranks: /** @type {Record<string, string>} */ ({ s: "skip", r: "reverse", "+2": "draw two" }),
  wild: "wild",
  wildDrawFour: "wild draw four",
  /** @param {string} name @param {string} colour */
  wildAs: (name, colour) => `${name}, ${colour}`,
  suits: /** @type {Record<string, string>} */ ({ s: "spades", h: "hearts", d: "diamonds", c: "clubs" }),
  faces: /** @type {Record<string, string>} */ ({ A: "ace", K: "king", Q: "queen", J: "jack", T: "10" }),
  /** @param {string} rank @param {string} suit */
  playing: (rank, suit) => `${rank} of ${suit}`,
};

export const table = {};

export const uno = {};

export const holdem = {};

export const replay = {};

export const events = {};

export const organise = {};
