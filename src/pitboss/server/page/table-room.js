/** Before a game: take a seat or watch, open a table, wait for the others, bring a friend or a bot. */

import { USUAL_BOT, housePlayers } from "./bot-levels.js";
import { copyLine } from "./connect-bot.js";
import { h, keep, setText } from "./dom.js";
import { table as texts } from "./texts.js";
import { personName, rememberName } from "./table-orders.js";

/** @typedef {import("./types.js").App} App */
/** @typedef {import("./table-orders.js").Order} Order */
/** @typedef {import("./pitboss.js").Lobby} Lobby */

/** Longer names are refused by the server. */
const LONGEST_NAME = 32;

/** A field for the name under which one plays. */
function nameField() {
  return h("input", {
    name: "name",
    required: true,
    maxlength: String(LONGEST_NAME),
    autocomplete: "nickname",
    spellcheck: "false",
    value: personName(),
  });
}

/** A seat is free: take it, or watch. */
export class SeatOffer {
  /**
   * @param {(name: string) => void} join
   * @param {() => void} watch
   */
  constructor(join, watch) {
    this.heading = h("h2");
    this.ordered = h("p", { class: "muted" });
    this.list = h("ol", { class: "bare room-seats" });
    const name = nameField();
    const take = (/** @type {Event} */ event) => {
      event.preventDefault();
      rememberName(name.value.trim());
      join(name.value.trim());
    };
    this.element = h(
      "form",
      { class: "panel table-offer", onsubmit: take },
      this.heading,
      this.ordered,
      this.list,
      h("label", null, texts.yourName, name),
      h(
        "p",
        { class: "row" },
        h("button", { class: "primary" }, texts.takeSeat),
        h("button", { type: "button", onclick: watch }, texts.watch),
      ),
    );
  }

  /**
   * @param {Lobby} lobby
   * @param {string} title of the game
   */
  update(lobby, title) {
    setText(this.heading, texts.freeSeats(lobby.seats - lobby.joined));
    setText(this.ordered, texts.orderedHere(title, lobby.seats));
    showSeats(this.list, lobby, "");
  }
}

/**
 * Nobody is there: open a table.
 * @param {App} app
 * @param {(order: Order) => void} open
 */
export function openForm(app, open) {
  const games = app.server.games;
  const name = nameField();
  const game = h(
    "select",
    { name: "game" },
    games.map((one) => h("option", { value: one.name }, texts.games[one.name] ?? texts.gameOption(one.name, one.title))),
  );
  const seats = h("select", { name: "seats" });
  const bots = h("select", { name: "bots" });
  const bot = h("select", { name: "bot" });
  game.value = games.find((one) => one.name === "official")?.name ?? games[0]?.name ?? "";
  const chosen = () => games.find((one) => one.name === game.value);
  const fit = () => {
    const { least, most, kind } = chosen() ?? { least: 2, most: 2, kind: "" };
    options(seats, range(least, most), (count) => String(count));
    options(bots, range(0, Number(seats.value) - 1), texts.botCount);
    const known = new Map(housePlayers(app.server, kind).map((one) => [one.bot, one.text]));
    const first = bot.value || USUAL_BOT;
    options(bot, [...known.keys()], (one) => known.get(one) ?? one);
    bot.value = known.has(first) ? first : USUAL_BOT;
    bot.disabled = bots.value === "0";
  };
  for (const field of [game, seats, bots]) field.addEventListener("change", fit);
  fit();
  return h(
    "form",
    {
      class: "panel table-offer",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        rememberName(name.value.trim());
        open({
          name: name.value.trim(),
          game: game.value,
          seats: Number(seats.value),
          house: Array(Number(bots.value)).fill(bot.value),
        });
      },
    },
    h("h2", null, texts.nobodyHere),
    h("p", { class: "muted" }, texts.openMore),
    h("label", null, texts.game, game),
    h(
      "div",
      { class: "table-fields" },
      h("label", null, texts.seats, seats),
      h("label", null, texts.bots, bots),
      h("label", null, texts.bot, bot),
    ),
    h("label", null, texts.yourName, name),
    h("p", { class: "row" }, h("button", { class: "primary" }, texts.open)),
  );
}

