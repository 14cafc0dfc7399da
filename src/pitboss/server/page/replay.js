/** The replay of a game: the board, the controls, the telling and the facts, at /game/ID#STEP. */

import { ApiError } from "./api.js";
import { copy, h, styles, toast } from "./dom.js";
import { gameElement } from "./game-element.js";
import { Controls, SPEEDS } from "./replay-controls.js";
import { facts } from "./replay-facts.js";
import { PAGE, Steps, sentences } from "./replay-steps.js";
import { Telling } from "./replay-telling.js";
import { common, replay as words } from "./texts.js";

/** @typedef {import("./types.js").App} App */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").GameElement} GameElement */
/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./replay-facts.js").Details} Details */
/** @typedef {import("./replay-steps.js").Step} Step */
/** @typedef {import("./replay-steps.js").StepPage} StepPage */
/** @typedef {import("./replay-steps.js").Mark} Mark */

// How long a step is shown at the usual speed, in milliseconds.
const PACE = 1000;
// What is over is looked at longer, before the next deal.
const ENDS = new Set(["hand_over", "round_over"]);
// Slower than this there is time to read each step aloud.
const SPOKEN = 1500;
// Browsers refuse an address that changes too often.
const ADDRESS_PAUSE = 300;
const SCRUB_PAUSE = 80;
const AHEAD = 200;

/**
 * @param {HTMLElement} main
 * @param {Record<string, string>} params
 * @param {App} app
 * @returns {Promise<View>}
 */
export async function show(main, params, app) {
  const id = params.id ?? "";
  const path = `/api/games/${encodeURIComponent(id)}`;
  const place = fragment(location.hash);
  const from = Math.floor((place.step ?? 0) / PAGE) * PAGE;
  const fetchSteps = (/** @type {number} */ first, /** @type {number} */ count) =>
    /** @type {Promise<StepPage>} */ (app.api.get(`${path}/steps?from=${first}&count=${count}`));
  const looks = styles("replay.css");
  /** @type {Details} */
  let details;
  try {
    details = await app.api.get(path);
  } catch (error) {
    await looks;
    return withoutGame(main, error);
  }
  await looks;
  if (!details.has_steps) return withoutSteps(main, details);
  let page = await fetchSteps(from, PAGE);
  // A link may name a step beyond the end.
  if (from && !page.steps.length) page = await fetchSteps(0, PAGE);
  const steps = new Steps(fetchSteps, page);
  const element = await gameElement(page.kind);
  const replay = new Replay(main, app, details, steps, element);
  await replay.begin(place);
  return { title: words.title(details.players.map((player) => player.name)), close: () => replay.close() };
}

/**
 * The step and the seat that a fragment names: `#42`, or `#42@1` as seat 1 saw it.
 * @param {string} hash
 * @returns {{step?: number, seat?: number}}
 */
function fragment(hash) {
  const match = /^#(\d{1,9})(?:@(\d{1,2}))?$/.exec(hash);
  if (!match) return {};
  return { step: Number(match[1]), seat: match[2] === undefined ? undefined : Number(match[2]) };
}

/**
 * @param {HTMLElement} main
 * @param {unknown} error
 * @returns {View}
 */
function withoutGame(main, error) {
  if (!(error instanceof ApiError) || error.status !== 404) throw error;
  main.replaceChildren(
    h(
      "section",
      { class: "panel notice" },
      h("h1", null, words.noGame),
      h("p", { class: "muted" }, error.message),
      h("p", { class: "row" }, h("a", { class: "button primary", href: "/games" }, words.allGames), home()),
    ),
  );
  return { title: words.noGame };
}

/**
 * A game that can't be stepped through: it is running, or its deal is lost.
 * @param {HTMLElement} main
 * @param {Details} details
 * @returns {View}
 */
function withoutSteps(main, details) {
  const running = details.state === "running";
  const title = words.title(details.players.map((player) => player.name));
  main.replaceChildren(
    h(
      "div",
      { class: "replay replay-bare" },
      heading(details),
      h(
        "section",
        { class: "panel notice" },
        h("h2", null, running ? words.running : words.noDeal),
        h("p", { class: "muted" }, running ? words.runningMore : words.sentence(details.why_not ?? "")),
        running ? null : h("p", { class: "small" }, words.movesBy, " ", h("code", null, `pitboss show ${details.id}`)),
        running && details.table
          ? h(
              "p",
              null,
              h(
                "a",
                { class: "button primary", href: `/table/${encodeURIComponent(details.table)}` },
                words.watchLive,
              ),
            )
          : null,
      ),
      h("div", { class: "replay-facts" }, facts(details, () => {})),
    ),
  );
  return { title };
}

