// Keeps its wilds for last, and asks for the colour that it holds most of.

const COLOURS = { r: "red", b: "blue", g: "green", y: "yellow" };

/** The answer to a request; `state` is all that we know. Change this. */
export function decide(state) {
  const playable = state.playable_cards;
  if (playable.length === 0) {
    return { action: state.available_actions.includes("draw") ? "draw" : "pass" };
  }
  const card = playable.find((one) => !isWild(one)) ?? playable[0];
  if (!isWild(card)) return { action: "play", card };
  return { action: "play", card, wild_color: favouriteColour(state.hand) };
}

function isWild(card) {
  return card.startsWith("w");
}

/** The colour held most; the first of equals. */
function favouriteColour(hand) {
  const held = (letter) => hand.filter((card) => card.startsWith(letter)).length;
  const letters = Object.keys(COLOURS);
  return COLOURS[letters.reduce((best, letter) => (held(letter) > held(best) ? letter : best))];
}
