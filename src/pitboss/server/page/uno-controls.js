/** What is not done with a card: draw, pass, UNO, catch, challenge, and naming a colour. */

import { colourShape } from "./cards.js";
import { h, setText } from "./dom.js";
import { cards as cardTexts, common, uno as texts } from "./texts.js";
import { COLOURS, noChoices } from "./uno-actions.js";
import { callsUno, nameOf } from "./uno-position.js";
import { keepChildren } from "./uno-seat.js";

/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./uno-actions.js").Choices} Choices */

const OTHER = "other ";

export class Buttons {
  /** @param {(action: string) => void} act */
  constructor(act) {
    this.act = act;
    this.choices = noChoices();
    this.element = h("div", { class: "actions", role: "group", "aria-label": texts.actions });
  }

  /**
   * @param {Position} position
   * @param {Choices} choices
   */
  update(position, choices) {
    this.choices = choices;
    const { view, rules } = position;
    const { words, others, plays } = choices;
    // Those that are needed all the time stay where they are.
    const usual = ["draw", "pass", ...(callsUno(rules) || words.has("uno") ? ["uno"] : [])];
    const rare = ["challenge", "catch"].filter((word) => words.has(word));
    const keys = [...usual, ...rare, ...others.map((action) => OTHER + action)];
    keepChildren(this.element, keys, (key) => this.#button(key));
    for (const button of /** @type {Iterable<HTMLElement>} */ (this.element.children)) {
      const key = button.dataset.key ?? "";
      const legal = key.startsWith(OTHER) || words.has(key);
      button.setAttribute("aria-disabled", String(!legal));
      const label = /** @type {HTMLElement} */ (button.firstElementChild);
      if (key === "pass") setText(label, passText(view));
      if (key === "catch") setText(label, texts.catch(nameOf(position, view.offender)));
      button.classList.toggle("urgent", legal && (key === "uno" || key === "catch"));
      button.classList.toggle("only", legal && words.size === 1 && plays.size === 0);
    }
  }

  /** Do what a word says, if it is legal. @param {string} word */
  say(word) {
    if (this.choices.words.has(word)) this.act(word);
  }

  /** @param {string} key */
  #button(key) {
    const other = key.startsWith(OTHER) ? key.slice(OTHER.length) : null;
    const hint = texts.keyOf[key];
    return h(
      "button",
      {
        type: "button",
        class: `action ${other === null ? key : "other"}`,
        "aria-keyshortcuts": hint,
        onclick: () => (other === null ? this.say(key) : this.act(other)),
      },
      h("span", null, other ?? texts.words[key] ?? key),
      hint && h("kbd", { "aria-hidden": "true" }, hint.toUpperCase()),
    );
  }
}

/** @param {any} view */
function passText(view) {
  if (view.phase === "catch_choice") return texts.letOff;
  return view.pending ? texts.take(view.pending) : texts.words.pass ?? "";
}

/** Four colours, for a wild that is to be played or for the first card. */
export class Picker {
  /** The colours' actions; empty while nothing is to be chosen. @type {Map<string, string>} */
  actions = new Map();
  /** The card that is being played; null if the colour alone is asked for. @type {HTMLElement | null} */
  from = null;

  /**
   * @param {(action: string) => void} act
   * @param {() => void} changed it was opened or closed
   */
  constructor(act, changed) {
    this.act = act;
    this.changed = changed;
    this.element = h("div", { class: "picker", role: "group", "aria-label": texts.chooseColour, hidden: true });
  }

  get isOpen() {
    return this.actions.size > 0;
  }

  /**
   * @param {Map<string, string>} actions
   * @param {HTMLElement | null} from
   * @param {string} favourite the colour that gets the focus
   */
  open(actions, from, favourite) {
    this.actions = actions;
    this.from = from;
    this.#draw();
    const first = this.element.querySelector(`[data-colour="${favourite}"]`);
    if (from && first instanceof HTMLElement) first.focus();
  }

  /** Ask for the colour alone, or stop asking; a card that is being played goes on. @param {Choices} choices */
  update(choices) {
    const still = this.from && [...this.actions.values()].every((action) => hasAction(choices, action));
    if (still) return;
    this.from = null;
    this.actions = choices.colours;
    this.#draw();
  }

  /** @param {string} colour */
  pick(colour) {
    const action = this.actions.get(colour);
    if (!action) return;
    this.close();
    this.act(action);
  }

  /** Put the card back. */
  close() {
    const from = this.from;
    if (this.element.contains(document.activeElement)) from?.focus();
    this.from = null;
    this.actions = new Map();
    this.#draw();
  }

  #draw() {
    this.element.hidden = !this.isOpen;
    const colours = COLOURS.filter((colour) => this.actions.has(colour));
    keepChildren(this.element, [...colours, ...(this.from ? ["cancel"] : [])], (key) => this.#choice(key));
    this.changed();
  }

  /** @param {string} key */
  #choice(key) {
    if (key === "cancel") {
      return h("button", { type: "button", class: "pick cancel", onclick: () => this.close() }, common.cancel);
    }
    return h(
      "button",
      { type: "button", class: "pick", dataset: { colour: key }, onclick: () => this.pick(key) },
      h("b", { "aria-hidden": "true" }, colourShape(key)),
      h("span", null, cardTexts.colours[key]),
      h("kbd", { "aria-hidden": "true" }, key.toUpperCase()),
    );
  }
}

/**
 * @param {Choices} choices
 * @param {string} action
 */
function hasAction(choices, action) {
  for (const play of choices.plays.values()) {
    for (const { once, twice } of play.colours.values()) if (once === action || twice === action) return true;
  }
  return false;
}
