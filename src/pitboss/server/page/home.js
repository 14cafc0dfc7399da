/** Home: play at once, see what is going on, connect a bot. */

import { h } from "./dom.js";

/** @typedef {import("./types.js").App} App */
/** @typedef {import("./types.js").View} View */

/**
 * @param {HTMLElement} main
 * @param {Record<string, string>} _params
 * @param {App} app
 * @returns {Promise<View>}
 */
export async function show(main, _params, app) {
  main.append(h("h1", null, app.server.name));
  return { title: "" };
}
