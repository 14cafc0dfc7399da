/** Where seats sit around an oval table: in percent of its box, clockwise from the bottom; and their bets, in em from there. */

/**
 * @typedef {{ x: number, y: number, bet: {x: number, y: number, anchor: number} }} Place
 * `anchor`: which part of the bet's width lies at its place, 0 for its left edge, 1 for its right one.
 */

/**
 * Around a wide table.
 * @param {number} count of seats
 * @returns {Place[]}
 */
export function widePlaces(count) {
  return Array.from({ length: count }, (_, at) => {
    const angle = Math.PI * (0.5 + (2 * at) / count);
    const [across, down] = [Math.cos(angle), Math.sin(angle)];
    const place = { x: 50 + 42 * bulge(across), y: 49 + 37 * bulge(down) };
    // The pot is below who sits at the top, so that bet lies beside the seat.
    if (Math.abs(across) < 0.1) {
      return { ...place, bet: down > 0 ? { x: 0, y: -5.6, anchor: 0.5 } : { x: 5.2, y: 1.7, anchor: 0 } };
    }
    return { ...place, bet: { x: across < 0 ? 5.2 : -5.2, y: 0.6 - 3.4 * down, anchor: across < 0 ? 0 : 1 } };
  });
}

/** Rounder than an ellipse at its corners. @param {number} part */
function bulge(part) {
  return Math.sign(part) * Math.abs(part) ** 0.8;
}

// The left side from below and whoever sits at the top, by number of seats; the right side is its mirror image.
/** @type {Record<number, {side: number[], top: number[]}>} */
const TALL = {
  2: { side: [], top: [50] },
  3: { side: [26], top: [] },
  4: { side: [27], top: [50] },
  5: { side: [58, 22], top: [] },
  6: { side: [62, 33], top: [50] },
  7: { side: [66, 40, 14], top: [] },
  8: { side: [71, 49, 27], top: [50] },
  9: { side: [71, 50, 29], top: [29, 71] },
};

/**
 * Around a tall table, for narrow screens.
 * @param {number} count of seats
 * @returns {Place[]}
 */
export function tallPlaces(count) {
  const { side, top } = TALL[count] ?? { side: [], top: [] };
  // Few seats are drawn larger.
  const left = count < 5 ? 14.5 : 13;
  return [
    { x: 50, y: 88, bet: { x: 0, y: -5.3, anchor: 0.5 } },
    ...side.map((y) => ({ x: left, y, bet: { x: 0.6, y: 4.4, anchor: 0.5 } })),
    ...top.map((x) => ({ x, y: 8.5, bet: { x: 0, y: 4.4, anchor: 0.5 } })),
    ...side.toReversed().map((y) => ({ x: 100 - left, y, bet: { x: -0.6, y: 4.4, anchor: 0.5 } })),
  ].slice(0, count);
}
