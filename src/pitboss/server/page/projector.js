/**
 * The projector view: standings that move, and a game, for a whole room to read.
 * It goes on by itself whatever happens to the runner, the server or the network.
 */

import { h, keep, setText, styles } from "./dom.js";
import { amount, duration, isShare, rankText, signed } from "./figures.js";
import { GameOfTheMoment } from "./moment.js";
import { Poll } from "./poll.js";
import "./progress.js";
import { rearrange } from "./rearrange.js";
import { commonScale } from "./standings.js";
import { events as texts } from "./texts.js";

/** @typedef {import("./standings.js").Standings} Standings */
/** @typedef {import("./standings.js").Row} Row */

const EVERY = 1000;
// After the end somebody may still look, but nothing changes.
const EVERY_OVER = 10_000;
// A runner writes about every second; bots that think for long may take this long.
const QUIET = 20_000;
const POINTER = 3000;
const GLIDE = 1100;
// More rows than this are shown in turns.
const MOST_ROWS = 20;
const ONE_COLUMN = 12;
const FEW = 4;
const TURN = 8000;
// If more share the first place, it is nobody's.
const PODIUM = 3;

/** @type {import("./types.js").ViewModule["show"]} */
export async function show(main, params, app) {
  await styles("events.css", "replay.css");
  const path = `/api/events/${encodeURIComponent(params.id ?? "")}`;
  let event = await app.api.get(path);
  const stage = build(event, () => void app.navigate(`/event/${encodeURIComponent(event.id)}`));
  main.append(stage.root);
  document.documentElement.classList.add("projecting");
  const game = new GameOfTheMoment(event.id, app.api, new URLSearchParams(location.search).get("table") ?? "");
  stage.side.append(game.element);

  let version = -1;
  let games = -1;
  let changed = performance.now();
  const poll = new Poll(
    EVERY,
    async () => {
      const [facts, standings] = await Promise.all([app.api.get(path), app.api.get(`${path}/standings`)]);
      // Asked for at the same time, the standings may be of a moment before.
      const over = facts.state === "finished" && standings.games >= facts.games;
      if (facts.games !== games || facts.state !== event.state) changed = performance.now();
      if (standings.version !== version || facts.state !== event.state || games < 0)
        stage.showStandings(standings, over);
      [event, version, games] = [facts, standings.version, facts.games];
      stage.showFacts(event, over);
      const quiet = performance.now() - changed;
      if (event.state === "stopped") stage.note(texts.stoppedNote);
      else if (!over && quiet > QUIET) stage.note(texts.quietFor(duration(quiet / 1000)));
      else stage.note("");
      poll.every = over ? EVERY_OVER : EVERY;
    },
    () => stage.note(texts.serverAway),
  );
  await poll.start();
  game.start();
  const awake = stayAwake();
  const pointer = hidePointer(stage.root);
  const turns = window.setInterval(() => stage.turn(), TURN);
  const keys = (/** @type {KeyboardEvent} */ pressed) => {
    if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return;
    if (pressed.key === "f") stage.fullScreen();
    else if (pressed.key === "l") stage.lighter();
    else return;
    pressed.preventDefault();
  };
  document.addEventListener("keydown", keys);
  return {
    title: event.name || texts.unnamed(event.id),
    close() {
      poll.stop();
      game.stop();
      awake();
      pointer();
      clearInterval(turns);
      document.removeEventListener("keydown", keys);
      document.documentElement.classList.remove("projecting");
      if (document.fullscreenElement) void document.exitFullscreen();
    },
  };
}

/**
 * @param {import("./event.js").EventDetails} event
 * @param {() => void} leave
 */
