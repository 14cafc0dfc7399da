/** The house's players that can be chosen for a game: built-in bots at their levels, and programs. */

import { home as texts } from "./texts.js";

/** @typedef {import("./types.js").Server} Server */
/** `bot` is what is ordered, `text` what people read. @typedef {{ bot: string, text: string, about: string }} Player */

/** The bot that is chosen for who has not chosen. */
export const USUAL_BOT = "simple";

/**
 * The built-in bots that play a kind of game, from the weakest on.
 * @param {Server} server
 * @param {string} kind
 */
export function botsFor(server, kind) {
  return server.bots.filter((bot) => bot.kinds.includes(kind));
}

/**
 * A bot at each of its levels, the usual one first.
 * @param {Server["bots"][number]} bot
 * @returns {Player[]}
 */
export function levelsOf(bot) {
  const others = bot.levels.filter((level) => level.bot !== bot.name);
  const usual = { bot: bot.name, text: bot.name, about: bot.about };
  return [usual, ...others.map((level) => ({ bot: level.bot, text: texts.atLevel(bot.name, level.name), about: bot.about }))];
}

/**
 * Everybody whom the house can seat at a kind of game; at any game if none is given.
 * @param {Server} server
 * @param {string} [kind]
 * @returns {(Player & { kinds: string[] | null })[]}
 */
export function housePlayers(server, kind) {
  const bots = kind === undefined ? server.bots : botsFor(server, kind);
  return [
    ...bots.flatMap((bot) => levelsOf(bot).map((level) => ({ ...level, kinds: bot.kinds }))),
    ...server.programs.map((name) => ({ bot: name, text: name, about: "", kinds: null })),
  ];
}
