/** The order of a game: which one, against whom at which level, how many; one click starts it. */

import { USUAL_BOT, botsFor } from "./bot-levels.js";
import { unoCard } from "./cards.js";
import { h } from "./dom.js";
import { home as texts } from "./texts.js";

/** @typedef {import("./types.js").App} App */
/** @typedef {import("./types.js").Server} Server */
/** What is remembered of the last order. @typedef {{ game: string, foe: string, level: string, seats: number, long: boolean, pace: number }} Choice */
/** A game to choose: `short` is ordered for a quick one. @typedef {{ name: string, title: string, kind: string, short: string, least: number, most: number, long?: string }} Offer */

const KEY = "play";
/** An open seat, for whoever has the link. */
const OPEN = "";
const MOVE_SECONDS = 60;

/**
 * The games that are offered first, those of other packages after them.
 * @param {Server} server
 * @returns {Offer[]}
 */
function offers(server) {
  const known = new Map(server.games.map((game) => [game.name, game]));
  /** @type {Offer[]} */
  const list = [];
  for (const [name, { title, short, long }] of Object.entries(texts.games)) {
    const game = known.get(name);
    if (game) list.push({ name, title, kind: game.kind, short, long, least: game.least, most: game.most });
  }
  const ours = new Set(list.map(({ name }) => known.get(name)?.kind));
  for (const game of server.games) {
    if (ours.has(game.kind) || (!game.preset && known.has(game.name) && game.kind !== game.name)) continue;
    const { name, title, kind, least, most } = game;
    if (game.preset) list.push({ name, title, kind, short: name, least, most });
  }
  return list;
}