function home() {
  return h("a", { class: "button", href: "/" }, common.goHome);
}

/** @param {Details} details */
function heading(details) {
  const names = details.players.flatMap((player, seat) => [
    seat ? h("span", { class: "muted" }, words.versus) : null,
    h("bdi", { class: details.places?.[seat] === 1 ? "winner" : "" }, player.name),
  ]);
  const about = [
    h("span", null, words.game(details.game, details.rules)),
    details.moves ? h("span", null, words.moves(details.moves)) : null,
    details.created
      ? h("time", { datetime: details.created }, words.moment(new Date(details.finished || details.created)))
      : null,
    details.event
      ? h("a", { href: `/event/${encodeURIComponent(details.event)}` }, words.ofEvent(details.event))
      : details.table
        ? h("a", { href: `/games?table=${encodeURIComponent(details.table)}` }, words.atTable(details.table))
        : null,
  ].filter((part) => part !== null);
  return h("header", { class: "replay-head" }, h("h1", null, names), h("p", { class: "replay-about muted" }, about));
}

/** One game being replayed. */
class Replay {
  #app;
  #details;
  #steps;
  #board;
  #controls;
  #telling;
  /** @type {Mark[]} */
  #marks;
  #note = h("p", { class: "replay-note", role: "alert" });
  #frame = h("div");
  #height = 0;
  #resized = new ResizeObserver(() => this.#hold());
  #help = helpDialog();
  #wanted = 0;
  #drawn = -1;
  #seat = -1;
  #speed = 1;
  #playing = false;
  #closed = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #tick;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #address;
  #listening = new AbortController();

