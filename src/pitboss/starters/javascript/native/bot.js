// A bot for any game of Pitboss: answers every turn, until there is nothing more to read.

import { createInterface } from "node:readline";
import { decide } from "./decide.js";

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "turn") {
    const answer = { type: "action", turn: message.turn, action: decide(message) };
    console.log(JSON.stringify(answer));
  } else if (message.type === "error") {
    console.error(message.message);
  }
}
