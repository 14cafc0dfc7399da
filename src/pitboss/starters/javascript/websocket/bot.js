// A hold'em bot that connects to an AlgoPoker server: `bot.js URL`. Needs no package.
// Node has WebSocket from 22 on; before that, from 20.10 on, with --experimental-websocket.

import { basename } from "node:path";
import { decide } from "./decide.js";

const NAME = basename(import.meta.dirname).slice(0, 32);

const server = new WebSocket(process.argv[2]);
const send = (message) => server.send(JSON.stringify(message));
const join = () => send({ type: "join", name: NAME });
let seat = null;

server.onopen = join;
server.onmessage = ({ data }) => {
  const message = JSON.parse(data);
  if (message.type === "game_start") {
    seat = message.player_names.indexOf(NAME);
  } else if (message.type === "action_request" && message.actor_seat === seat) {
    // Everybody is told what everybody is asked.
    const state = message.game_state;
    send({ type: "action", action: decide(state.players[seat].hole_cards, state) });
  } else if (message.type === "error") {
    console.error(message.message);
  } else if (message.type === "game_end") {
    // For the next game; a server that closes instead does not mind.
    join();
  }
};
server.onerror = () => {
  console.error("the connection failed");
  process.exitCode = 1;
};
