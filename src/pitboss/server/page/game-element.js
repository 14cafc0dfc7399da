/** Which element shows which kind of game. Each brings its own style sheet. */

/** @typedef {import("./types.js").GameElement} GameElement */

/**
 * An element for a kind of game, with its module loaded.
 * @param {string} kind
 * @returns {Promise<GameElement>}
 */
export async function gameElement(kind) {
  const name = kind === "uno" ? "uno-table" : kind.startsWith("holdem") ? "holdem-table" : "plain-table";
  await import(`./${name}.js`);
  return /** @type {GameElement} */ (document.createElement(name));
}
