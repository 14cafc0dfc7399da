/** `<holdem-table>`: a hold'em hand, tournament or cash session, to watch and to play. */

import { playingName } from "./cards.js";
import { calm, h, keep, setText, styles } from "./dom.js";
import { collect, deal, pay, putIn } from "./holdem-flights.js";
import { chipsText, deedsAfter, endedHand, handOf, isOver, isShowdown, potOdds } from "./holdem-hand.js";
import { tallPlaces, widePlaces } from "./holdem-places.js";
import { bestOf, rankText } from "./holdem-ranks.js";
import { HoldemSeat, showCards } from "./holdem-seat.js";
import { holdem as texts } from "./texts.js";

/** @typedef {import("./holdem-hand.js").Deed} Deed */
/** @typedef {import("./holdem-hand.js").EndedHand} EndedHand */
/** @typedef {import("./holdem-hand.js").HandView} HandView */
/** @typedef {import("./holdem-seat.js").SeatLook} SeatLook */
/** @typedef {import("./types.js").EventMessage} EventMessage */
/** @typedef {import("./types.js").Position} Position */

await styles("cards.css", "holdem.css");

const UNIT = "holdem-unit";
const BOARD = 5;
// How long a hand that is over stays on the table, in ms, while the next one has been dealt already.
const SHOWDOWN = 4000;
const FOLDED = 1600;

export class HoldemTable extends HTMLElement {
  #facts = h("p", { class: "facts" });
  #unit = h("button", { type: "button", class: "quiet unit", onclick: () => this.#toggleUnit() }, texts.unit);
  #pots = h("ul", { class: "pots bare", "aria-label": texts.pots });
  #board = h("div", { class: "board", role: "group", "aria-label": texts.board });
  #word = h("p", { class: "word" });
  #middle = h("div", { class: "middle" }, this.#pots, this.#board, this.#word);
  #seats = h("ol", { class: "seats bare", "aria-label": texts.seats });
  #felt = h("div", { class: "table" }, h("div", { class: "felt oval" }), this.#middle, this.#seats);
  #before = h("p", { class: "before cut" });
  /** For who plays; who watches does without. @type {import("./holdem-controls.js").HoldemControls | null} */
  #controls = null;
  #loading = false;
  /** @type {HoldemSeat[]} */
  #spots = [];
  /** @type {Position | null} */
  #position = null;
  /** @type {number | null} */
  #seenFrom = null;

  // What happened since the view that is shown.
  /** @type {WeakSet<EventMessage>} */
  #known = new WeakSet();
  /** @type {EventMessage[]} */
  #pending = [];
  /** @type {any} */
  #view = null;
  /** @type {Map<number, Deed>} */
  #deeds = new Map();

  // The hand of the last view; a hand that is over and still shown; what is on the table.
  /** @type {{ hand: HandView, number: number } | null} */
  #last = null;
  /** @type {(EndedHand & { deeds: Map<number, Deed> }) | null} */
  #ended = null;
  #holding = 0;
  /** @type {{ hand: HandView, number: number } | null} */
  #drawn = null;

  #ticking = 0;
  #deadline = NaN;
  #layout = "";

