/** A hand of hold'em in numbers: what events make of it, what is owed, how a bet can be sized. */

/** @typedef {import("./types.js").EventMessage} EventMessage */
/** @typedef {import("./types.js").Position} Position */

/** @typedef {{ amount: number, seats: number[] }} Pot */

/**
 * The view of a hand, as the wire has it; lists are by seat.
 * @typedef {{
 *   seats: number, button: number, small_seat: number, big_seat: number,
 *   small_blind: number, big_blind: number, street: string, board: string[], cards: string[][],
 *   stacks: number[], starting_stacks: number[], bets: number[], paid: number[], won: number[],
 *   pots: Pot[], pot: number, dealt_in: boolean[], folded: boolean[], all_in: boolean[],
 *   withdrawn: boolean[], actor: number, can_check: boolean, call: number,
 *   min_raise: number, max_raise: number,
 * }} HandView
 */

/**
 * What a seat did last: the word of an event, with its chips.
 * @typedef {{ name: "posted" | "folded" | "checked" | "called" | "raised", chips: number, all: boolean }} Deed
 */

/** A hand that is over, with its number. @typedef {{ hand: HandView, number: number }} EndedHand */

/**
 * The hand of a view: of a single hand, or of the one that a series is at.
 * @param {any} view
 * @returns {HandView | null}
 */
export function handOf(view) {
  const hand = view?.hand ?? view;
  return Array.isArray(hand?.stacks) ? hand : null;
}

/** @param {HandView} hand */
export function isOver(hand) {
  return hand.actor < 0 && hand.won.some((chips) => chips > 0);
}

/**
 * Whether the cards were compared at the end, and not won by folds.
 * @param {HandView} hand
 */
export function isShowdown(hand) {
  return isOver(hand) && hand.dealt_in.filter((dealt, seat) => dealt && !hand.folded[seat]).length > 1;
}

/**
 * A hand as it ended: the view before its last events, and those events. Of several hands that end at
 * once, it is the first, the only one that was on screen.
 * @param {HandView} before
 * @param {EventMessage[]} events
 * @returns {EndedHand | null} null if it did not end
 */
export function endedHand(before, events) {
  const end = events.findIndex((event) => event.name === "hand_over");
  if (end < 0) return null;
  const hand = structuredClone(before);
  hand.won = hand.won.map(() => 0);
  /** @type {Map<number, number>} */
  const pots = new Map();
  for (const { name, seat, facts } of events.slice(0, end)) {
    const chips = Number(facts.chips ?? 0);
    if (name === "called" || name === "raised") {
      put(hand, seat, chips);
      if (hand.stacks[seat] === 0) hand.all_in[seat] = true;
    } else if (name === "returned") {
      put(hand, seat, -chips);
      hand.all_in[seat] = false;
    } else if (name === "folded") {
      hand.folded[seat] = true;
    } else if (name === "withdrew") {
      hand.withdrawn[seat] = true;
    } else if (name === "street") {
      hand.street = String(facts.street);
      hand.board = facts.board;
      hand.bets.fill(0);
    } else if (name === "shown") {
      hand.cards[seat] = facts.cards;
    } else if (name === "won") {
      hand.won[seat] = (hand.won[seat] ?? 0) + chips;
      pots.set(facts.pot, (pots.get(facts.pot) ?? 0) + chips);
    }
  }
  // After a jump the view is not the one that these events followed.
  if (hand.won.reduce((sum, chips) => sum + chips, 0) !== hand.pot) return null;
  const { hand: number, stacks } = events[end]?.facts ?? {};
  hand.bets.fill(0);
  hand.stacks = stacks ?? hand.stacks;
  hand.pots = [...pots].sort((a, b) => a[0] - b[0]).map(([, amount]) => ({ amount, seats: [] }));
  hand.actor = -1;
  hand.call = 0;
  return { hand, number: Number(number ?? 0) };
}

