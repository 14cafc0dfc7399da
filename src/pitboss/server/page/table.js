/** /table/NAME: a live table, to watch and to play. The game itself is shown by its element. */

import { h, setText, styles, toast } from "./dom.js";
import { gameElement } from "./game-element.js";
import { Table, seatStorage } from "./pitboss.js";
import { spoken } from "./sentence.js";
import { dropOrder, lastOrder, orderFor, orderServed, personName, setOrder } from "./table-orders.js";
import { SeatOffer, WaitingRoom, invitation, openForm } from "./table-room.js";
import { Log, Players, lineText } from "./table-side.js";
import { common, table as texts } from "./texts.js";

/** @typedef {import("./types.js").App} App */
/** @typedef {import("./types.js").GameElement} GameElement */
/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./table-orders.js").Order} Order */

/** A name that is taken is asked for again, so often and after so many milliseconds. */
const MOST_RETRIES = 4;
const RETRY = 300;
/** So many are named in the result; the table shows the others' places. */
const MOST_PLACES = 3;
/** Seconds that bots of the house take for a move, so that people can follow. */
const HOUSE_PACE = 0.7;

/**
 * @param {HTMLElement} main
 * @param {Record<string, string>} params
 * @param {App} app
 * @returns {Promise<View>}
 */
export async function show(main, params, app) {
  await styles("table.css");
  const view = new TableView(main, params.name ?? "", app);
  view.begin();
  return { title: texts.title(params.name ?? ""), close: () => view.close() };
}

class TableView {
  /** @type {Table | null} */
  #table = null;
  /** @type {GameElement | null} */
  #game = null;
  #kind = "";
  /** @type {WaitingRoom | null} */
  #room = null;
  /** @type {SeatOffer | null} */
  #offer = null;
  /** Whether one has not decided yet between a seat and watching. */
  #looking = false;
  #retries = 0;
  /** What was announced last, so that nothing is said twice. */
  #announced = { turn: -1, log: 0, result: false };

  /**
   * @param {HTMLElement} main
   * @param {string} name
   * @param {App} app
   */
  constructor(main, name, app) {
    this.name = name;
    this.app = app;
    /** The name under which this person plays here. */
    this.me = "";
    this.heading = h("h1", { class: "cut" }, name);
    this.about = h("span", { class: "muted small" });
    this.role = h("span", { class: "chip" });
    this.notice = h("p", { class: "table-notice", role: "status" });
    this.ending = h("section", { class: "panel table-result", "aria-label": texts.result });
    this.place = h("div", { class: "table-place" });
    this.players = new Players();
    this.log = new Log();
    this.invite = h("details", { class: "panel table-more" }, h("summary", null, texts.invite));
    const parts = [this.players.element, this.log.element, this.invite];
    this.side = h("aside", { class: "table-side", "aria-label": texts.side }, parts);
    this.notice.hidden = this.ending.hidden = this.side.hidden = this.role.hidden = true;
    main.replaceChildren(
      h(
        "div",
        { class: "table-view" },
        h("header", { class: "table-head" }, this.heading, this.about, this.role),
        h("div", { class: "table-main" }, this.notice, this.ending, this.place),
        this.side,
      ),
    );
    this.place.addEventListener("act", (event) => this.#table?.act(/** @type {CustomEvent} */ (event).detail.action));
  }

  close() {
    this.#leave();
  }

  /** Come in: with what was ordered, to the seat that is kept, or to what is there. */
  begin() {
    this.#leave();
    const order = orderFor(this.name);
    const seat = seatStorage().get(`seat:${this.name}`);
    if (seat?.began) this.#join({ ...order, name: seat.name });
    else if (order) this.#join(order);
    else this.#look();
  }

  /** See what is there: a game to watch, a lobby with free seats, or nothing. */
  #look() {
    this.#looking = true;
    this.#watch();
  }