/** @returns {Choice} */
function remembered() {
  /** @type {Choice} */
  const usual = { game: "official", foe: USUAL_BOT, level: "", seats: 2, long: false, pace: 0.7 };
  try {
    return { ...usual, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return usual;
  }
}

/**
 * The big form on the home page.
 * @param {App} app
 */
export function playForm(app) {
  const list = offers(app.server);
  const first = /** @type {Offer} */ (list[0]);
  const choice = remembered();
  if (!list.some(({ name }) => name === choice.game)) choice.game = first.name;

  const foes = h("div", { class: "choices" });
  const level = h("select", { name: "level" });
  const levels = h("label", { class: "play-level" }, texts.level, level);
  const about = h("p", { class: "play-about muted small", "aria-live": "polite" });
  const seats = h("select", { name: "seats" });
  const long = h("label", { class: "check" }, h("input", { type: "checkbox", name: "long", checked: choice.long }), h("span"));
  const name = h("input", {
    name: "person", maxlength: 32, autocomplete: "nickname", value: localStorage.getItem("name") ?? "", placeholder: texts.namePlaceholder,
  });
  const pace = h("select", { name: "pace" },
    Object.entries(texts.paces).map(([value, text]) => h("option", { value, selected: Number(value) === choice.pace }, text)));
  const rules = h("input", { name: "rules", placeholder: texts.rulesPlaceholder, autocomplete: "off", spellcheck: "false" });

  const form = h("form", { class: "play-form", onsubmit: start },
    h("div", { class: "play-fan", "aria-hidden": "true" }, fan()),
    h("h1", null, texts.play),
    choices(texts.game, "game", list.map((offer) => [offer.name, offer.title]), choice.game),
    h("fieldset", null, h("legend", null, texts.against), foes, h("div", { class: "play-foe" }, about, levels)),
    h("div", { class: "play-go" },
      h("label", { class: "play-seats" }, texts.seats, seats),
      h("button", { class: "primary big", type: "submit" }, texts.playButton)),
    h("details", { class: "play-more" },
      h("summary", null, texts.more),
      h("div", { class: "play-fields" },
        long,
        h("label", null, texts.name, name),
        h("label", null, texts.pace, pace),
        h("label", null, texts.rules, rules))));

  form.addEventListener("change", draw);
  draw();
  return form;

  function picked() {
    const data = new FormData(form);
    const offer = list.find((one) => one.name === data.get("game")) ?? first;
    return { offer, foe: String(data.get("foe") ?? OPEN), data };
  }

  function draw() {
    const { offer, foe } = picked();
    drawFoes(offer, form.elements.namedItem("foe") ? foe : choice.foe);
    const wanted = Number(seats.value || choice.seats);
    const counts = Array.from({ length: offer.most - offer.least + 1 }, (_, index) => offer.least + index);
    seats.replaceChildren(...counts.map((count) => h("option", { value: count }, texts.players(count))));
    seats.value = String(Math.min(Math.max(wanted, offer.least), offer.most));
    long.hidden = !offer.long;
    if (offer.long) /** @type {HTMLElement} */ (long.lastElementChild).textContent = offer.long;
  }

  /**
   * Only who plays the game can be chosen, and only at levels that it has.
   * @param {Offer} offer
   * @param {string} foe
   */
  function drawFoes(offer, foe) {
    const bots = botsFor(app.server, offer.kind);
    const names = [...bots.map(({ name }) => name), ...app.server.programs, OPEN];
    const chosen = names.includes(foe) ? foe : names.includes(USUAL_BOT) ? USUAL_BOT : /** @type {string} */ (names[0]);
    if (foes.dataset.names !== names.join() || chosen !== foe) {
      foes.dataset.names = names.join();
      foes.replaceChildren(...radios("foe", names.map((name) => [name, name === OPEN ? texts.openSeat : name]), chosen));
    }
    const bot = bots.find(({ name }) => name === chosen);
    about.textContent = bot?.about ?? (chosen === OPEN ? texts.openSeatAbout : texts.programAbout);
    if (level.dataset.bot !== chosen) {
      const wanted = level.dataset.bot === undefined ? choice.level : "";
      level.dataset.bot = chosen;
      level.replaceChildren(...(bot?.levels ?? []).map((one) => h("option", { value: one.bot }, one.name)));
      level.value = bot?.levels.some((one) => one.bot === wanted) ? wanted : chosen;
    }
    levels.hidden = !bot?.levels.length;
  }

  /** @param {Event} event */
  function start(event) {
    event.preventDefault();
    const { offer, foe, data } = picked();
    const bot = level.value || foe;
    const count = Number(seats.value);
    const isLong = data.get("long") === "on";
    const asked = String(data.get("rules") ?? "").trim();
    const order = {
      type: "join",
      display: true,
      game: asked || (isLong ? offer.name : offer.short),
      seats: count,
      house: foe === OPEN ? [] : Array.from({ length: count - 1 }, () => bot),
      pace: Number(data.get("pace") ?? 0),
      ...(foe === OPEN ? {} : { time: { move: MOVE_SECONDS } }),
    };
    const person = name.value.trim();
    if (person) localStorage.setItem("name", person);
    else localStorage.removeItem("name");
    localStorage.setItem(KEY, JSON.stringify({ game: offer.name, foe, level: level.value, seats: count, long: isLong, pace: order.pace }));
    const table = tableName();
    sessionStorage.setItem(`order:${table}`, JSON.stringify(order));
    void app.navigate(`/table/${table}`);
  }
}

/**
 * Radio buttons in a row.
 * @param {string} legend
 * @param {string} name
 * @param {[value: string, text: string][]} options
 * @param {string} chosen
 */
function choices(legend, name, options, chosen) {
  return h("fieldset", null,
    h("legend", null, legend),
    h("div", { class: "choices" }, radios(name, options, chosen)));
}

/**
 * @param {string} name
 * @param {[value: string, text: string][]} options
 * @param {string} chosen
 */
function radios(name, options, chosen) {
  return options.map(([value, text]) =>
    h("label", null, h("input", { type: "radio", name, value, checked: value === chosen }), h("span", { class: "name" }, text)));
}

function fan() {
  return ["r7", "gs", "y2", "b+2", "wd4"].map((code) => unoCard(code, { label: "" }));
}

/** A name for a new table that can be said aloud. */
export function tableName() {
  const pick = (/** @type {string[]} */ words) => words[Math.floor(Math.random() * words.length)];
  return `${pick(texts.adjectives)}-${pick(texts.nouns)}-${100 + Math.floor(Math.random() * 900)}`;
}
