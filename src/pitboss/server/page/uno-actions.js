/** Legal actions of the UNO family as the controls need them. How they are spelled: games/uno/notation.py. */

/** @typedef {{ once: string | null, twice: string | null }} Copies */

/**
 * What one card in the hand can do: played as it is, or (a wild) with a colour.
 * @typedef {{ plain: Copies, colours: Map<string, Copies> }} Play
 */

/**
 * @typedef {object} Choices
 * @property {Map<string, Play>} plays by the card's code
 * @property {Set<string>} words draw, pass, uno, catch and challenge, as far as they are legal
 * @property {Map<string, string>} colours actions that only name a colour, by its letter
 * @property {Map<number, string>} swaps actions that swap hands, by the other's seat
 * @property {string[]} others whatever has no control of its own
 */

export const COLOURS = ["r", "g", "b", "y"];
const WORDS = new Set(["draw", "pass", "uno", "catch", "challenge"]);
const CARD = /^(?:([rgby](?:[0-9sr]|\+2))|(wd4|w)([rgby]))( twice)?$/;

/** @returns {Choices} */
export function noChoices() {
  return { plays: new Map(), words: new Set(), colours: new Map(), swaps: new Map(), others: [] };
}

/**
 * @param {string[]} legal
 * @param {string[]} hand a card that is not in it can't be clicked, so its action is listed instead
 * @returns {Choices}
 */
export function readChoices(legal, hand) {
  const choices = noChoices();
  for (const action of legal) {
    const card = CARD.exec(action);
    const code = card?.[1] ?? card?.[2];
    const colour = /^colour ([rgby])$/.exec(action)?.[1];
    const swap = /^swap (\d+)$/.exec(action)?.[1];
    if (code && hand.includes(code)) {
      addPlay(choices.plays, code, card?.[3], Boolean(card?.[4]), action);
    } else if (WORDS.has(action)) {
      choices.words.add(action);
    } else if (colour) {
      choices.colours.set(colour, action);
    } else if (swap) {
      choices.swaps.set(Number(swap), action);
    } else {
      choices.others.push(action);
    }
  }
  return choices;
}

/**
 * @param {Map<string, Play>} plays
 * @param {string} code
 * @param {string | undefined} colour
 * @param {boolean} twice
 * @param {string} action
 */
function addPlay(plays, code, colour, twice, action) {
  let play = plays.get(code);
  if (!play) {
    play = { plain: { once: null, twice: null }, colours: new Map() };
    plays.set(code, play);
  }
  let copies = play.plain;
  if (colour) {
    copies = play.colours.get(colour) ?? { once: null, twice: null };
    play.colours.set(colour, copies);
  }
  copies[twice ? "twice" : "once"] = action;
}

/**
 * The actions of a card by the colour that they name.
 * @param {Play} play
 * @param {"once" | "twice"} copies
 * @returns {Map<string, string>}
 */
export function colourActions(play, copies) {
  /** @type {Map<string, string>} */
  const actions = new Map();
  for (const [colour, both] of play.colours) {
    const action = both[copies];
    if (action !== null) actions.set(colour, action);
  }
  return actions;
}
