/** What is known of a game besides its moves: players, result, faults, the seed, files, the command. */

import { copy, h, toast } from "./dom.js";
import { common, replay as words } from "./texts.js";

/** @typedef {import("./replay-steps.js").Fault} Fault */

/**
 * What `GET /api/games/{id}` answers.
 * @typedef {{ id: string, event?: string | null, table?: string | null, game: string, rules: string, seats: number,
 *   players: {name: string, sort?: string, wire?: string}[], created?: string | null, finished?: string | null, state: string,
 *   moves: number | null, places?: number[] | null, scores?: number[] | null, reason?: string,
 *   commitment?: string | null, seed?: string | null, faults?: Fault[],
 *   results?: {seat: number, faults?: number, payoff?: number, forfeit?: boolean}[],
 *   thinking?: {seat?: number, bot?: string, answers: number, mean: number, longest: number}[],
 *   replay?: string | null, downloads?: {name: string, href: string}[], has_steps: boolean, why_not?: string | null }} Details
 */

const BYTES_OF_SEED = 12;

/**
 * @param {Details} details
 * @param {(step: number) => void} jump
 */
export function facts(details, jump) {
  return [
    players(details),
    faults(details, jump),
    verification(details),
    files(details),
  ].filter((part) => part !== null);
}

/**
 * @param {string} title
 * @param {...(Node | null)} children
 */
function part(title, ...children) {
  return h("section", { class: "panel replay-part" }, h("h2", null, title), ...children);
}

/** @param {Details} details */
function players(details) {
  const seats = details.players.map((player, seat) => ({ player, seat }));
  const places = details.places ?? [];
  seats.sort((one, other) => (places[one.seat] ?? 0) - (places[other.seat] ?? 0) || one.seat - other.seat);
  const rows = seats.map(({ player, seat }) => {
    const count = faultsOf(details, seat);
    const thought = details.thinking?.find((one) => one.seat === seat || one.bot === player.name);
    const result = details.results?.find((one) => one.seat === seat);
    const about = [words.sort(player.sort ?? "", player.wire ?? ""), result?.forfeit ? words.forfeited : ""].filter(Boolean);
    return h(
      "li",
      { class: places[seat] === 1 ? "replay-player winner" : "replay-player" },
      h("span", { class: "replay-place" }, places[seat] ? words.place(places[seat]) : ""),
      h(
        "span",
        { class: "replay-who" },
        h("bdi", { class: "replay-name" }, details.event ? botLink(details.event, player.name) : player.name),
        h("span", { class: "muted small" }, about.join(" · ")),
        thought ? h("span", { class: "muted small" }, words.thinking(thought.mean, thought.longest)) : null,
        count ? h("span", { class: "replay-blame small" }, words.faultCount(count)) : null,
      ),
      h("span", { class: "replay-score" }, details.scores ? words.score(details.scores[seat] ?? 0) : ""),
    );
  });
  const reason = details.state === "finished" ? words.reason(details.reason ?? "") : (details.reason ?? "");
  return part(details.places?.length ? words.result : words.players, h("ol", { class: "replay-players" }, rows), reason ? h("p", { class: "muted" }, reason) : null);
}

/**
 * @param {string} event
 * @param {string} bot
 */
function botLink(event, bot) {
  return h("a", { href: `/event/${encodeURIComponent(event)}/bot/${encodeURIComponent(bot)}` }, bot);
}

/**
 * @param {Details} details
 * @param {(step: number) => void} jump
 */
