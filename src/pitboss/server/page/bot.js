/** One bot in one event: results by opponent and seat, faults, thinking, style, and the games it lost. */

import { styles } from "./dom.js";

/** @type {import("./types.js").ViewModule["show"]} */
export async function show(_main, params) {
  await styles("events.css");
  return { title: params.name };
}
