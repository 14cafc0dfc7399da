/** The fields of forms: a label, an input, a hint, and what the server says is wrong with it. */

import { housePlayers } from "./bot-levels.js";
import { h, setText } from "./dom.js";
import { organise as texts } from "./texts.js";

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Input */

let made = 0;

/** One field of a form. */
export class Field {
  /**
   * @param {string} name the server's word for it
   * @param {string} label
   * @param {Input} input
   * @param {string} [hint]
   */
  constructor(name, label, input, hint = "") {
    this.name = name;
    this.input = input;
    const id = `field-${(made += 1)}`;
    input.id = id;
    input.name = name;
    input.setAttribute("aria-describedby", `${id}-hint ${id}-error`);
    this.hint = h("span", { class: "hint", id: `${id}-hint` }, hint);
    this.problem = h("span", { class: "error", id: `${id}-error`, role: "alert" });
    this.element = h(
      "div",
      { class: "field", dataset: { field: name } },
      h("label", { for: id }, label),
      input,
      this.hint,
      this.problem,
    );
    input.addEventListener("input", () => this.wrong(""));
  }

  get text() {
    return this.input.value.trim();
  }

  /** The value as a number, or undefined if nothing is typed. */
  get number() {
    return this.text === "" ? undefined : Number(this.text);
  }

  focus() {
    this.input.focus();
  }

  /** @param {string} problem what is wrong with it; empty if nothing is */
  wrong(problem) {
    setText(this.problem, problem);
    this.input.classList.toggle("wrong", Boolean(problem));
    if (problem) this.input.setAttribute("aria-invalid", "true");
    else this.input.removeAttribute("aria-invalid");
  }
}

/** The fields of one form, and a place for what belongs to none of them. */
export class Fields {
  /** @param {(Field | BotsField)[]} fields */
  constructor(fields) {
    this.fields = fields;
    this.problem = h("p", { class: "error", role: "alert" });
  }

  /**
   * Say beside a field what the server found wrong, or below all of them.
   * @param {unknown} error
   */
  show(error) {
    this.clear();
    const message = error instanceof Error ? error.message : String(error);
    const named =
      /** @type {{field?: string}} */ (error).field ??
      fieldIn(
        message,
        this.fields.map((field) => field.name),
      );
    const field = this.fields.find((one) => one.name === named && one.element.isConnected && !one.element.hidden);
    if (!field) {
      setText(this.problem, message);
      return;
    }
    field.wrong(message);
    field.element.closest("details")?.setAttribute("open", "");
    field.focus();
  }

  clear() {
    setText(this.problem, "");
    for (const field of this.fields) field.wrong("");
  }
}

/**
 * The field that a message is about: it begins with its name (`seats: 2 to 10 may play`), has its path
 * (`$.seats`), or has the name as one of its words.
 * @param {string} message
 * @param {string[]} names
 */
function fieldIn(message, names) {
  const begins = /^([a-z_.]+):/.exec(message)?.[1];
  const path = /\$\.([a-z_.]+)/.exec(message)?.[1];
  const words = message.toLowerCase().match(/[a-z_]+/g) ?? [];
  return [begins, path, ...words].find((word) => word !== undefined && names.includes(word));
}

/** How many of which bots: a number for each that the house has. */
export class BotsField {
  /**
   * @param {string} name the server's word for it
   * @param {import("./types.js").Server} server
   * @param {Record<string, number>} chosen
   * @param {number} most
   */
  constructor(name, server, chosen, most) {
    this.name = name;
    /** @type {Map<string, HTMLInputElement>} */
    this.numbers = new Map();
    /** Who plays only some kinds of game. @type {{kinds: string[] | null, line: HTMLElement}[]} */
    this.lines = housePlayers(server).map(({ bot, text, about, kinds }) => {
      const input = h("input", {
        type: "number",
        min: "0",
        max: String(most),
        value: String(chosen[bot] ?? 0),
        inputmode: "numeric",
      });
      this.numbers.set(bot, input);
      input.addEventListener("input", () => this.wrong(""));
      const line = h(
        "label",
        { class: "bot-count", title: about },
        h("span", { class: "cut" }, h("bdi", null, text)),
        input,
      );
      return { kinds, line };
    });
    this.problem = h("p", { class: "error", role: "alert" });
    this.element = h(
      "fieldset",
      { class: "bots-field" },
      h("legend", null, texts.houseBots),
      h("div", { class: "bot-counts" }, this.lines.map(({ line }) => line)),
      this.problem,
    );
  }

