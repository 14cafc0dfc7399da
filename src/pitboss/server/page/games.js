/** The games in the journal, newest first, at /games; one of them is shown by replay.js. */

import { h, styles } from "./dom.js";
import { common, games as words, replay as replayWords } from "./texts.js";

/** @typedef {import("./types.js").App} App */
/** @typedef {import("./types.js").View} View */
/**
 * @typedef {{ id: string, event?: string | null, table?: string | null, game: string, rules: string, seats: number,
 *   players: string[], created?: string | null, finished?: string | null, state: string, moves?: number | null,
 *   places?: number[] | null, scores?: number[] | null, reason?: string, faults?: number }} GameItem
 */

/** @typedef {{ id: string, name: string | null }} EventItem */

/** @type {("table" | "event" | "bot")[]} */
const FILTERS = ["event", "bot", "table"];
const PAGE = 50;
const EVENTS = 100;

/**
 * @param {HTMLElement} main
 * @param {Record<string, string>} _params
 * @param {App} app
 * @returns {Promise<View>}
 */
export async function show(main, _params, app) {
  const asked = new URLSearchParams(location.search);
  const wanted = new URLSearchParams();
  for (const name of FILTERS) if (asked.get(name)) wanted.set(name, asked.get(name) ?? "");
  const list = new GameList(wanted, app);
  const [events] = await Promise.all([
    /** @type {Promise<{items: EventItem[]}>} */ (app.api.get(`/api/events?limit=${EVENTS}`)),
    styles("games.css"),
    list.more(),
  ]);
  main.replaceChildren(
    h("div", { class: "games" }, h("h1", null, words.title), filters(wanted, events.items, app), list.element),
  );
  list.watch();
  return { title: words.title, close: () => list.close() };
}

/**
 * @param {URLSearchParams} wanted
 * @param {EventItem[]} events
 * @param {App} app
 */
function filters(wanted, events, app) {
  const chosen = wanted.get("event") ?? "";
  const known = events.some((event) => event.id === chosen || event.name === chosen);
  const choice = h(
    "select",
    { name: "event", onchange: () => form.requestSubmit() },
    h("option", { value: "" }, words.liveGames),
    chosen && !known ? h("option", { value: chosen }, words.eventGames(chosen)) : null,
    events.map((event) => h("option", { value: event.id }, words.eventGames(event.name || event.id))),
  );
  choice.value = (chosen && events.find((event) => event.name === chosen)?.id) || chosen;
  const field = (/** @type {"bot" | "table"} */ name) =>
    h(
      "label",
      null,
      words[name],
      h("input", {
        name,
        type: "search",
        value: wanted.get(name) ?? "",
        placeholder: words.any,
        autocomplete: "off",
        spellcheck: "false",
        dir: "auto",
      }),
    );
  const search = (/** @type {Event} */ event) => {
    event.preventDefault();
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(form)) {
      // Only live games have tables.
      const counts = name !== "table" || !choice.value;
      if (typeof value === "string" && value.trim() && counts) query.set(name, value.trim());
    }
    void app.navigate(query.size ? `/games?${query}` : "/games");
  };
  const form = h(
    "form",
    { class: "games-filters", role: "search", onsubmit: search },
    h("label", null, words.event, choice),
    field("bot"),
    chosen ? null : field("table"),
    h("button", { class: "primary" }, words.search),
    wanted.size ? h("a", { class: "button quiet", href: "/games" }, words.clear) : null,
  );
  return form;
}

/** A list that grows as it is scrolled. */
class GameList {
  #wanted;
  #app;
  #next = "";
  #loading = false;
  /** @type {IntersectionObserver | null} */
  #observer = null;
  #rows = h("ul", { class: "bare games-list" });
  #button = h("button", { type: "button", hidden: true, onclick: () => void this.more() }, words.more);
  #note = h("p", { class: "muted", role: "status" });

  /**
   * @param {URLSearchParams} wanted
   * @param {App} app
   */
  constructor(wanted, app) {
    this.#wanted = wanted;
    this.#app = app;
    this.element = h("div", { class: "stack" }, this.#rows, h("div", { class: "games-foot" }, this.#button, this.#note));
  }

  /** Fetch the next games. */
  async more() {
    if (this.#loading) return;
    this.#loading = true;
    const query = new URLSearchParams(this.#wanted);
    query.set("limit", String(PAGE));
    if (this.#next) query.set("after", this.#next);
    try {
      /** @type {{items: GameItem[], next?: string | null}} */
      const answer = await this.#app.api.get(`/api/games?${query}`);
      this.#rows.append(...answer.items.map(row));
      this.#next = answer.next ?? "";
      this.#button.hidden = !this.#next;
      this.#note.textContent = this.#rows.childElementCount
        ? this.#next ? "" : words.ended
        : this.#wanted.size ? words.none : words.noneYet;
    } catch (error) {
      // The first games are what the view is for; of later ones it can be tried again.
      if (!this.#rows.childElementCount) throw error;
      this.#note.textContent = error instanceof Error ? error.message : common.failed;
    } finally {
      this.#loading = false;
    }
  }

  /** Fetch more whenever the end comes near. */
  watch() {
    this.#observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting) && this.#next) void this.#again();
      },
      { rootMargin: "600px" },
    );
    this.#observer.observe(this.#button);
  }

  async #again() {
    await this.more();
    // It is told about again only if it is looked at anew.
    this.#observer?.unobserve(this.#button);
    this.#observer?.observe(this.#button);
  }

  close() {
    this.#observer?.disconnect();
  }
}

/** @param {GameItem} game */
function row(game) {
  const names = game.players.flatMap((name, seat) => [
    seat ? h("span", { class: "muted" }, replayWords.versus) : null,
    h("bdi", { class: game.places?.[seat] === 1 ? "winner" : "" }, name),
  ]);
  const running = game.state === "running";
  const href = running && game.table ? `/table/${encodeURIComponent(game.table)}` : `/game/${encodeURIComponent(game.id)}`;
  const when = game.finished || game.created;
  const about = [
    replayWords.game(game.game, game.rules),
    game.moves ? replayWords.moves(game.moves) : "",
    game.event ? replayWords.ofEvent(game.event) : game.table ? replayWords.atTable(game.table) : "",
  ].filter(Boolean);
  return h(
    "li",
    null,
    h(
      "a",
      { class: "panel games-row", href },
      h("span", { class: "games-names" }, names),
      h("span", { class: "games-about muted small" }, about.join(" · ")),
      h(
        "span",
        { class: "games-marks" },
        running ? h("span", { class: "chip live" }, words.running) : null,
        game.state === "interrupted" ? h("span", { class: "chip warn" }, words.interrupted) : null,
        game.faults ? h("span", { class: "chip bad" }, replayWords.faultCount(game.faults)) : null,
        when ? h("time", { class: "muted small", datetime: when }, replayWords.moment(new Date(when))) : null,
      ),
    ),
  );
}