  connectedCallback() {
    if (!this.#felt.isConnected) {
      this.append(h("div", { class: "head" }, this.#facts, this.#unit), this.#felt, this.#before);
      this.addEventListener("onward", () => this.#release());
    }
    if (this.#position) this.#draw();
  }

  disconnectedCallback() {
    clearTimeout(this.#holding);
    this.#stopClock();
  }

  /** Whose cards alone are shown: a seat, -1 for all, null for as they are given. */
  get seenFrom() {
    return this.#seenFrom;
  }

  set seenFrom(seat) {
    this.#seenFrom = seat;
    if (this.#position) this.#draw();
  }

  /** Where one's own turn stands, for who hears the game. */
  get summary() {
    const position = this.#position;
    const hand = handOf(position?.view);
    if (!position?.question || !hand) return "";
    const names = (/** @type {string[]} */ cards) => cards.map(playingName).join(", ");
    const hole = hand.cards[position.viewer] ?? [];
    const rank = bestOf([...hole, ...hand.board]);
    return texts.summary({
      cards: names(hole),
      board: names(hand.board),
      owed: hand.call > 0 ? this.#chips(hand.call) : "",
      pot: this.#chips(hand.pot),
      worth: rank ? rankText(rank) : "",
    });
  }

  /** @param {Position} position */
  show(position) {
    this.#position = position;
    for (const event of position.last ?? []) {
      if (this.#known.has(event)) continue;
      this.#known.add(event);
      this.#pending.push(event);
    }
    const hand = handOf(position.view);
    if (!hand) return;
    if (position.view !== this.#view) {
      this.#view = position.view;
      this.#move(hand, this.#pending.splice(0));
    }
    if (this.isConnected) this.#draw();
  }

  /**
   * A new view, and what led to it.
   * @param {HandView} hand
   * @param {EventMessage[]} events
   */
  #move(hand, events) {
    const before = this.#last;
    const deeds = this.#deeds;
    const number = this.#number;
    const dealt = events.some((event) => event.name === "hand_dealt");
    this.#last = { hand, number };
    // After a jump nobody knows what was done before.
    this.#deeds = deedsAfter(before && before.number !== number && !dealt ? new Map() : deeds, events);
    // Who watches sees each move at once; who plays sees the end of a hand first.
    if (this.#position?.viewer === -1) this.#release(false);
    if (!before || isOver(hand) || this.#small) return;
    const ended = endedHand(before.hand, events);
    if (!ended || ended.number !== before.number) return;
    const end = events.findIndex((event) => event.name === "hand_over");
    this.#tellBefore(ended);
    if (!this.#ended) this.#hold({ ...ended, deeds: deedsAfter(deeds, events.slice(0, end)) });
  }

  /** @param {EndedHand & { deeds: Map<number, Deed> }} ended */
  #hold(ended) {
    const position = this.#position;
    const wanted = isShowdown(ended.hand) ? SHOWDOWN : FOLDED;
    const left = position?.question && position.deadline !== null ? (position.deadline - performance.now()) / 4 : Infinity;
    if (left < 300) return;
    this.#ended = ended;
    clearTimeout(this.#holding);
    this.#holding = setTimeout(() => this.#release(), Math.min(wanted, left));
  }

  /** Show the present hand again. @param {boolean} [draw] */
  #release(draw = true) {
    clearTimeout(this.#holding);
    if (!this.#ended) return;
    this.#ended = null;
    if (draw && this.isConnected) this.#draw();
  }

  get #number() {
    return Number(this.#position?.view?.hand_number ?? 1);
  }

  get #small() {
    return this.hasAttribute("small");
  }

  get #big() {
    return readUnit() === "bb" ? handOf(this.#position?.view)?.big_blind ?? 0 : 0;
  }

  /** @param {number} chips */
  #chips(chips) {
    return chipsText(chips, this.#big);
  }

  #toggleUnit() {
    writeUnit(readUnit() === "bb" ? "" : "bb");
    this.#draw();
  }

  #draw() {
    const position = this.#position;
    const now = handOf(position?.view);
    if (!position || !now) return;
    const ended = this.#ended;
    const hand = ended?.hand ?? now;
    const number = ended?.number ?? this.#number;
    const deeds = ended?.deeds ?? this.#deeds;
    const old = this.#drawn;
    const moved = old?.hand !== hand;
    this.#drawn = { hand, number };
    this.#sit(now.seats);
    this.#drawHead(hand, number);
    const flights = moved && !this.#small && !calm() && document.visibilityState === "visible";
    const bets = flights && old?.number === number ? old.hand.bets : null;
    const fresh = this.#drawSeats(hand, deeds);
    fresh.push(...this.#drawMiddle(hand));
    if (flights && fresh.length && old) deal(fresh, this.#middle);
    if (bets && old) this.#flyChips(bets, old.hand, hand);
    this.#drawControls(now);
    this.#runClock();
  }

  /**
   * @param {number[]} bets
   * @param {HandView} old
   * @param {HandView} hand
   */
  #flyChips(bets, old, hand) {
    const street = hand.street !== old.street || isOver(hand);
    this.#spots.forEach((spot, seat) => {
      const was = bets[seat] ?? 0;
      const is = hand.bets[seat] ?? 0;
      if (street && was > 0) collect(this.#felt, spot.spot, this.#pots);
      else if (is > was) putIn(spot.bet, spot.plate);
      if (isOver(hand) && !isOver(old) && (hand.won[seat] ?? 0) > 0) pay(this.#felt, this.#pots, spot.plate);
    });
  }

  /** Seats where they belong, the own one at the bottom. @param {number} count */
  #sit(count) {
    const position = this.#position;
    const own = position && position.viewer >= 0 ? position.viewer : Math.max(0, this.#seenFrom ?? 0);
    const layout = `${count} ${own}`;
    if (layout === this.#layout) return;
    this.#layout = layout;
    const seats = Array.from({ length: count }, (_, seat) => seat);
    this.#spots = seats.map((seat) => this.#spots[seat] ?? new HoldemSeat());
    keep(this.#seats, seats, (seat) => seat, (seat) => /** @type {HoldemSeat} */ (this.#spots[seat]).element);
    const wide = widePlaces(count);
    const tall = tallPlaces(count);
    this.#felt.classList.toggle("many", count > 6);
    this.#felt.classList.toggle("few", count < 5);
    this.#spots.forEach((spot, seat) => {
      const at = (seat - own + count) % count;
      const [w, t] = [wide[at], tall[at]];
      if (!w || !t) return;
      spot.place({ x: w.x, y: w.y, bx: w.bet.x, by: w.bet.y, ba: w.bet.anchor });
      spot.place({ tx: t.x, ty: t.y, tbx: t.bet.x, tby: t.bet.y, tba: t.bet.anchor });
      spot.element.classList.toggle("bottom", at === 0);
    });
  }

  /** @param {HandView} hand @param {number} number */
  #drawHead(hand, number) {
    const series = this.#position?.view?.hand !== undefined;
    // While it is on the table nobody needs to read it, but its line keeps its place.
    this.#before.hidden = !series;
    this.#before.classList.toggle("blank", this.#ended !== null);
    const blinds = texts.blinds(chipsText(hand.small_blind), chipsText(hand.big_blind));
    setText(this.#facts, series ? texts.facts(number, blinds) : blinds);
    this.#unit.setAttribute("aria-pressed", String(this.#big > 0));
    this.#unit.title = texts.unitMore;
  }

  /**
   * @param {HandView} hand
   * @param {Map<number, Deed>} deeds
   * @returns {Element[]} new cards
   */
  #drawSeats(hand, deeds) {
    const position = /** @type {Position} */ (this.#position);
    const fresh = [];
    const bright = this.#bright(hand);
    for (const [seat, spot] of this.#spots.entries()) {
      fresh.push(...spot.show(this.#look(position, hand, seat, deeds.get(seat), bright)));
    }
    return fresh;
  }

  /**
   * The cards that make the winning hands, at a showdown.
   * @param {HandView} hand
   * @returns {Set<string> | null}
   */
  #bright(hand) {
    if (!isShowdown(hand)) return null;
    const cards = new Set();
    for (const [seat, chips] of hand.won.entries()) {
      const hole = hand.cards[seat] ?? [];
      if (chips > 0 && hole.length) for (const card of bestOf([...hole, ...hand.board])?.cards ?? []) cards.add(card);
    }
    return cards.size ? cards : null;
  }

  /**
   * @param {Position} position
   * @param {HandView} hand
   * @param {number} seat
   * @param {Deed | undefined} deed
   * @param {Set<string> | null} bright
   * @returns {SeatLook}
   */
  #look(position, hand, seat, deed, bright) {
    const over = isOver(hand);
    const result = this.#ended ? null : position.result;
    const dealt = hand.dealt_in[seat] ?? false;
    const folded = hand.folded[seat] ?? false;
    const won = hand.won[seat] ?? 0;
    const stack = hand.stacks[seat] ?? 0;
    const series = position.kind === "holdem-tournament";
    const out = series && !dealt && stack === 0;
    const acting = !this.#ended && !result && position.actor === seat;
    const places = result?.places ?? (out || (series && over && stack === 0) ? position.view.places : null);
    const allIn = !folded && dealt && !over && stack === 0 && (hand.all_in[seat] ?? false);
    const equity = this.#ended || over ? null : position.figures?.equity?.[seat] ?? null;
    const known = this.#cardsOf(hand, seat);
    const note = position.seats?.[seat];
    return {
      name: position.names[seat] ?? texts.seat(seat + 1),
      stack: out || (over && series && stack === 0) ? texts.out : allIn ? texts.allInMark : this.#chips(stack),
      cards: known.length ? known : dealt && !folded ? ["", ""] : [],
      bright: folded ? null : bright,
      bet: (hand.bets[seat] ?? 0) > 0 ? this.#chips(hand.bets[seat] ?? 0) : "",
      did: this.#did(hand, seat, deed, won),
      mark: !dealt ? "" : hand.big_seat === seat ? "big" : hand.small_seat === seat ? "small" : "",
      dealer: dealt && hand.button === seat,
      equity,
      place: places ? texts.ordinal(places[seat] ?? 0) : "",
      acting,
      folded,
      allIn,
      out,
      gone: hand.withdrawn[seat] ?? false,
      away: note !== undefined && note.here === false,
      won: won > 0,
      own: position.viewer === seat,
    };
  }

  /**
   * @param {HandView} hand
   * @param {number} seat
   * @param {Deed | undefined} deed
   * @param {number} won
   */
  #did(hand, seat, deed, won) {
    if (won > 0) return texts.wins(this.#chips(won));
    const hole = hand.cards[seat] ?? [];
    if (isShowdown(hand) && !hand.folded[seat] && hole.length) {
      const rank = bestOf([...hole, ...hand.board]);
      return rank ? texts.rankNames[rank.name] : "";
    }
    if (hand.withdrawn[seat]) return texts.gone;
    if (!deed) return hand.folded[seat] ? texts.deeds.folded("") : "";
    return texts.deeds[deed.name](this.#chips(deed.chips));
  }

  /**
   * A seat's cards as far as they are to be shown.
   * @param {HandView} hand
   * @param {number} seat
   * @returns {string[]}
   */
  #cardsOf(hand, seat) {
    const from = this.#seenFrom;
    const cards = hand.cards[seat] ?? [];
    if (from === null || from < 0 || from === seat) return cards;
    return isShowdown(hand) && !hand.folded[seat] ? cards : [];
  }

  /**
   * @param {HandView} hand
   * @returns {Element[]} new cards
   */
  #drawMiddle(hand) {
    const position = /** @type {Position} */ (this.#position);
    const names = (/** @type {number[]} */ seats) => seats.map((seat) => position.names[seat] ?? "").join(", ");
    /** @type {{ text: string, title: string, total: boolean }[]} */
    const pots = [];
    const collected = hand.pots.reduce((sum, pot) => sum + pot.amount, 0);
    if (hand.pot > 0 && (hand.pots.length !== 1 || hand.pot !== collected)) {
      pots.push({ text: texts.pot(this.#chips(hand.pot)), title: texts.potMore, total: true });
    }
    if (hand.pots.length > 1 || pots.length === 0) {
      for (const [at, pot] of hand.pots.entries()) {
        const title = pot.seats.length ? texts.potSeats(names(pot.seats)) : "";
        const text = hand.pots.length === 1 ? texts.pot : at === 0 ? texts.mainPot : texts.sidePot(at, hand.pots.length);
        pots.push({ text: text(this.#chips(pot.amount)), title, total: hand.pots.length === 1 });
      }
    }
    keep(this.#pots, pots, (_, at) => at, () => h("li", null, h("span"), h("span", { class: "unseen" })), (item, pot) => {
      setText(item.firstElementChild, pot.text);
      setText(item.lastElementChild, pot.title);
      item.title = pot.title;
      item.className = pot.total ? "total" : "side";
    });
    const fresh = showCards(this.#board, hand.board, this.#bright(hand));
    this.#board.style.setProperty("--missing", String(BOARD - hand.board.length));
    setText(this.#word, this.#wordOn(position, hand));
    this.#word.classList.toggle("loud", isOver(hand) || (position.result !== null && !this.#ended));
    return fresh;
  }

  /**
   * The line under the board: what is owed, who won, how the game ended.
   * @param {Position} position
   * @param {HandView} hand
   */
  #wordOn(position, hand) {
    if (position.result && !this.#ended && position.kind !== "holdem") {
      const first = position.names.filter((_, seat) => position.result?.places[seat] === 1);
      return position.kind === "holdem-cash" ? texts.cashWon(first.join(", "), this.#chips(Math.max(...position.result.scores)))
        : texts.gameWon(first.join(", "));
    }
    if (isOver(hand)) return this.#won(hand, position.names);
    const odds = potOdds(hand);
    const street = texts.streets[/** @type {keyof typeof texts.streets} */ (hand.street)] ?? hand.street;
    if (odds === null || position.viewer === hand.actor) return street;
    return texts.owes(street, this.#chips(hand.call), texts.percent(odds));
  }

  /**
   * Who won a hand, what, and with what.
   * @param {HandView} hand
   * @param {string[]} names
   */
  #won(hand, names) {
    const showdown = isShowdown(hand);
    const winners = [...hand.won.entries()].filter(([, chips]) => chips > 0).map(([seat, chips]) => {
      const hole = hand.cards[seat] ?? [];
      const rank = showdown && hole.length ? bestOf([...hole, ...hand.board]) : null;
      return texts.won(names[seat] ?? "", this.#chips(chips), rank ? rankText(rank) : "");
    });
    return winners.join("; ");
  }

  /** @param {EndedHand} ended */
  #tellBefore(ended) {
    const names = this.#position?.names ?? [];
    setText(this.#before, texts.before(ended.number, this.#won(ended.hand, names)));
    this.#before.title = this.#before.textContent ?? "";
  }

  /** @param {HandView} hand */
  #drawControls(hand) {
    const position = /** @type {Position} */ (this.#position);
    const { viewer, question, result, names } = position;
    const wanted = !this.#small && viewer >= 0 && (result === null || this.#ended !== null);
    if (this.#controls) this.#controls.hidden = !wanted;
    if (!wanted) return;
    if (!this.#controls) {
      void this.#loadControls();
      return;
    }
    const hole = hand.cards[viewer] ?? [];
    const rank = hole.length && !hand.folded[viewer] ? bestOf([...hole, ...hand.board]) : null;
    const waiting = position.actor >= 0 && position.actor !== viewer ? texts.waiting(names[position.actor] ?? "") : "";
    this.#controls.show({
      question, hand, seat: viewer, big: this.#big, waiting,
      worth: rank && !this.#ended ? rankText(rank) : "",
      ended: this.#ended !== null,
    });
  }

  async #loadControls() {
    if (this.#loading) return;
    this.#loading = true;
    const { HoldemControls } = await import("./holdem-controls.js");
    this.#controls = new HoldemControls();
    this.append(this.#controls);
    if (this.isConnected) this.#draw();
  }

  #runClock() {
    const position = /** @type {Position} */ (this.#position);
    const deadline = position.result || this.#small || this.#ended ? null : position.deadline;
    const actor = deadline === null ? -1 : position.actor;
    if (deadline === this.#deadline && this.#spots[actor]?.element.classList.contains("timed")) return;
    this.#stopClock();
    const spot = this.#spots[actor];
    if (!spot || deadline === null) return;
    this.#deadline = deadline;
    spot.element.classList.add("timed");
    spot.run(deadline - performance.now(), position.move * 1000);
    const tick = () => spot.tick(Math.max(0, (deadline - performance.now()) / 1000));
    tick();
    this.#ticking = setInterval(tick, 250);
  }

  #stopClock() {
    clearInterval(this.#ticking);
    this.#deadline = NaN;
    for (const spot of this.#spots) {
      spot.halt();
      spot.element.classList.remove("timed");
    }
  }
}

function readUnit() {
  try {
    return localStorage.getItem(UNIT) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} unit */
function writeUnit(unit) {
  try {
    localStorage.setItem(UNIT, unit);
  } catch {
    // Without storage the choice lasts no longer than this page, which is bearable.
  }
}

customElements.define("holdem-table", HoldemTable);
