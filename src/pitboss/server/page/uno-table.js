/** `<uno-table>`: a game of the UNO family, to watch, to play and to step through. It knows positions only. */

import { unoName } from "./cards.js";
import { clockText } from "./clock.js";
import { h, setText, styles } from "./dom.js";
import { arriveFrom, mayMove, placesOf } from "./motion.js";
import { uno as texts } from "./texts.js";
import { COLOURS, colourActions, noChoices, readChoices } from "./uno-actions.js";
import { Centre, plainCode } from "./uno-centre.js";
import { Buttons, Picker } from "./uno-controls.js";
import { Hand } from "./uno-hand.js";
import { handOf, nameOf, promptOf, seatState, whoPlayed } from "./uno-position.js";
import { Plate, Seat } from "./uno-seat.js";

/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./uno-actions.js").Choices} Choices */
/** The seat in front; `own`: its hand lies there, large. @typedef {{ seat: number, own: boolean }} Front */

/** Where it is kept whether single keys play. */
const KEYS = "uno-keys";
/** How long a banner stays, in milliseconds. */
const BANNER = 4000;

export class UnoTable extends HTMLElement {
  /** @type {Position | null} */
  #position = null;
  /** @type {number | null} */
  #seenFrom = null;
  /** @type {Seat[]} */
  #seats = [];
  /** @type {Choices} */
  #choices = noChoices();
  /** The question that was answered: until another one comes, nothing can be clicked. @type {unknown} */
  #answered = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #bannerTimer;