  /** @param {Order} order */
  #order(order) {
    this.#looking = false;
    setOrder(this.name, order);
    this.#join(order);
  }

  /** @param {Order} order */
  #join(order) {
    this.#open({ type: "join", display: true, ...order, name: order.name || personName() });
  }

  #watch() {
    dropOrder(this.name);
    const token = this.app.token;
    this.#open({ type: "watch", display: true, ...(token ? { token } : {}) });
  }

  /** @param {import("./pitboss.js").First} first */
  #open(first) {
    this.#leave();
    this.me = first.name ?? "";
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const table = new Table(`${scheme}://${location.host}/ws/${encodeURIComponent(this.name)}`, first);
    this.#table = table;
    this.#announced = { turn: -1, log: 0, result: false };
    table.addEventListener("status", () => table === this.#table && this.#status(table));
    table.addEventListener("state", () => table === this.#table && void this.#state(table));
    this.place.replaceChildren(h("p", { class: "muted table-wait" }, texts.connecting));
    table.open();
  }

  #leave() {
    this.#table?.close();
    this.#table = null;
    this.#game = null;
    this.#room = null;
    this.#offer = null;
    this.#kind = "";
    this.ending.hidden = this.notice.hidden = this.side.hidden = this.role.hidden = true;
  }

  /**
   * Show something in the middle.
   * @template {{ element: HTMLElement }} Part
   * @param {Part} part
   */
  #put(part) {
    this.place.replaceChildren(part.element);
    return part;
  }

  /**
   * A game's name for people.
   * @param {string} game
   * @param {string} [rules]
   */
  #title(game, rules = "") {
    const [preset = "", ...knobs] = (rules || game).split(",");
    const name = preset.replace(/@\d+$/, "");
    const games = this.app.server.games;
    const known = games.find((one) => one.name === name) ?? games.find((one) => one.name === game);
    const title = texts.games[name] ?? known?.title ?? name;
    return [title.replace(/^./, (first) => first.toUpperCase()), ...knobs.map(texts.knob)].join(" · ");
  }

  // What the table says

  /** @param {Table} table */
  #status(table) {
    if (table.status === "waiting") this.#waiting(table);
    if (table.status === "playing") this.#playing();
    if (table.status === "refused") this.#refused(table);
    if (table.status === "over" && !table.position?.result) this.#ended(table);
    this.#lost(table.status === "lost");
  }

  /** @param {Table} table */
  #waiting(table) {
    const lobby = table.lobby;
    if (!lobby) return;
    const wanted = lobby.order;
    const title = this.#title(wanted?.game ?? orderFor(this.name)?.game ?? "", wanted?.rules);
    const missing = Math.max(0, lobby.seats - lobby.joined);
    if (this.#looking && missing > 0) {
      this.#offer ??= this.#put(new SeatOffer((name) => this.#order({ name }), () => this.#stay(table)));
      this.#offer.update(lobby, title);
      return;
    }
    if (table.playing && wanted) {
      // Whoever came second may be the one to order the next game.
      const { rules: game, seats, house } = wanted;
      const time = { move: wanted.time.move, bank: wanted.time.bank };
      setOrder(this.name, { pace: HOUSE_PACE, ...orderFor(this.name), game, seats, house, time, name: this.me });
    }
    this.#room ??= this.#put(new WaitingRoom(this.name, this.app, () => this.#goAway()));
    this.#room.update(lobby, table.playing ? this.me : "", title);
    this.app.announce(texts.waitingFor(missing));
  }

  /** Watch what comes, without a seat. @param {Table} table */
  #stay(table) {
    this.#looking = false;
    this.#offer = null;
    this.#waiting(table);
  }

  #goAway() {
    dropOrder(this.name);
    void this.app.navigate("/");
  }

  #playing() {
    orderServed(this.name);
    this.#room = null;
    this.#offer = null;
    this.#looking = false;
    this.#retries = 0;
    this.side.hidden = false;
  }

  /** @param {boolean} lost */
  #lost(lost) {
    const was = !this.notice.hidden;
    if (lost === was) return;
    setText(this.notice, lost ? texts.lost : "");
    this.notice.hidden = !lost;
    if (!lost) toast(texts.back, "good");
  }

  /** @param {Table} table */
  #refused(table) {
    const { code = "", message = "" } = table.reason ?? {};
    const order = orderFor(this.name);
    if (order && /\bis taken\b/.test(message) && this.#retries < MOST_RETRIES) {
      // After a reload, our own connection of before may still be there.
      this.#retries += 1;
      setTimeout(() => table === this.#table && this.#join(order), RETRY);
      return;
    }
    if (table.playing) dropOrder(this.name);
    if (code === "no_such_table") {
      this.place.replaceChildren(openForm(this.app, (order) => this.#order({ ...order, pace: HOUSE_PACE })));
      return;
    }
    if (code === "bad_token") {
      this.app.api.setToken("");
      this.#watch();
      return;
    }
    this.place.replaceChildren(
      h(
        "section",
        { class: "panel table-offer" },
        h("h2", null, code === "replaced" ? texts.replaced : texts.refused),
        h("p", { class: "muted" }, code === "replaced" ? texts.replacedMore : message),
        h(
          "p",
          { class: "row" },
          h("button", { class: "primary", onclick: () => this.#look() }, common.again),
          table.playing && h("button", { onclick: () => this.#watch() }, texts.watch),
          h("a", { class: "button", href: "/" }, common.goHome),
        ),
      ),
    );
    this.app.announce(message);
  }

  /** It ended without a result: the server stopped, or the game ended while we were away. @param {Table} table */
  #ended(table) {
    this.#showEnding(texts.ended, table.reason?.message ?? "", table);
  }

  /** @param {Table} table */
  async #state(table) {
    const position = table.position;
    if (!position?.view) return;
    if (this.#kind !== position.kind) {
      this.#kind = position.kind;
      const element = await gameElement(position.kind);
      if (table !== this.#table) return;
      element.classList.add("table-game");
      this.#game = element;
      this.place.replaceChildren(element);
    }
    const latest = table.position ?? position;
    // The element's module may still be loading; whoever loads it shows the latest position.
    if (!this.#game) return;
    this.#game.show(latest);
    this.#showSide(latest);
    this.#tell(latest);
    if (latest.result) this.#over(table, latest);
  }

  /** @param {Position} position */
  #showSide(position) {
    setText(this.about, this.#title(position.game, position.rules));
    setText(this.role, position.result ? texts.over : position.viewer >= 0 ? texts.playing : texts.watching);
    this.role.classList.toggle("live", !position.result);
    this.role.hidden = false;
    this.players.update(position);
    this.log.update(position);
    if (this.invite.childElementCount === 1) this.invite.append(invitation(this.name, this.app, position.rules).element);
  }

  /**
   * Tell screen readers what happened and whose turn it is, each once.
   * @param {Position} position
   */
  #tell(position) {
    const told = position.last
      .filter((event) => event.text && event.seat !== position.viewer && event.name !== "game_over")
      .map((event) => spoken(event.text ?? "", position.names, position.kind));
    const faults = position.log.filter((line) => line.tone === "fault");
    const fresh = faults.slice(this.#announced.log).map((line) => lineText(line, position.names));
    this.#announced.log = faults.length;
    const words = [...told.slice(-8), ...fresh];
    const asked = position.question !== null && position.turn !== this.#announced.turn;
    if (asked) {
      this.#announced.turn = position.turn;
      const summary = /** @type {any} */ (this.#game).summary;
      words.push(typeof summary === "string" && summary ? summary : texts.yourTurn);
    }
    if (words.length) this.app.announce(words.map((word) => word.replace(/[.!?]?$/, (end) => end || ".")).join(" "));
    document.title = `${asked || position.question ? `● ${texts.yourTurn}` : texts.title(this.name)} · Pitboss`;
  }

  /**
   * @param {Table} table
   * @param {Position} position
   */
  #over(table, position) {
    if (this.#announced.result) return;
    this.#announced.result = true;
    const result = /** @type {import("./types.js").Result} */ (position.result);
    const winners = position.names.filter((_, seat) => result.places[seat] === 1);
    const mine = position.viewer >= 0 ? (result.places[position.viewer] ?? 0) : 0;
    const headline = mine === 1 && winners.length === 1 ? texts.youWin : texts.winners(winners);
    this.app.announce(`${headline}. ${texts.reasons[result.reason] ?? ""}`);
    this.#showEnding(headline, texts.reasons[result.reason] ?? result.reason, table, standing(position));
  }

  /**
   * @param {string} headline
   * @param {string} more
   * @param {Table} table
   * @param {HTMLElement | null} [list]
   */
  #showEnding(headline, more, table, list = null) {
    const inGame = this.place.contains(document.activeElement) || document.activeElement === document.body;
    const again = table.playing
      ? h("button", { class: "primary", onclick: () => this.#again(table) }, texts.again)
      : h("button", { class: "primary", onclick: () => this.begin() }, texts.watchNext);
    this.ending.replaceChildren(
      h("div", { class: "result-words" }, h("h2", null, headline), h("p", { class: "muted small" }, more)),
      list ?? "",
      h(
        "div",
        { class: "row" },
        again,
        table.id && h("a", { class: "button", href: `/game/${encodeURIComponent(table.id)}` }, texts.replay),
      ),
    );
    this.ending.hidden = false;
    if (inGame) again.focus({ preventScroll: true });
    this.ending.scrollIntoView({ block: "nearest" });
  }

  /** The same game at the same table: whoever plays again meets there. @param {Table} table */
  #again(table) {
    const position = table.position;
    const last = lastOrder(this.name) ?? {
      pace: HOUSE_PACE,
      game: position?.rules,
      seats: position?.names.length,
      house: position?.seats.filter((seat) => seat.sort !== "connection" && seat.sort).map((seat) => seat.name) ?? [],
    };
    this.#order({ ...last, name: this.me });
  }
}

/** Who came where. @param {Position} position */
function standing(position) {
  const result = /** @type {import("./types.js").Result} */ (position.result);
  const seats = position.names.map((name, seat) => {
    return { name, seat, place: result.places[seat] ?? 0, score: result.scores[seat] ?? 0 };
  });
  seats.sort((one, other) => one.place - other.place);
  const shown = seats.filter(({ seat }, at) => at < MOST_PLACES || seat === position.viewer);
  return h(
    "ol",
    { class: "bare standing" },
    shown.map(({ name, seat, place, score }) =>
      h(
        "li",
        { class: seat === position.viewer ? "me" : "" },
        h("span", { class: "muted" }, `${place}.`),
        h("bdi", { class: "cut" }, name),
        score !== 0 && h("span", { class: "number muted" }, texts.score(score)),
      ),
    ),
  );
}