/**
 * Give a list of choices new choices, and keep the chosen one if it is still there.
 * @template Value
 * @param {HTMLSelectElement} select
 * @param {Value[]} values
 * @param {(value: Value) => string} text
 */
function options(select, values, text) {
  const before = select.value;
  select.replaceChildren(...values.map((value) => h("option", { value: String(value) }, text(value))));
  if (values.some((value) => String(value) === before)) select.value = before;
}

/** @param {number} low @param {number} high */
function range(low, high) {
  return Array.from({ length: high - low + 1 }, (_, at) => low + at);
}

/** Who waits, and how others come. */
export class WaitingRoom {
  /**
   * @param {string} table
   * @param {App} app
   * @param {() => void} leave
   */
  constructor(table, app, leave) {
    this.heading = h("h2", null, texts.waiting);
    this.ordered = h("p", { class: "muted" });
    this.list = h("ol", { class: "bare room-seats" });
    this.invite = invitation(table, app, "");
    this.element = h(
      "section",
      { class: "panel table-offer" },
      this.heading,
      this.ordered,
      this.list,
      this.invite.element,
      h("p", { class: "row" }, h("button", { type: "button", onclick: leave }, texts.leave)),
    );
  }

  /**
   * @param {Lobby} lobby
   * @param {string} me
   * @param {string} title of the game
   */
  update(lobby, me, title) {
    const free = Math.max(0, lobby.seats - lobby.joined);
    setText(this.heading, texts.waitingFor(free));
    setText(this.ordered, texts.orderedHere(title, lobby.seats));
    showSeats(this.list, lobby, me);
    this.invite.kind(lobby.order?.rules ?? "");
  }
}

/**
 * Who has a seat, and which are free.
 * @param {HTMLElement} list
 * @param {Lobby} lobby
 * @param {string} me
 */
function showSeats(list, lobby, me) {
  const house = /** @type {string[]} */ (lobby.order?.house ?? []);
  // Of two bots of the same name, the second has a number.
  const isHouse = (/** @type {string} */ name) => house.includes(name) || house.includes(name.replace(/-\d+$/, ""));
  const seats = lobby.names.map((name) => ({
    name,
    note: name === me ? texts.you : isHouse(name) ? (texts.sorts["built-in"] ?? "") : "",
  }));
  const all = [...seats, ...Array(Math.max(0, lobby.seats - seats.length)).fill(null)];
  keep(
    list,
    all,
    (_, at) => at,
    () => h("li", null, h("bdi", { class: "cut" }), h("span", { class: "muted small" })),
    (row, seat) => {
      row.classList.toggle("free", seat === null);
      setText(row.firstElementChild, seat?.name ?? texts.free);
      setText(row.lastElementChild, seat?.note ?? "");
    },
  );
}

/**
 * A link for a person, a command for a bot and, for hold'em, AlgoPoker's address; all to be copied.
 * @param {string} table
 * @param {App} app
 * @param {string} game
 */
export function invitation(table, app, game) {
  const path = encodeURIComponent(table);
  const socket = `${location.origin.replace(/^http/, "ws")}/ws/${path}`;
  const poker = line(texts.pokerAddress, `${app.server.poker}/${path}`);
  const element = h(
    "div",
    { class: "table-invite" },
    line(texts.personLink, `${location.origin}/table/${path}`),
    line(texts.botCommand, `pitboss join ${socket} -- python3 my_bot.py`),
    poker,
  );
  const kind = (/** @type {string} */ name) => {
    const known = app.server.games.find((one) => one.name === name.split(/[,@]/)[0]);
    poker.hidden = !known?.kind.startsWith("holdem");
  };
  kind(game);
  return { element, kind };
}

/**
 * @param {string} label
 * @param {string} text
 */
function line(label, text) {
  return h("div", { class: "field" }, label, copyLine(text));
}