  /**
   * @param {HTMLElement} main
   * @param {App} app
   * @param {Details} details
   * @param {Steps} steps
   * @param {GameElement} element
   */
  constructor(main, app, details, steps, element) {
    this.#app = app;
    this.#details = details;
    this.#steps = steps;
    this.#board = element;
    element.classList.add("replay-table");
    this.#marks = steps.about.marks ?? [];
    this.#telling = new Telling(steps, (step) => this.#go(step, true));
    this.#controls = new Controls(steps.last, steps.about.names, {
      go: (step) => this.#go(step, true),
      step: (by) => this.#step(by),
      toggle: () => this.#toggle(),
      speed: (speed) => this.#setSpeed(speed),
      seat: (seat) => this.#see(seat),
      help: () => this.#help.showModal(),
      link: () => void this.#copyLink(),
    });
    this.#setSpeed(1);
    main.replaceChildren(
      h(
        "div",
        { class: "replay" },
        heading(details),
        h("div", { class: "replay-board" }, this.#frame, this.#note),
        this.#controls.element,
        h("section", { class: "panel replay-telling" }, h("h2", null, words.telling), this.#telling.element),
        h("div", { class: "replay-facts" }, facts(details, (step) => this.#go(step, true))),
        this.#help,
      ),
    );
    this.#frame.append(element);
    this.#resized.observe(element);
    this.#controls.scrub.marks(this.#marks);
    const { signal } = this.#listening;
    addEventListener("resize", () => this.#refit(), { signal });
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    addEventListener("hashchange", () => this.#followAddress(), { signal });
  }

  /**
   * Show the step that was asked for.
   * @param {{step?: number, seat?: number}} place
   */
  async begin(place) {
    if (place.seat !== undefined && place.seat < this.#steps.about.names.length) this.#see(place.seat);
    await this.#go(place.step ?? 0, false);
  }

  close() {
    this.#closed = true;
    this.#stop();
    clearTimeout(this.#address);
    this.#telling.close();
    this.#resized.disconnect();
    this.#listening.abort();
  }

  // The board.

  /** Keep as much room as the board ever took, so that the controls stay under the pointer. */
  #hold() {
    const height = this.#board.offsetHeight;
    if (height <= this.#height) return;
    this.#height = height;
    this.#frame.style.setProperty("min-block-size", `${height}px`);
  }

  #refit() {
    this.#height = 0;
    this.#frame.style.removeProperty("min-block-size");
    this.#hold();
    this.#controls.scrub.marks(this.#marks);
  }

  // Going from step to step.

  /** @param {number} by */
  #step(by) {
    this.#stop();
    void this.#go(this.#wanted + by, true);
  }

  /**
   * @param {number} number
   * @param {boolean} byHand whether a person did it, and should hear what happened
   */
  async #go(number, byHand) {
    const steps = this.#steps;
    number = Math.max(0, Math.min(steps.last, number));
    if (byHand) this.#stop();
    const far = Math.abs(number - this.#wanted) > 1;
    this.#wanted = number;
    let step = steps.at(number);
    if (!step) {
      this.#controls.show(number, words.count(number, steps.last));
      this.#board.setAttribute("aria-busy", "true");
      // Whoever scrubs passes over most pages.
      if (byHand && far) await new Promise((resolve) => setTimeout(resolve, SCRUB_PAUSE));
      if (this.#wanted !== number || this.#closed) return;
      try {
        step = await steps.load(number);
      } catch (error) {
        if (this.#wanted === number) this.#failed(error);
        return;
      }
      if (this.#wanted !== number || this.#closed) return;
    }
    this.#note.textContent = "";
    this.#draw(step, byHand);
    steps.prefetch(number + AHEAD);
    steps.prefetch(number - AHEAD);
  }

  /** @param {unknown} error */
  #failed(error) {
    this.#stop();
    const why = error instanceof Error ? error.message : String(error);
    this.#note.replaceChildren(
      h("span", null, words.notLoaded(why)),
      h("button", { type: "button", onclick: () => void this.#go(this.#wanted, true) }, common.again),
    );
  }

  /**
   * @param {Step} step
   * @param {boolean} byHand
   */
  #draw(step, byHand) {
    const onward = step.number === this.#drawn + 1;
    this.#drawn = step.number;
    this.#board.removeAttribute("aria-busy");
    this.#board.show(this.#position(step, onward));
    const told = sentences(step, this.#seat).join(". ");
    this.#controls.show(step.number, words.valueText(step.number, this.#steps.last, told));
    void this.#telling.mark(step.number);
    this.#keepAddress();
    if (byHand || (this.#playing && PACE / this.#speed >= SPOKEN)) this.#app.announce(told);
  }

  /**
   * @param {Step} step
   * @param {boolean} onward
   * @returns {Position}
   */
  #position(step, onward) {
    const { kind, game, rules, names, result } = this.#steps.about;
    const view = step.view;
    const over = step.number === this.#steps.last;
    return {
      kind,
      game,
      rules,
      names,
      seats: this.#details.players.map((player) => ({
        name: player.name,
        sort: player.sort ?? "",
        wire: player.wire ?? "",
        here: true,
      })),
      viewer: -1,
      view,
      actor: over ? -1 : (view?.hand?.actor ?? view?.actor ?? -1),
      turn: step.turn,
      deadline: null,
      move: 0,
      question: null,
      result: over ? (result ?? null) : null,
      // They are made from all cards.
      figures: this.#seat < 0 ? (step.figures ?? null) : null,
      log: [],
      last: onward ? step.events.map((event) => ({ type: /** @type {const} */ ("event"), ...event, facts: event.facts ?? {} })) : [],
    };
  }

  // Playing.

  #toggle() {
    if (this.#playing) {
      this.#stop();
      return;
    }
    if (this.#wanted === this.#steps.last) void this.#go(0, false);
    this.#playing = true;
    this.#controls.playing(true);
    this.#next();
  }

  #stop() {
    clearTimeout(this.#tick);
    if (!this.#playing) return;
    this.#playing = false;
    this.#controls.playing(false);
  }

  #next() {
    clearTimeout(this.#tick);
    const ends = this.#steps.at(this.#wanted)?.events.some((event) => ENDS.has(event.name));
    this.#tick = setTimeout(async () => {
      if (!this.#playing) return;
      await this.#go(this.#wanted + 1, false);
      if (!this.#playing) return;
      if (this.#wanted >= this.#steps.last) this.#stop();
      else this.#next();
    }, (PACE * (ends ? 2.5 : 1)) / this.#speed);
  }

  /** @param {number} speed */
  #setSpeed(speed) {
    this.#speed = speed;
    this.#controls.speed.value = String(speed);
    if (this.#playing) this.#next();
  }

  /** @param {number} by */
  #changeSpeed(by) {
    const speed = SPEEDS[SPEEDS.indexOf(this.#speed) + by];
    if (speed === undefined) return;
    this.#setSpeed(speed);
    this.#app.announce(words.times(speed));
  }

  // Whose cards are seen.

  /** @param {number} seat */
  #see(seat) {
    this.#seat = seat;
    this.#board.seenFrom = seat;
    this.#controls.seat.value = String(seat);
    this.#telling.seenFrom(seat);
    this.#refit();
    const step = this.#steps.at(this.#wanted);
    if (step && this.#drawn >= 0) this.#draw(step, false);
  }

  /** @param {number} seat */
  #choose(seat) {
    if (seat >= this.#steps.about.names.length) return;
    this.#see(seat);
    this.#app.announce(seat < 0 ? words.allCards : words.asSeat(this.#steps.about.names[seat] ?? ""));
  }

  // The address.

  #hash() {
    return `#${this.#wanted}${this.#seat < 0 ? "" : `@${this.#seat}`}`;
  }

  #keepAddress() {
    clearTimeout(this.#address);
    this.#address = setTimeout(() => {
      if (location.hash === this.#hash() || (!location.hash && !this.#wanted && this.#seat < 0)) return;
      history.replaceState(history.state, "", location.pathname + location.search + this.#hash());
    }, ADDRESS_PAUSE);
  }

  #followAddress() {
    const { step, seat } = fragment(location.hash);
    if (step === undefined) return;
    if (seat !== undefined && seat !== this.#seat) this.#choose(seat);
    if (step !== this.#wanted) void this.#go(step, true);
  }

  async #copyLink() {
    const done = await copy(location.origin + location.pathname + this.#hash());
    toast(done ? words.linkCopied(this.#wanted) : common.notCopied, done ? "good" : "bad");
  }

  // Keys.

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]")) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("select, textarea, input:not([type=range])")) return;
    // A button or link that has the focus takes the space bar for itself.
    if (event.key === " " && target.closest("button, a, summary")) return;
    // What scrolls keeps the keys to scroll with.
    if (/^(ArrowUp|ArrowDown|Home|End| )$/.test(event.key) && target.closest(".telling, pre")) return;
    const run = this.#deed(event.key);
    if (!run) return;
    event.preventDefault();
    run();
  }

  /**
   * @param {string} key
   * @returns {(() => void) | null}
   */
  #deed(key) {
    const seats = this.#steps.about.names.length;
    switch (key) {
      case "ArrowLeft":
        return () => this.#step(-1);
      case "ArrowRight":
        return () => this.#step(1);
      case "ArrowUp":
      case "Home":
        return () => void this.#go(0, true);
      case "ArrowDown":
      case "End":
        return () => void this.#go(this.#steps.last, true);
      case " ":
        return () => this.#toggle();
      case "f":
        return () => this.#choose(this.#seat + 1 < seats ? this.#seat + 1 : -1);
      case ",":
        return () => this.#toMark(-1);
      case ".":
        return () => this.#toMark(1);
      case "+":
        return () => this.#changeSpeed(1);
      case "-":
        return () => this.#changeSpeed(-1);
      case "?":
        return () => this.#help.showModal();
      default:
        return /^\d$/.test(key) ? () => this.#choose(Number(key) - 1) : null;
    }
  }

  /** @param {number} by to the next mark, or the one before */
  #toMark(by) {
    const at = this.#wanted;
    const steps = this.#marks.map((mark) => mark.step).sort((one, other) => one - other);
    const found = by > 0 ? steps.find((step) => step > at) : steps.findLast((step) => step < at);
    void this.#go(found ?? (by > 0 ? this.#steps.last : 0), true);
  }
}

/** The dialog that says which keys do what. */
function helpDialog() {
  const dialog = h(
    "dialog",
    { class: "panel replay-help", "aria-labelledby": "replay-help-title" },
    h("h2", { id: "replay-help-title" }, words.keys),
    h(
      "dl",
      null,
      words.keyList.map(([keys, text]) =>
        h("div", null, h("dt", null, keys.map((key) => h("kbd", null, key))), h("dd", null, text)),
      ),
    ),
    h("button", { type: "button", class: "primary", onclick: () => dialog.close() }, common.close),
  );
  return dialog;
}
