/** The events in the journal: those that run first, with progress and leaders. */

import { h, keep, setText, styles } from "./dom.js";
import { amount, counted, isShare } from "./figures.js";
import { Poll } from "./poll.js";
import "./progress.js";
import { events as texts } from "./texts.js";

/** @typedef {import("./progress.js").EventFacts} EventFacts */

const EVERY = 2000;
// While nothing runs, a new event may still begin.
const EVERY_QUIET = 8000;

/** @type {import("./types.js").ViewModule["show"]} */
export async function show(main, _params, app) {
  await styles("events.css");
  const running = h("ol", { class: "event-list" });
  const ended = h("ol", { class: "event-list" });
  const runningPart = h("section", { hidden: true }, h("h2", null, texts.running), running);
  const endedPart = h("section", { hidden: true }, h("h2", null, texts.ended), ended);
  const empty = h(
    "section",
    { class: "panel notice", hidden: true },
    h("h2", null, texts.none),
    h("p", { class: "muted" }, texts.noneMore),
    h("pre", null, h("code", null, "pitboss tournament --game jedna simple:4 random:4")),
  );
  const more = h("button", { hidden: true, onclick: () => void showMore() }, texts.more);
  const away = h("p", { class: "away", role: "status", hidden: true }, texts.away);
  main.append(h("h1", null, texts.title), away, empty, runningPart, endedPart, more);

  /** @type {EventFacts[]} */
  let older = [];
  /** @type {string | undefined} */
  let next;

  /** @param {EventFacts[]} items */
  const draw = (items) => {
    const active = items.filter((event) => event.state === "running");
    const others = items.filter((event) => event.state !== "running");
    empty.hidden = items.length > 0;
    runningPart.hidden = !active.length;
    endedPart.hidden = !others.length;
    for (const [list, part] of /** @type {const} */ ([
      [running, active],
      [ended, others],
    ])) {
      keep(
        list,
        part,
        (event) => event.id,
        cardOf,
        (card, event) => card.update(event),
      );
    }
    more.hidden = !next;
    return active.length > 0;
  };

  const poll = new Poll(
    EVERY,
    async () => {
      const answer = await app.api.get("/api/events");
      if (!older.length) next = answer.next;
      const known = new Set(answer.items.map((/** @type {EventFacts} */ event) => event.id));
      const running = draw([...answer.items, ...older.filter((event) => !known.has(event.id))]);
      poll.every = running ? EVERY : EVERY_QUIET;
      away.hidden = true;
    },
    () => {
      away.hidden = false;
    },
  );

  async function showMore() {
    if (!next) return;
    const answer = await app.api.get(`/api/events?after=${encodeURIComponent(next)}`);
    older = [...older, ...answer.items];
    next = answer.next;
    await poll.now();
  }

  await poll.start();
  return { title: texts.title, close: () => poll.stop() };
}

/** @param {EventFacts} event */
function cardOf(event) {
  const name = h("a", { class: "stretched", href: `/event/${encodeURIComponent(event.id)}` });
  const state = h("span", { class: "state" });
  const facts = h("p", { class: "muted facts-line" });
  const progress = /** @type {import("./progress.js").EventProgress} */ (document.createElement("event-progress"));
  const leader = h("p", { class: "leader" });
  const card = h(
    "li",
    { class: "event-card" },
    h("div", { class: "event-name" }, h("h3", null, name), state),
    facts,
    leader,
    progress,
  );
  return Object.assign(card, {
    /** @param {EventFacts} now */
    update(now) {
      setText(name, now.name || texts.unnamed(now.id));
      state.dataset.state = now.state;
      setText(state, texts.states[now.state] ?? now.state);
      setText(facts, factsLine(now));
      progress.show(now);
      leader.hidden = !now.leader;
      if (now.leader) leader.replaceChildren(...leaderText(now));
    },
  });
}

/** @param {EventFacts} event */
function leaderText({ state, leader, unit }) {
  if (!leader) return [];
  const words = state === "finished" ? texts.won : texts.leads;
  const known = unit ?? "score";
  const payoff = `${amount(leader.payoff, known)}${isShare(known) ? "" : ` ${known}`}`;
  return [h("b", null, h("bdi", null, leader.name)), ` ${words} `, h("span", { class: "muted" }, payoff)];
}

/**
 * The game, the format and who plays, in a line.
 * @param {EventFacts} event
 */
export function factsLine(event) {
  return [
    event.rules,
    event.format.replaceAll("-", " "),
    counted(event.bots.length, "bot"),
    texts.seatsAtTable(event.seats),
  ]
    .filter(Boolean)
    .join(" \u00b7 ");
}
