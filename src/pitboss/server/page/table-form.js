/** The form that makes a table: its name, game and rules, seats, house bots, clock and pace. */

import { h, toast } from "./dom.js";
import { BotsField, Field, Fields, RulesFields } from "./fields.js";
import { organise as texts } from "./texts.js";

// The bounds of the native wire's `time` and `pace`.
const LONGEST_MOVE = 600;
const LONGEST_BANK = 3600;
const SLOWEST_PACE = 3;
const LONGEST_WAIT = 3600;

export class TableForm {
  /**
   * @param {import("./types.js").App} app
   * @param {() => unknown} made
   */
  constructor(app, made) {
    this.app = app;
    this.made = made;
    this.name = new Field(
      "name",
      texts.tableName,
      h("input", { type: "text", required: true, maxlength: "64", autocomplete: "off", placeholder: "friday" }),
    );
    this.seats = new Field(
      "seats",
      texts.seats,
      h("input", { type: "number", min: "2", max: "10", value: "2", inputmode: "numeric" }),
    );
    this.rules = new RulesFields(app, ({ game, least, most }) => {
      this.bots.fit(game);
      this.seats.input.setAttribute("min", String(least));
      this.seats.input.setAttribute("max", String(most));
      this.seats.hint.textContent = texts.seatsHint(least, most);
    });
    this.move = new Field(
      "time.move",
      texts.move,
      h("input", {
        type: "number",
        min: "1",
        max: String(LONGEST_MOVE),
        step: "any",
        value: String(app.server.action_timeout),
        inputmode: "decimal",
      }),
      texts.seconds,
    );
    this.bank = new Field(
      "time.bank",
      texts.bank,
      h("input", {
        type: "number",
        min: "0",
        max: String(LONGEST_BANK),
        step: "any",
        value: "0",
        inputmode: "decimal",
      }),
      texts.bankHint,
    );
    this.pace = new Field(
      "pace",
      texts.pace,
      h("input", {
        type: "number",
        min: "0",
        max: String(SLOWEST_PACE),
        step: "0.1",
        value: "0.5",
        inputmode: "decimal",
      }),
      texts.paceHint,
    );
    this.bots = new BotsField(
      "house",
      app.server,
      { simple: 1 },
      9,
    );
    this.least = new Field(
      "least",
      texts.least,
      h("input", { type: "number", min: "2", placeholder: texts.allSeats, inputmode: "numeric" }),
      texts.leastHint,
    );
    this.wait = new Field(
      "wait",
      texts.wait,
      h("input", {
        type: "number",
        min: "0",
        max: String(LONGEST_WAIT),
        step: "any",
        value: "0",
        inputmode: "decimal",
      }),
      texts.waitHint,
    );
    this.fields = new Fields([
      this.name,
      this.rules.game,
      this.rules.rules,
      this.seats,
      this.bots,
      this.move,
      this.bank,
      this.pace,
      this.least,
      this.wait,
    ]);
    this.button = h("button", { class: "primary" }, texts.makeTable);
    this.element = h(
      "form",
      {
        class: "organise-form",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void this.send();
        },
      },
      this.name.element,
      h("div", { class: "fields" }, this.rules.game.element, this.seats.element),
      this.rules.rules.element,
      this.rules.details,
      this.bots.element,
      h("div", { class: "fields" }, this.move.element, this.bank.element, this.pace.element),
      h(
        "details",
        null,
        h("summary", null, texts.whenStarts),
        h("div", { class: "fields" }, this.least.element, this.wait.element),
      ),
      this.fields.problem,
      h("div", null, this.button),
    );
  }

  load() {
    return this.rules.load();
  }

  async send() {
    this.button.disabled = true;
    this.fields.clear();
    try {
      const table = await this.app.api.post("/api/tables", {
        name: this.name.text,
        game: this.rules.rules.text || this.rules.game.text,
        seats: this.seats.number,
        house: this.bots.names,
        time: { move: this.move.number, bank: this.bank.number ?? 0 },
        pace: this.pace.number ?? 0,
        least: this.least.number,
        wait: this.wait.number ?? 0,
      });
      toast(texts.tableMade(table?.name ?? this.name.text), "good");
      this.name.input.value = "";
      await this.made();
    } catch (error) {
      this.fields.show(error);
    } finally {
      this.button.disabled = false;
    }
  }
}
