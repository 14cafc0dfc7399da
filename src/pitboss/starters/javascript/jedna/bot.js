// A Jedna bot: answers every request, game after game, until there is nothing more to read.

import { createInterface } from "node:readline";
import { decide } from "./decide.js";

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "request_action") {
    console.log(JSON.stringify(decide(message.state)));
  } else if (message.type === "error") {
    console.error(message.message);
  }
}