  focus() {
    this.numbers.values().next().value?.focus();
  }

  /** Offer only who plays this kind of game. @param {string} kind */
  fit(kind) {
    for (const { kinds, line } of this.lines) {
      line.hidden = kinds !== null && !kinds.includes(kind);
      // Whoever is not seen is not ordered either.
      if (line.hidden) /** @type {HTMLInputElement} */ (line.lastElementChild).value = "0";
    }
  }

  /** @param {string} problem */
  wrong(problem) {
    setText(this.problem, problem);
  }

  /** The chosen ones, each as often as it was chosen. */
  get names() {
    return [...this.numbers].flatMap(([name, input]) => Array(Math.max(0, Number(input.value) || 0)).fill(name));
  }

  /** How often each was chosen. */
  get counts() {
    return [...this.numbers]
      .map(([name, input]) => ({ name, count: Number(input.value) || 0 }))
      .filter((one) => one.count > 0);
  }
}

/**
 * A game with its rules: the preset is chosen, and every knob can be turned. The rules are a text, as in the
 * commands: `official,target=0`.
 */
export class RulesFields {
  /**
   * @param {import("./types.js").App} app
   * @param {(rules: {game: string, least: number, most: number}) => void} changed
   */
  constructor(app, changed) {
    this.app = app;
    this.changed = changed;
    const titles = [...new Set(app.server.games.map((game) => game.title))];
    const select = h(
      "select",
      null,
      titles.map((title) => {
        const games = app.server.games.filter((game) => game.title === title);
        return h(
          "optgroup",
          { label: title },
          games.map((game) => h("option", { value: game.name }, game.name)),
        );
      }),
    );
    this.game = new Field("game", texts.game, select);
    this.rules = new Field(
      "rules",
      texts.rules,
      h("input", { type: "text", spellcheck: "false", autocomplete: "off" }),
      texts.rulesHint,
    );
    this.knobs = h("div", { class: "knobs" });
    this.details = h("details", null, h("summary", null, texts.knobs), this.knobs);
    select.addEventListener("change", () => {
      this.rules.input.value = select.value;
      void this.load();
    });
    this.rules.input.addEventListener("change", () => void this.load());
    this.rules.input.value = select.value;
  }

  /** Ask the server for the rules that are typed, and show their knobs. */
  async load() {
    const text = this.rules.text || this.game.text;
    try {
      const rules = await this.app.api.get(`/api/rules/${encodeURIComponent(text)}`);
      this.rules.wrong("");
      this.#show(rules);
      this.changed(rules);
    } catch (error) {
      this.rules.wrong(error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {{ rules: string, knobs: {knob: string, value: string, preset: string, meaning: string, choices: string[]}[] }} rules */
  #show({ rules, knobs }) {
    const preset = rules.split(",")[0]?.split("@")[0] ?? "";
    const inputs = knobs.map((one) => ({ ...one, input: knobInput(one) }));
    const write = () => {
      const turned = inputs
        .filter((one) => one.input.value !== one.preset)
        .map((one) => `${one.knob}=${one.input.value}`);
      this.rules.input.value = [preset, ...turned].join(",");
      void this.load();
    };
    const lines = inputs.map((one) => {
      one.input.addEventListener("change", write);
      const turned = one.value !== one.preset;
      return h(
        "label",
        { class: turned ? "knob turned" : "knob" },
        h("code", null, one.knob),
        one.input,
        h("span", { class: "hint" }, one.meaning),
      );
    });
    const focused = this.knobs.contains(document.activeElement) ? document.activeElement?.getAttribute("name") : null;
    this.knobs.replaceChildren(...lines);
    if (focused) inputs.find((one) => one.knob === focused)?.input.focus();
  }
}

/** @param {{ knob: string, value: string, choices: string[] }} knob */
function knobInput({ knob, value, choices }) {
  if (!choices.length) return h("input", { type: "text", name: knob, value, spellcheck: "false" });
  return h(
    "select",
    { name: knob },
    choices.map((choice) => h("option", { value: choice, selected: choice === value }, choice)),
  );
}
