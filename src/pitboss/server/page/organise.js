/** Organise: make tables, start and close them; start events, stop them and let them go on. */

import { h, keep, setText, styles, toast } from "./dom.js";
import { EventForm } from "./event-form.js";
import { Poll } from "./poll.js";
import "./progress.js";
import { TableForm } from "./table-form.js";
import { events as eventTexts, organise as texts } from "./texts.js";

/** @typedef {import("./types.js").App} App */
/** @typedef {import("./progress.js").EventFacts} EventFacts */
/**
 * @typedef {{ name: string, state: string, kind: string, game: string, rules: string, seats: number,
 *   players: {name: string}[], free: number, moves?: number, door?: string }} TableFacts
 */

const EVERY = 1500;
const EVENTS_SHOWN = 8;

/** @type {import("./types.js").ViewModule["show"]} */
export async function show(main, _params, app) {
  await styles("events.css");
  app.server = await app.api.get("/api/server");
  if (!app.server.organiser) return askForToken(main, app);
  const tables = new TableList(app);
  const events = new EventList(app);
  const tableForm = new TableForm(app, () => tables.poll.now());
  const eventForm = new EventForm(app, () => events.poll.now());
  main.append(
    h("div", { class: "head" }, h("h1", null, texts.title), app.token ? forget(app) : null),
    h(
      "div",
      { class: "organise-columns" },
      h(
        "div",
        { class: "stack" },
        section("tables", texts.tables, tables.element),
        section("new-table", texts.newTable, tableForm.element),
      ),
      h(
        "div",
        { class: "stack" },
        section("events", texts.events, events.element),
        section("new-event", texts.newEvent, eventForm.element),
      ),
    ),
  );
  await Promise.all([tables.poll.start(), events.poll.start(), tableForm.load(), eventForm.load()]);
  return {
    title: texts.title,
    close() {
      tables.poll.stop();
      events.poll.stop();
    },
  };
}

/**
 * @param {string} name
 * @param {string} title
 * @param {Node} content
 */
function section(name, title, content) {
  return h(
    "section",
    { class: "panel", "aria-labelledby": `${name}-title` },
    h("h2", { id: `${name}-title` }, title),
    content,
  );
}

/** @param {App} app */
function forget(app) {
  return h(
    "button",
    {
      class: "quiet",
      onclick: () => {
        app.api.setToken("");
        void app.navigate("/organise", { replace: true });
      },
    },
    texts.forget,
  );
}

/**
 * @param {HTMLElement} main
 * @param {App} app
 */
function askForToken(main, app) {
  const wrong = h("p", { class: "error", role: "alert" }, app.token ? texts.wrongToken : "");
  app.api.setToken("");
  const input = h("input", { type: "password", id: "organiser-token", autocomplete: "off", required: true });
  const form = h(
    "form",
    {
      class: "stack",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        app.api.setToken(input.value.trim());
        void app.navigate("/organise", { replace: true });
      },
    },
    h("div", { class: "field" }, h("label", { for: "organiser-token" }, texts.token), input),
    wrong,
    h("div", null, h("button", { class: "primary" }, texts.enter)),
  );
  main.append(
    h(
      "section",
      { class: "panel notice" },
      h("h1", null, texts.title),
      h("p", { class: "muted" }, texts.tokenHow),
      form,
    ),
  );
  input.focus();
  return { title: texts.title };
}

/**
 * Do what a button says, and tell what went wrong.
 * @param {HTMLButtonElement} button
 * @param {() => Promise<unknown>} work
 */
async function act(button, work) {
  button.disabled = true;
  try {
    await work();
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error), "bad");
  } finally {
    button.disabled = false;
  }
}