function build(event, leave) {
  const state = h("span", { class: "state" });
  const progress = /** @type {import("./progress.js").EventProgress} */ (document.createElement("event-progress"));
  const list = h("ol", { class: "bare ranking", "aria-label": texts.standings });
  const rest = h("p", { class: "others muted", hidden: true });
  const note = h("p", { class: "whisper", role: "status" });
  const seed = h("p", { class: "whisper seed" });
  const side = h("div", { class: "side" });
  const root = h(
    "div",
    { class: "projector" },
    h(
      "header",
      null,
      h("div", { class: "titles" }, h("h1", null, h("bdi", null, event.name || texts.unnamed(event.id))), state),
      progress,
    ),
    h("div", { class: "halves" }, h("div", { class: "board" }, list, rest), side),
    h("footer", null, note, seed),
    h(
      "div",
      { class: "controls" },
      h("button", { class: "quiet", onclick: () => controls.fullScreen() }, texts.fullScreen, h("kbd", null, "F")),
      h("button", { class: "quiet", onclick: () => controls.lighter() }, texts.lighter, h("kbd", null, "L")),
      h("button", { class: "quiet", onclick: leave }, texts.leave),
    ),
  );
  /** @type {Map<string, ReturnType<typeof lineOf>>} */
  const lines = new Map();
  /** @type {Standings | null} */
  let shown = null;
  let from = 0;

  const draw = () => {
    if (!shown) return;
    const { unit } = shown;
    const scale = commonScale(
      shown.rows.map((row) => row.payoff),
      unit,
    );
    const rows = visible(shown.rows, from);
    const first = rows.filter((row) => row.rank === 1);
    const winners = first.length <= PODIUM ? first : [];
    const columns = rows.length > ONE_COLUMN ? 2 : 1;
    root.style.setProperty("--rows", String(Math.ceil(rows.length / columns)));
    root.dataset.columns = String(columns);
    root.classList.toggle("few", rows.length <= FEW);
    root.classList.toggle("amounts", !isShare(unit));
    rearrange(
      list,
      () =>
        keep(
          list,
          rows,
          (row) => row.bot,
          (row) => {
            const line = lineOf(row.bot);
            lines.set(row.bot, line);
            return line.element;
          },
          (_, row) => lines.get(row.bot)?.update(row, scale, unit, winners.includes(row)),
        ),
      GLIDE,
    );
    rest.hidden = rows.length === shown.rows.length;
    setText(rest, texts.others(shown.rows.length - rows.length));
  };

  const controls = {
    root,
    side,
    /** @param {Standings} now @param {boolean} over */
    showStandings(now, over) {
      shown = now;
      root.classList.toggle("over", over);
      draw();
    },
    /** @param {import("./event.js").EventDetails} now @param {boolean} over */
    showFacts(now, over) {
      state.dataset.state = now.state;
      setText(state, over ? texts.final : (texts.states[now.state] ?? now.state));
      progress.show(now);
      const told = now.state === "finished" && now.seed ? texts.seed(now.seed) : "";
      setText(seed, told || (now.commitment ? texts.commitment(now.commitment) : ""));
    },
    /** @param {string} text */
    note: (text) => setText(note, text),
    /** Show the next of those who have no room. */
    turn() {
      const hidden = (shown?.rows.length ?? 0) - 2 * MOST_ROWS;
      if (hidden <= 0) return;
      from = from >= hidden ? 0 : Math.min(from + MOST_ROWS, hidden);
      draw();
    },
    fullScreen() {
      if (document.fullscreenElement) void document.exitFullscreen();
      else document.documentElement.requestFullscreen?.().catch(() => {});
    },
    lighter: () => root.classList.toggle("light"),
  };
  return controls;
}

/**
 * The rows that fit: the first column stays, the second takes turns where there are too many.
 * @param {Row[]} rows
 * @param {number} from
 */
function visible(rows, from) {
  if (rows.length <= 2 * MOST_ROWS) return rows;
  return [...rows.slice(0, MOST_ROWS), ...rows.slice(MOST_ROWS + from, 2 * MOST_ROWS + from)];
}

/**
 * A payoff without digits that nobody reads from afar.
 * @param {number | null} value
 * @param {string} unit
 */
function shortAmount(value, unit) {
  if (value === null || isShare(unit)) return amount(value, unit);
  return signed(value, Math.abs(value) >= 100 ? 0 : 1);
}

/** @param {string} bot */
function lineOf(bot) {
  const rank = h("span", { class: "rank" });
  const bar = /** @type {import("./standings.js").IntervalBar} */ (document.createElement("interval-bar"));
  const score = h("span", { class: "score" });
  const element = h("li", null, rank, h("span", { class: "name cut" }, h("bdi", null, bot)), bar, score);
  let place = 0;
  return {
    element,
    /**
     * @param {Row} row
     * @param {import("./standings.js").CommonScale} scale
     * @param {string} unit
     * @param {boolean} wins whether it is among a few who are first
     */
    update(row, scale, unit, wins) {
      element.classList.toggle("first", wins);
      setText(rank, rankText(row.rank, row.tied));
      setText(score, shortAmount(row.payoff.estimate, unit));
      bar.show(row.payoff, scale, unit);
      if (place && row.rank < place) flash(element, "rose");
      if (place && row.rank > place) flash(element, "fell");
      place = row.rank;
    },
  };
}

/**
 * @param {HTMLElement} element
 * @param {string} name
 */
function flash(element, name) {
  element.classList.remove("rose", "fell");
  element.classList.add(name);
  setTimeout(() => element.classList.remove(name), 2500);
}

/** Keep the screen on, where the browser can. */
function stayAwake() {
  /** @type {WakeLockSentinel | null} */
  let lock = null;
  let wanted = true;
  const ask = async () => {
    if (document.hidden || !wanted || !("wakeLock" in navigator)) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      if (!wanted) void lock.release();
    } catch {
      // A machine that saves power, or a page that is not secure: then the screen may go dark.
    }
  };
  document.addEventListener("visibilitychange", ask);
  void ask();
  return () => {
    wanted = false;
    document.removeEventListener("visibilitychange", ask);
    void lock?.release();
  };
}

/**
 * Hide pointer and buttons when nobody moves.
 * @param {HTMLElement} root
 */
function hidePointer(root) {
  /** @type {number | undefined} */
  let timer;
  const moved = () => {
    root.classList.remove("idle");
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      if (!root.querySelector(".controls :focus-visible")) root.classList.add("idle");
    }, POINTER);
  };
  for (const kind of ["pointermove", "pointerdown", "keydown"]) document.addEventListener(kind, moved);
  moved();
  return () => {
    clearTimeout(timer);
    for (const kind of ["pointermove", "pointerdown", "keydown"]) document.removeEventListener(kind, moved);
  };
}