  #banner = h("p", { class: "banner", "aria-hidden": "true", hidden: true });
  #seatList = h("ol", { class: "seats", "aria-label": texts.seats });
  #centre = new Centre(() => this.#buttons.say("draw"));
  #plate = new Plate();
  #prompt = h("p", { class: "prompt" });
  #hand = new Hand((code, copies, from) => this.#play(code, copies, from));
  #buttons = new Buttons((action) => this.#act(action));
  #picker = new Picker((action) => this.#act(action), () => this.#showPrompt());
  #mine = h(
    "section",
    { class: "mine", "aria-label": texts.yourSeat },
    h("div", { class: "mine-line" }, this.#plate.element, this.#plate.line, this.#prompt),
    this.#hand.element,
    this.#picker.element,
    this.#buttons.element,
  );
  #keysOn = h("input", {
    type: "checkbox",
    checked: localStorage.getItem(KEYS) !== "off",
    onchange: () => localStorage.setItem(KEYS, this.#keysOn.checked ? "on" : "off"),
  });
  #keys = h(
    "details",
    { class: "keys" },
    h("summary", null, texts.keysTitle),
    h("label", { class: "check" }, this.#keysOn, texts.keysOn),
    h("dl", null, texts.keys.map(([key, what]) => h("div", null, h("dt", null, h("kbd", null, key)), h("dd", null, what)))),
  );

  /** Where all cards are known: the seat whose cards are shown, -1 for all; null as given. */
  get seenFrom() {
    return this.#seenFrom;
  }

  set seenFrom(seat) {
    this.#seenFrom = seat;
    if (this.#position) this.show(this.#position);
  }

  /** What a screen reader says when it is one's turn. */
  get summary() {
    const view = this.#position?.view;
    return view ? texts.summary(promptOf(/** @type {Position} */ (this.#position), this.#choices), unoName(view.top)) : "";
  }

  get #small() {
    return this.hasAttribute("small");
  }

  connectedCallback() {
    if (!this.firstElementChild) {
      const felt = h("div", { class: "felt" }, this.#centre.ring, this.#seatList, this.#centre.element, this.#banner);
      this.append(felt, this.#mine, this.#keys);
    }
    document.addEventListener("keydown", this.#key);
    this.#runClock();
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.#key);
    this.#runClock();
  }

  /** @param {Position} position */
  show(position) {
    const view = position.view;
    if (!Array.isArray(view?.sizes)) return;
    const before = this.#position;
    this.#position = position;
    const places = before && !this.#small && this.isConnected && mayMove() ? this.#places() : null;

    const front = this.#front(position);
    const { own } = front;
    const hand = own ? (handOf(position, front.seat) ?? []) : [];
    const question = position.viewer >= 0 && this.#seenFrom === null && !position.result ? position.question : null;
    const asked = question !== null && question !== this.#answered;
    this.#choices = asked ? readChoices(question.legal, hand) : noChoices();

    this.dataset.seats = String(view.sizes.length);
    this.classList.toggle("own", own);
    const seats = this.#showSeats(position, front);
    const drawn = own ? this.#hand.update(hand, this.#choices, view.drawn ?? null, asked) : [];
    this.#showMine(position, front);
    this.#centre.update(position, this.#choices.words.has("draw"));
    this.#showBanner(position);
    this.#runClock();
    if (places && before) this.#move(before, position, front, places, seats, drawn);
  }

  /** @param {Position} position @returns {Front} */
  #front(position) {
    const seat = this.#seenFrom ?? position.viewer;
    return seat >= 0 ? { seat, own: !this.#small } : { seat: 0, own: false };
  }

  /**
   * @param {Position} position
   * @param {Front} front
   * @returns {Map<number, HTMLElement[]>} cards that have come, by seat
   */
  #showSeats(position, front) {
    const count = position.view.sizes.length;
    if (this.#seats.length !== count) this.#seats = Array.from({ length: count }, () => new Seat());
    // From the one in front in the order of the seats, which is the order of play.
    const around = Array.from({ length: count }, (_, at) => (front.seat + at) % count).slice(front.own ? 1 : 0);
    const elements = around.map((number) => this.#seatAt(number).element);
    const there = [...this.#seatList.children];
    if (there.length !== elements.length || there.some((child, at) => child !== elements[at])) {
      this.#seatList.replaceChildren(...elements);
    }
    /** @type {Map<number, HTMLElement[]>} */
    const fresh = new Map();
    for (const number of around) {
      const seat = this.#seatAt(number);
      const { x, y } = placeAround((number - front.seat + count) % count, count, front.own);
      seat.element.style.setProperty("--x", x.toFixed(4));
      seat.element.style.setProperty("--y", y.toFixed(4));
      fresh.set(number, seat.update(seatState(position, number, this.#seenFrom)));
      const swap = this.#choices.swaps.get(number);
      seat.offer(swap ? texts.swapWith(nameOf(position, number)) : null, () => this.#act(swap ?? ""));
    }
    return fresh;
  }

  /** @param {number} number */
  #seatAt(number) {
    return /** @type {Seat} */ (this.#seats[number]);
  }

  /**
   * @param {Position} position
   * @param {Front} front
   */
  #showMine(position, front) {
    this.#mine.hidden = !front.own;
    this.#picker.update(this.#choices);
    const plays = front.own && position.viewer >= 0 && this.#seenFrom === null && !position.result;
    this.#keys.hidden = this.#buttons.element.hidden = !plays;
    if (!front.own) return;
    const state = seatState(position, front.seat, this.#seenFrom);
    for (const name of /** @type {const} */ (["turn", "left"])) this.#mine.classList.toggle(name, state[name]);
    this.#mine.classList.toggle("won", state.place === 1);
    this.#plate.update(state);
    this.#showPrompt();
    if (plays) this.#buttons.update(position, this.#choices);
  }

  #showPrompt() {
    const position = this.#position;
    if (!position) return;
    this.classList.toggle("picking", this.#picker.isOpen);
    setText(this.#prompt, this.#picker.isOpen ? texts.chooseColour : promptOf(position, this.#choices));
  }

  /** A round that ended is told for a moment, because the next one is dealt at once. @param {Position} position */
  #showBanner(position) {
    const round = position.last.findLast((event) => event.name === "round_over");
    if (!round || position.result || position.view.phase === "over" || this.#small) return;
    const points = round.facts.points ?? 0;
    setText(this.#banner, round.seat >= 0 ? texts.roundWon(nameOf(position, round.seat), points) : texts.roundOver);
    this.#banner.hidden = false;
    clearTimeout(this.#bannerTimer);
    this.#bannerTimer = setTimeout(() => (this.#banner.hidden = true), BANNER);
  }

  // Choosing

  /**
   * @param {string} code
   * @param {"once" | "twice"} copies
   * @param {HTMLElement} from
   */
  #play(code, copies, from) {
    const play = this.#choices.plays.get(code);
    if (!play) return;
    const plain = play.plain[copies];
    if (plain) {
      this.#act(plain);
      return;
    }
    this.#picker.open(colourActions(play, copies), from, this.#favourite());
  }

  /** The colour that one has most of. */
  #favourite() {
    const hand = /** @type {string[]} */ (this.#position?.view.hand ?? []);
    const counts = COLOURS.map((colour) => hand.filter((card) => card[0] === colour).length);
    return COLOURS[counts.indexOf(Math.max(...counts))] ?? "r";
  }

  /** @param {string} action */
  #act(action) {
    const position = this.#position;
    if (!position?.question || position.question === this.#answered || !action) return;
    this.#answered = position.question;
    this.show(position);
    this.dispatchEvent(new CustomEvent("act", { detail: { action }, bubbles: true }));
  }

  #key = (/** @type {KeyboardEvent} */ event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    if (!this.#position?.question || this.#small || isTyping(event.target)) return;
    const key = event.key.toLowerCase();
    if (key.length === 1 && !this.#keysOn.checked) return;
    const word = Object.keys(texts.keyOf).find((name) => texts.keyOf[name] === key);
    if (key === "escape" && this.#picker.from) this.#picker.close();
    else if (this.#picker.actions.has(key)) this.#picker.pick(key);
    else if (word && this.#choices.words.has(word)) this.#buttons.say(word);
    else if (key === "2") this.#hand.playPair();
    else if (/^arrow(left|right)$/.test(key) && !this.#picker.isOpen && !usesArrows(event.target)) this.#hand.enter();
    else return;
    event.preventDefault();
  };

  // Clocks

  #runClock() {
    const position = this.#position;
    const timed = position !== null && position.deadline !== null && position.actor >= 0 && !position.result;
    const runs = timed && this.isConnected && !this.#small;
    const plate = runs ? this.#plateOf(position) : null;
    for (const other of [this.#plate, ...this.#seats.map((seat) => seat.plate)]) if (other !== plate) other.stop();
    clearInterval(this.#timer);
    if (!runs || !plate) return;
    const deadline = position.deadline ?? 0;
    const left = () => Math.max(0, deadline - performance.now());
    plate.run(left(), position.move * 1000);
    const tick = () => plate.tell(clockText(left() / 1000), left() < 5000);
    tick();
    this.#timer = setInterval(tick, 200);
  }

  /** @param {Position} position */
  #plateOf(position) {
    const front = this.#front(position);
    return front.own && position.actor === front.seat ? this.#plate : (this.#seats[position.actor]?.plate ?? null);
  }

  // Movement

  #places() {
    return {
      hand: placesOf(this.#hand.cards),
      seats: this.#seats.map((seat) => pictureOf(seat.fan.lastElementChild ?? seat.plate.count).getBoundingClientRect()),
      pile: this.#centre.back.getBoundingClientRect(),
      top: this.#centre.top,
    };
  }

  /**
   * @param {Position} before
   * @param {Position} now
   * @param {Front} front
   * @param {{ hand: Map<HTMLElement, DOMRect>, seats: DOMRect[], pile: DOMRect, top: HTMLElement | null }} places
   * @param {Map<number, HTMLElement[]>} seats cards that have come to the seats
   * @param {HTMLElement[]} drawn cards that have come to one's own hand
   */
  #move(before, now, front, places, seats, drawn) {
    const top = this.#centre.top;
    if (top && top !== places.top) {
      const who = whoPlayed(before, now);
      const own = front.own && who === front.seat;
      const code = plainCode(now.view.top);
      const held = [...places.hand].find(([button]) => own && button.dataset.card === code && !button.isConnected);
      arriveFrom(top, held?.[1] ?? places.seats[who], { turn: own ? 0 : 24 });
    }
    const dealt = now.view.round !== before.view.round;
    for (const [seat, cards] of seats) {
      if (!dealt && now.view.sizes[seat] <= before.view.sizes[seat]) continue;
      cards.slice(-10).forEach((card, at) => arriveFrom(pictureOf(card), places.pile, { delay: at * 40 }));
    }
    for (const [button, place] of places.hand) {
      if (button.isConnected) arriveFrom(button, place, { duration: 180 });
    }
    drawn.forEach((place, at) => {
      arriveFrom(pictureOf(place), places.pile, { delay: Math.min(at, 12) * 40 });
    });
  }
}

/** A place in a fan or hand is as wide as can be seen of it; its card is as wide as cards are. @param {Element} place */
function pictureOf(place) {
  return place.firstElementChild ?? place;
}

/**
 * Where a seat is on the oval, from -1 to 1 both ways, clockwise from the front.
 * @param {number} at
 * @param {number} count
 * @param {boolean} own whether the front is left to one's own hand
 */
function placeAround(at, count, own) {
  let turn = at / count;
  if (own) {
    // The others share the far side: the more there are, the further round they reach.
    const reach = count === 2 ? 0 : Math.min(0.36, 0.16 + count * 0.025);
    turn = count === 2 ? 0.5 : 0.5 - reach + ((at - 1) / (count - 2)) * 2 * reach;
  }
  const angle = Math.PI * (0.5 + 2 * turn);
  return { x: squared(Math.cos(angle)), y: squared(Math.sin(angle)) };
}

/** Pull a point of the circle towards a rounded rectangle. @param {number} value */
function squared(value) {
  return Math.sign(value) * Math.abs(value) ** 0.8;
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  return target instanceof Element && target.matches("input, select, textarea");
}

/** Whether arrow keys mean something there already. @param {EventTarget | null} target */
function usesArrows(target) {
  return target instanceof Element && target.closest("[role=slider], [role=tablist], .hand, .log") !== null;
}

await styles("cards.css", "uno.css");
customElements.define("uno-table", UnoTable);
