/** A list of games, each with who played, how it ended and a link to its replay. */

import { h } from "./dom.js";
import { counted } from "./figures.js";
import { events as texts } from "./texts.js";

/**
 * @typedef {{ id: string, event?: string | null, players: (string | {name: string})[], places?: number[] | null,
 *   scores?: number[] | null, moves?: number | null, faults?: number | unknown[] | null,
 *   reason?: string | null, state?: string }} GameFacts
 */

/** @param {string} id */
export const gamePath = (id) => `/game/${encodeURIComponent(id)}`;

/** @param {GameFacts} game */
export const namesOf = (game) => game.players.map((player) => (typeof player === "string" ? player : player.name));

/**
 * A game in a line: the winner first.
 * @param {GameFacts} game
 * @param {string} [note] why it is shown
 */
export function gameLine(game, note) {
  const names = namesOf(game);
  const places = game.places ?? [];
  const order = names
    .map((_, seat) => seat)
    .sort((one, other) => (places[one] ?? 0) - (places[other] ?? 0) || one - other);
  const best = Math.min(...places);
  const faults = Array.isArray(game.faults) ? game.faults.length : (game.faults ?? 0);
  const tail = [game.moves ? counted(game.moves, "move") : "", faults ? counted(faults, "fault") : ""];
  return h(
    "li",
    { class: "game-line" },
    h(
      "a",
      { href: gamePath(game.id) },
      order
        .map((seat, index) => [
          index ? h("span", { class: "muted" }, ", ") : null,
          h(places.length && places[seat] === best ? "b" : "span", null, h("bdi", null, names[seat] ?? "")),
        ])
        .flat(),
      h("span", { class: "unseen" }, places.length ? texts.winnerFirst : ""),
    ),
    note ? h("span", { class: "note" }, note) : null,
    h("span", { class: "muted small" }, tail.filter(Boolean).join(" \u00b7 ")),
  );
}
