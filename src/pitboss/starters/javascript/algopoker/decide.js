// Raises with a pair, else checks or calls cheaply.

/** The action with our two cards, such as Ah and Td, in this `game_state`. Change this. */
export function decide(cards, state) {
  const offered = Object.fromEntries(state.valid_actions.map((action) => [action.type, action]));
  const hasPair = cards[0][0] === cards[1][0];
  if (hasPair && state.street === "preflop" && offered.raise) {
    return { type: "raise", amount: offered.raise.min_amount };
  }
  if (offered.check) return { type: "check" };
  if (offered.call && (hasPair || offered.call.amount <= state.pot.total)) return { type: "call" };
  return { type: "fold" };
}