function faults(details, jump) {
  const all = details.faults ?? [];
  const count = details.players.reduce((sum, _, seat) => sum + faultsOf(details, seat), 0);
  if (!count) return null;
  const rows = all.map((fault) => {
    const name = details.players[fault.seat]?.name ?? words.seat(fault.seat);
    const step = fault.step;
    return h(
      "li",
      { class: "replay-fault" },
      h("p", null, h("bdi", { class: "replay-name" }, name), ` ${words.faultKind(fault.kind)}. ${words.cost(fault.cost)}`),
      h("p", { class: "muted small", dir: "auto" }, fault.message),
      step === undefined || step === null
        ? h("p", { class: "muted small" }, words.turn(fault.turn))
        : h("p", { class: "small" }, h("a", { href: `#${step}`, onclick: jumping(step, jump) }, words.toMove(step))),
      fault.said ? quoted(words.said, fault.said) : null,
      fault.written ? quoted(words.written, fault.written) : null,
    );
  });
  return part(
    words.faults(count),
    rows.length ? h("ul", { class: "replay-faults" }, rows) : null,
    all.length < count ? h("p", { class: "muted small" }, words.faultsNotKept(count - all.length)) : null,
  );
}

/**
 * How many faults a seat made; an event's journal describes only some of them.
 * @param {Details} details
 * @param {number} seat
 */
function faultsOf(details, seat) {
  const described = (details.faults ?? []).filter((fault) => fault.seat === seat).length;
  return Math.max(described, details.results?.find((one) => one.seat === seat)?.faults ?? 0);
}

/**
 * @param {number} step
 * @param {(step: number) => void} jump
 */
function jumping(step, jump) {
  return (/** @type {Event} */ event) => {
    event.preventDefault();
    jump(step);
  };
}

/**
 * @param {string} title
 * @param {string} text
 */
function quoted(title, text) {
  return h("details", null, h("summary", null, title), h("pre", { tabindex: "0", dir: "auto" }, text));
}

/** @param {Details} details */
function verification(details) {
  const { commitment, seed } = details;
  if (!commitment && !seed) return null;
  const verdict = h("p", { class: "replay-verdict", role: "status" }, seed ? words.checking : words.noSeed);
  if (commitment && seed) {
    void hashOf(seed).then((hash) => {
      verdict.classList.add(hash === null ? "unknown" : hash === commitment ? "good" : "bad");
      verdict.textContent =
        hash === null ? words.cannotCheck : hash === commitment ? words.asPromised : words.notAsPromised;
    });
  } else if (seed) {
    verdict.textContent = words.deckSeed;
  }
  return part(
    words.verification,
    verdict,
    h(
      "dl",
      { class: "replay-values" },
      commitment ? [h("dt", null, words.commitment), h("dd", null, h("code", null, commitment))] : [],
      seed ? [h("dt", null, words.seed), h("dd", null, h("code", null, seed))] : [],
    ),
  );
}

/**
 * The SHA-256 of a seed as the server publishes it before the first card; null where the browser has none.
 * @param {string} seed
 * @returns {Promise<string | null>}
 */
export async function hashOf(seed) {
  // Only where the page is served securely, or from this computer.
  if (!globalThis.crypto?.subtle) return null;
  const bytes = new Uint8Array(BYTES_OF_SEED);
  let left = BigInt(seed);
  for (let at = BYTES_OF_SEED - 1; at >= 0; at--) {
    bytes[at] = Number(left & 255n);
    left >>= 8n;
  }
  if (left) return "";
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {Details} details */
function files(details) {
  const links = (details.downloads ?? []).map(({ name, href }) =>
    h("a", { class: "button", href, download: "" }, words.download(name)),
  );
  const command = details.replay ?? "";
  if (!links.length && !command) return null;
  return part(
    words.files,
    links.length ? h("p", { class: "row" }, links) : null,
    command ? h("p", { class: "muted small" }, words.command) : null,
    command
      ? h(
          "div",
          { class: "copy" },
          h("code", { tabindex: "0" }, command),
          h("button", { type: "button", class: "quiet", onclick: () => copied(command) }, common.copy),
        )
      : null,
  );
}

/** @param {string} text */
async function copied(text) {
  if (await copy(text)) toast(common.copied, "good");
  else toast(common.notCopied, "bad");
}
