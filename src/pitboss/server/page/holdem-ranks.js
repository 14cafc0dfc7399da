/** What two to seven cards are worth: the best five of them, and their rank in words. */

import { holdem as texts } from "./texts.js";

const ORDER = "23456789TJQKA";
const WHEEL = [12, 3, 2, 1, 0];

/**
 * @typedef {keyof typeof texts.ranks} RankName
 * @typedef {{ name: RankName, score: number[], cards: string[] }} Rank
 * `score`: compares like a version number. `cards`: those that count, the best first.
 */

/**
 * The best that the cards make, of five at most.
 * @param {string[]} cards such as `As`
 * @returns {Rank | null} null without cards
 */
export function bestOf(cards) {
  if (cards.length === 0) return null;
  /** @type {Rank | null} */
  let best = null;
  for (const five of choices(cards, Math.min(5, cards.length))) {
    const rank = rankOf(five);
    if (!best || compare(rank.score, best.score) > 0) best = rank;
  }
  return best;
}

/**
 * Below 0 if the first score is the lower one.
 * @param {number[]} one
 * @param {number[]} other
 */
export function compare(one, other) {
  for (let at = 0; at < one.length; at++) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference) return difference;
  }
  return 0;
}

/**
 * A rank in words: "a pair of kings".
 * @param {Rank} rank
 */
export function rankText(rank) {
  const [, first = 0, second = 0] = rank.score;
  return texts.ranks[rank.name](texts.figures[first] ?? "", texts.figures[second] ?? "");
}

/**
 * All ways to leave out cards until so many are left.
 * @param {string[]} cards
 * @param {number} count
 * @returns {string[][]}
 */
function choices(cards, count) {
  if (cards.length <= count) return [cards];
  const found = new Map();
  for (let out = 0; out < cards.length; out++) {
    const rest = cards.filter((_, at) => at !== out);
    for (const choice of choices(rest, count)) found.set(choice.join(), choice);
  }
  return [...found.values()];
}

/**
 * @param {string[]} cards five at most
 * @returns {Rank}
 */
function rankOf(cards) {
  const figure = (/** @type {string} */ card) => ORDER.indexOf(card[0] ?? "");
  const copies = (/** @type {string} */ card) => cards.filter((one) => one[0] === card[0]).length;
  const sorted = [...cards].sort((a, b) => copies(b) - copies(a) || figure(b) - figure(a));
  const figures = sorted.map(figure);
  const groups = [...new Set(figures)];
  const counts = groups.map((one) => figures.filter((other) => other === one).length);
  const whole = cards.length === 5;
  const flush = whole && sorted.every((card) => card[1] === sorted[0]?.[1]);
  const wheel = whole && WHEEL.every((one, at) => figures[at] === one);
  const straight = wheel || (whole && groups.length === 5 && Number(figures[0]) - Number(figures[4]) === 4);
  const top = wheel ? [3] : groups;
  if (straight && flush) {
    return { name: top[0] === 12 ? "royal" : "straightFlush", score: [8, ...top], cards: sorted };
  }
  /** @type {[boolean, RankName][]} */
  const names = [
    [true, "high"],
    [counts[0] === 2, "pair"],
    [counts[0] === 2 && counts[1] === 2, "twoPairs"],
    [counts[0] === 3, "three"],
    [straight, "straight"],
    [flush, "flush"],
    [counts[0] === 3 && counts[1] === 2, "fullHouse"],
    [counts[0] === 4, "four"],
  ];
  const value = names.findLastIndex(([made]) => made);
  return { name: names[value]?.[1] ?? "high", score: [value, ...(straight ? top : groups)], cards: sorted };
}
