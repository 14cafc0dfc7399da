/** The form that starts an event: field by field, or from a tournament's file. */

import { h, setText, toast } from "./dom.js";
import { BotsField, Field, Fields, RulesFields } from "./fields.js";
import { organise as texts } from "./texts.js";

const MOST_OF_A_BOT = 99;
// A tournament's file is short; anything longer was dropped by mistake.
const LARGEST_FILE = 200_000;

export class EventForm {
  /**
   * @param {import("./types.js").App} app
   * @param {() => unknown} started
   */
  constructor(app, started) {
    this.app = app;
    this.started = started;
    const number = (/** @type {Record<string, string>} */ props) =>
      h("input", { type: "number", inputmode: "numeric", ...props });
    this.name = new Field(
      "name",
      texts.eventName,
      h("input", { type: "text", maxlength: "100", autocomplete: "off", placeholder: "Friday night" }),
    );
    this.rules = new RulesFields(app, ({ game, least, most }) => {
      this.bots.fit(game);
      this.seats.hint.textContent = texts.seatsHint(least, most);
      this.seats.input.setAttribute("max", String(most));
    });
    this.format = new Field(
      "format",
      texts.format,
      h(
        "select",
        null,
        Object.entries(texts.formats).map(([value, label]) =>
          h("option", { value, selected: value === "round-robin" }, label),
        ),
      ),
    );
    this.games = new Field("games", texts.gamesEach, number({ min: "1", value: "40" }), texts.gamesHint);
    this.seats = new Field("seats", texts.seats, number({ min: "2", value: "2" }));
    this.rounds = new Field("rounds", texts.rounds, number({ min: "1", placeholder: texts.asNeeded }));
    this.heroes = new Field("heroes", texts.heroes, number({ min: "1", placeholder: "1" }), texts.heroesHint);
    this.seed = new Field("seed", texts.seed, h("input", { type: "password", autocomplete: "off" }), texts.seedHint);
    this.timeout = new Field("timeout", texts.move, number({ min: "0.001", step: "any", value: "5" }), texts.seconds);
    this.bots = new BotsField(
      "bot",
      app.server,
      { simple: 2, random: 2 },
      MOST_OF_A_BOT,
    );
    this.fields = new Fields([
      this.name,
      this.rules.game,
      this.rules.rules,
      this.format,
      this.bots,
      this.games,
      this.seats,
      this.rounds,
      this.heroes,
      this.seed,
      this.timeout,
    ]);
    this.format.input.addEventListener("change", () => this.choose());
    const button = h("button", { class: "primary" }, texts.startEvent);
    const byFields = h(
      "form",
      {
        class: "organise-form",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void this.send(button, this.fields, () => this.settings());
        },
      },
      this.name.element,
      h("div", { class: "fields" }, this.rules.game.element, this.format.element),
      this.rules.rules.element,
      this.rules.details,
      this.bots.element,
      h(
        "div",
        { class: "fields" },
        this.games.element,
        this.seats.element,
        this.rounds.element,
        this.heroes.element,
        this.timeout.element,
      ),
      this.seed.element,
      this.fields.problem,
      h("div", null, button),
    );
    this.element = h(
      "div",
      { class: "stack" },
      byFields,
      h("details", { class: "by-file" }, h("summary", null, texts.byFile), this.byFile()),
    );
    this.choose();
  }

  load() {
    return this.rules.load();
  }

  /** Show the fields that the format has. */
  choose() {
    const format = this.format.text;
    this.rounds.element.hidden = format !== "swiss" && format !== "ladder";
    this.heroes.element.hidden = format !== "gauntlet";
  }

  settings() {
    return {
      name: this.name.text,
      game: this.rules.game.text,
      rules: this.rules.rules.text,
      format: this.format.text,
      games: this.games.number,
      seats: this.seats.number,
      rounds: this.rounds.element.hidden ? undefined : this.rounds.number,
      heroes: this.heroes.element.hidden ? undefined : this.heroes.number,
      seed: this.seed.text || undefined,
      timeout: this.timeout.number,
      bot: this.bots.counts.map(({ name, count }) => ({ bot: name, count })),
    };
  }

  /** A tournament's file, pasted, chosen or dropped. */
  byFile() {
    const area = h("textarea", { rows: "12", spellcheck: "false", placeholder: texts.tomlExample });
    const field = new Field("toml", texts.toml, area);
    const fields = new Fields([field]);
    const take = async (/** @type {File | undefined | null} */ file) => {
      if (!file) return;
      if (file.size > LARGEST_FILE) field.wrong(texts.tooLarge);
      else area.value = await file.text();
    };
    const chooser = h("input", {
      type: "file",
      accept: ".toml,text/plain",
      class: "unseen",
      id: "toml-file",
      onchange: () => void take(chooser.files?.[0]),
    });
    const over = (/** @type {DragEvent} */ event) => {
      event.preventDefault();
      area.classList.add("drop");
    };
    area.addEventListener("dragover", over);
    area.addEventListener("dragleave", () => area.classList.remove("drop"));
    area.addEventListener("drop", (event) => {
      event.preventDefault();
      area.classList.remove("drop");
      void take(event.dataTransfer?.files[0]);
    });
    const button = h("button", { class: "primary" }, texts.startFile);
    return h(
      "form",
      {
        class: "organise-form",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void this.send(button, fields, () => ({ toml: area.value }));
        },
      },
      h("p", { class: "muted small" }, texts.tomlHow),
      field.element,
      h(
        "div",
        { class: "row" },
        button,
        chooser,
        h("label", { class: "button", for: "toml-file" }, texts.chooseFile),
      ),
      fields.problem,
    );
  }

  /**
   * @param {HTMLButtonElement} button
   * @param {Fields} fields
   * @param {() => unknown} body
   */
  async send(button, fields, body) {
    button.disabled = true;
    fields.clear();
    try {
      const event = await this.app.api.post("/api/events", body());
      setText(fields.problem, "");
      toast(texts.eventStarted(event?.name || event?.id || ""), "good");
      await this.started();
    } catch (error) {
      fields.show(error);
    } finally {
      button.disabled = false;
    }
  }
}
