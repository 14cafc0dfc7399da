/** What a position of the UNO family says: of its seats, of its rules, of whom it waits for. */

import { uno as texts } from "./texts.js";

/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./uno-actions.js").Choices} Choices */

/**
 * @typedef {object} SeatState
 * @property {string} name
 * @property {string[] | null} cards null: only their number is known
 * @property {number} size
 * @property {boolean} turn it is asked
 * @property {boolean} next it comes next, if nothing happens
 * @property {boolean} left
 * @property {boolean} away its connection is lost
 * @property {boolean} forgot it did not call UNO
 * @property {boolean} called it did, or has one card
 * @property {number | null} score
 * @property {number} place 0: the game is not over
 */

/** @param {Position} position @param {number} seat */
export function nameOf(position, seat) {
  return position.names[seat] ?? texts.seat(seat + 1);
}

/**
 * The cards of a seat, as far as they are known.
 * @param {Position} position
 * @param {number} seat
 * @returns {string[] | null}
 */
export function handOf(position, seat) {
  const view = position.view;
  if (view.hands?.length) return view.hands[seat] ?? null;
  return view.seat === seat ? view.hand : null;
}

/**
 * @param {Position} position
 * @param {number} seat
 * @param {number | null} seenFrom the only seat whose cards are shown, -1 or null for all that are known
 * @returns {SeatState}
 */
export function seatState(position, seat, seenFrom) {
  const { view, result } = position;
  const hidden = seenFrom !== null && seenFrom >= 0 && seenFrom !== seat;
  const left = (view.left ?? []).includes(seat);
  const scores = /** @type {number[]} */ (result?.scores ?? view.scores ?? []);
  const size = view.sizes[seat];
  const uno = size === 1 || (view.called && view.actor === seat);
  return {
    name: nameOf(position, seat),
    cards: hidden || left ? null : handOf(position, seat),
    size,
    turn: position.actor === seat && !result,
    next: !result && view.actor >= 0 && view.sizes.length > 2 && nextSeat(view) === seat,
    left,
    away: position.seats[seat]?.here === false,
    forgot: view.offender === seat,
    called: uno && !result && callsUno(position.rules),
    score: scores[seat] || (targetOf(position.rules) && scores.some((score) => score !== 0) ? 0 : null),
    place: result?.places[seat] ?? 0,
  };
}

/** @param {any} view */
function nextSeat(view) {
  const count = view.sizes.length;
  let seat = view.actor;
  for (let step = 0; step < count; step += 1) {
    seat = (seat + view.direction + count) % count;
    if (!(view.left ?? []).includes(seat)) return seat;
  }
  return -1;
}

/** The points that end the game; 0 if it has one round. @param {string} rules */
export function targetOf(rules) {
  const target = /\btarget=(\d+)/.exec(rules)?.[1];
  if (target !== undefined) return Number(target);
  return rules.startsWith("official") ? 500 : 0;
}

/** Whether UNO is called under these rules. @param {string} rules */
export function callsUno(rules) {
  const call = /\buno_call=([a-z-]+)/.exec(rules)?.[1];
  return call === undefined ? !rules.startsWith("jedna") : call !== "none";
}

/**
 * Who played the card that is now on top.
 * @param {Position} before
 * @param {Position} now
 */
export function whoPlayed(before, now) {
  const played = now.last.findLast((event) => event.name === "played");
  if (played) return played.seat;
  const sizes = /** @type {number[]} */ (now.view.sizes);
  const shrunk = sizes.findIndex((size, seat) => size < before.view.sizes[seat]);
  return shrunk >= 0 ? shrunk : before.actor;
}

/**
 * What one is to do, or whom everybody waits for.
 * @param {Position} position
 * @param {Choices} choices
 */
export function promptOf(position, choices) {
  const { view, result, viewer, actor } = position;
  if (result) {
    if (viewer >= 0 && result.places[viewer] === 1) return texts.youWin;
    return texts.wins(position.names.filter((_, seat) => result.places[seat] === 1));
  }
  if (!position.question) return actor >= 0 && actor !== viewer ? texts.waitsFor(nameOf(position, actor)) : "";
  if (choices.swaps.size) return texts.chooseSwap;
  if (choices.colours.size) return texts.chooseColour;
  if (view.phase === "catch_choice") return texts.mayCatch(nameOf(position, view.offender));
  if (view.pending) return texts.answerDraw(view.pending, choices.plays.size > 0, choices.words.has("challenge"));
  if (view.phase === "after_draw") return choices.plays.size ? texts.playDrawn : texts.passDrawn;
  if (choices.words.has("uno")) return texts.callFirst;
  return choices.plays.size ? texts.yourTurn : texts.mustDraw;
}