/** The tables that wait or play, each with a way to start and to close it. */
class TableList {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.list = h("ul", { class: "bare organise-list" });
    this.empty = h("p", { class: "muted" }, texts.noTables);
    this.element = h("div", null, this.empty, this.list);
    this.poll = new Poll(EVERY, () => this.refresh());
  }

  async refresh() {
    /** @type {{items: TableFacts[]}} */
    const { items } = await this.app.api.get("/api/tables");
    this.empty.hidden = items.length > 0;
    keep(
      this.list,
      items,
      (table) => table.name,
      (table) => this.lineOf(table),
      (line, table) => line.update(table),
    );
  }

  /** @param {TableFacts} first */
  lineOf({ name }) {
    const path = `/api/tables/${encodeURIComponent(name)}`;
    const about = h("span", { class: "muted small" });
    const start = h(
      "button",
      {
        onclick: () =>
          act(start, async () => {
            await this.app.api.post(`${path}/start`);
            await this.poll.now();
          }),
      },
      texts.start,
    );
    const close = h(
      "button",
      {
        class: "danger",
        onclick: () =>
          act(close, async () => {
            await this.app.api.remove(path);
            await this.poll.now();
          }),
      },
      texts.close,
    );
    const link = h("a", { href: `/table/${encodeURIComponent(name)}` }, h("bdi", null, name));
    const line = h(
      "li",
      null,
      h("div", { class: "organise-words" }, link, about),
      h("div", { class: "row" }, start, close),
    );
    return Object.assign(line, {
      /** @param {TableFacts} table */
      update(table) {
        const names = table.players.map((player) => player.name).filter(Boolean);
        const state = table.state === "running" ? texts.playing(table.moves ?? 0) : texts.waiting(table.free);
        setText(about, [table.rules, state, names.join(", ")].filter(Boolean).join(" \u00b7 "));
        start.hidden = table.state === "running";
      },
    });
  }
}

/** The latest events, each with a way to stop it or to let it go on. */
class EventList {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.list = h("ul", { class: "bare organise-list" });
    this.empty = h("p", { class: "muted" }, texts.noEvents);
    this.element = h("div", null, this.empty, this.list);
    this.poll = new Poll(EVERY, () => this.refresh());
  }

  async refresh() {
    /** @type {{items: EventFacts[]}} */
    const { items } = await this.app.api.get(`/api/events?limit=${EVENTS_SHOWN}`);
    this.empty.hidden = items.length > 0;
    keep(
      this.list,
      items,
      (event) => event.id,
      (event) => this.lineOf(event),
      (line, event) => line.update(event),
    );
  }

  /** @param {EventFacts} event */
  lineOf({ id }) {
    const path = `/api/events/${encodeURIComponent(id)}`;
    const change = (/** @type {HTMLButtonElement} */ button, /** @type {string} */ verb) =>
      act(button, async () => {
        await this.app.api.post(`${path}/${verb}`);
        await this.poll.now();
      });
    const stop = h("button", { class: "danger", onclick: () => change(stop, "stop") }, texts.stop);
    const goOn = h("button", { onclick: () => change(goOn, "continue") }, texts.goOn);
    const name = h("a", { href: `/event/${encodeURIComponent(id)}` });
    const state = h("span", { class: "state" });
    const progress = /** @type {import("./progress.js").EventProgress} */ (document.createElement("event-progress"));
    const projector = h(
      "a",
      { class: "button quiet", href: `/event/${encodeURIComponent(id)}/projector` },
      eventTexts.projector,
    );
    const line = h(
      "li",
      null,
      h("div", { class: "organise-words" }, h("div", { class: "row" }, name, state), progress),
      h("div", { class: "row" }, projector, stop, goOn),
    );
    return Object.assign(line, {
      /** @param {EventFacts} event */
      update(event) {
        setText(name, event.name || eventTexts.unnamed(event.id));
        state.dataset.state = event.state;
        setText(state, eventTexts.states[event.state] ?? event.state);
        progress.show(event);
        stop.hidden = event.state !== "running";
        goOn.hidden = event.state !== "stopped";
      },
    });
  }
}