/**
 * Chips from a seat's stack in front of it.
 * @param {HandView} hand
 * @param {number} seat
 * @param {number} chips
 */
function put(hand, seat, chips) {
  hand.stacks[seat] = (hand.stacks[seat] ?? 0) - chips;
  hand.bets[seat] = (hand.bets[seat] ?? 0) + chips;
  hand.paid[seat] = (hand.paid[seat] ?? 0) + chips;
  hand.pot += chips;
}

const DEEDS = new Set(["posted", "folded", "checked", "called", "raised"]);

/**
 * What each seat did last, after more events. A new street wipes out what was done before it, but
 * not the deed that ended the street: nobody would have seen it.
 * @param {Map<number, Deed>} deeds
 * @param {EventMessage[]} events
 * @returns {Map<number, Deed>}
 */
export function deedsAfter(deeds, events) {
  let after = new Map(deeds);
  /** @type {Map<number, Deed>} */
  let fresh = new Map();
  for (const { name, seat, facts } of events) {
    if (name === "hand_dealt") {
      after = new Map();
      fresh = new Map();
    } else if (name === "street") {
      for (const old of [...after.keys()]) {
        if (!fresh.has(old) && after.get(old)?.name !== "folded") after.delete(old);
      }
    } else if (DEEDS.has(name) && seat >= 0) {
      const chips = Number((name === "raised" ? facts.total : facts.chips) ?? 0);
      /** @type {Deed} */
      const deed = { name: /** @type {Deed["name"]} */ (name), chips, all: false };
      after.set(seat, deed);
      if (name !== "posted") fresh.set(seat, deed);
    }
  }
  return after;
}

/**
 * The part of the pot that a call costs: what the hand must be worth for it.
 * @param {HandView} hand
 * @returns {number | null} from 0 to 1; null where nothing is owed
 */
export function potOdds(hand) {
  return hand.actor >= 0 && hand.call > 0 ? hand.call / (hand.pot + hand.call) : null;
}

/**
 * What a bet may be sized to with one click: the total to raise to, or null where it is not allowed.
 * @param {HandView} hand
 * @param {number} seat
 * @param {{low: number, high: number}} range
 * @returns {{ name: "least" | "half" | "pot" | "all", total: number | null }[]}
 */
export function presets(hand, seat, { low, high }) {
  const matched = (hand.bets[seat] ?? 0) + hand.call;
  const sized = (/** @type {number} */ part) => {
    const total = matched + Math.round(part * (hand.pot + hand.call));
    return low <= total && total <= high ? total : null;
  };
  return [
    { name: "least", total: low },
    { name: "half", total: sized(0.5) },
    { name: "pot", total: sized(1) },
    { name: "all", total: high },
  ];
}

const STOPS = 100;

/**
 * The totals that a slider stops at, from the lowest to the highest: close together where they are
 * small, in whole units (a small blind) in between.
 * @param {{low: number, high: number}} range
 * @param {number} unit
 * @returns {number[]}
 */
export function sliderStops({ low, high }, unit) {
  const step = Math.max(1, unit);
  const stops = new Set([low]);
  for (let at = 1; at < STOPS; at++) {
    const total = Math.round((low * (high / low) ** (at / STOPS)) / step) * step;
    if (low < total && total < high) stops.add(total);
  }
  return [...stops.add(high)];
}

/**
 * The chips that a typed text means; thousands may be set apart.
 * @param {string} text
 * @returns {number | null} null if it is no whole number
 */
export function readChips(text) {
  const digits = text.replaceAll(/[\s,'\u2019]/gu, "");
  return /^\d{1,12}$/.test(digits) ? Number(digits) : null;
}

const CHIPS = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const BLINDS = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

/**
 * An amount as text: in chips, or with a big blind in big blinds.
 * @param {number} chips
 * @param {number} [big]
 */
export function chipsText(chips, big = 0) {
  return big > 0 ? `${BLINDS.format(chips / big)} BB` : CHIPS.format(chips);
}
