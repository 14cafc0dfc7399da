// Plays the first legal action that is worth playing, in any game of Pitboss.

const AT_ONCE = ["uno", "catch"];
const IF_NEED_BE = ["draw", "pass", "challenge", "fold"];

/** One of `legal`, or within `range`; `view` is all that we may know. Change this. */
export function decide(turn) {
  return turn.legal.reduce((best, action) => (rank(action) < rank(best) ? action : best));
}

/** How late an action is played: what is a card or a bet comes in between. */
function rank(action) {
  if (AT_ONCE.includes(action)) return 0;
  return IF_NEED_BE.includes(action) ? 2 : 1;
}
