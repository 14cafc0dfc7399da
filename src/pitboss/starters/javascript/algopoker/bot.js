// A hold'em bot: answers every request, game after game, until there is nothing more to read.

import { createInterface } from "node:readline";
import { decide } from "./decide.js";

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "action_request") {
    const state = message.game_state;
    // Nobody else's cards are known.
    const us = state.players.find((player) => player.hole_cards_known);
    console.log(JSON.stringify({ type: "action", action: decide(us.hole_cards, state) }));
  } else if (message.type === "error") {
    console.error(message.message);
  }
}
