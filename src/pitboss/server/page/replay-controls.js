/** The replay's controls: the scrub bar with its marks, the buttons, speed, and whose cards are seen. */

import { h, keep, setText, svg } from "./dom.js";
import { replay as words } from "./texts.js";

/** @typedef {import("./replay-steps.js").Mark} Mark */

export const SPEEDS = [0.5, 1, 2, 4, 8];
// Ticks that are nearer to each other, in pixels, would be a solid line.
const TICK_SPACE = 6;

const ICONS = {
  start: "M6 5h2.500v14H6zM19 5v14L9.500 12z",
  back: "M16 5v14L6.500 12z",
  play: "M7 4.500v15L19.500 12z",
  pause: "M6.500 5h4v14h-4zM13.500 5h4v14h-4z",
  forward: "M8 5v14l9.500-7z",
  end: "M15.500 5H18v14h-2.500zM5 5v14l9.500-7z",
  link: "M10.600 13.400a1 1 0 0 1 0-1.400l3.500-3.500a2.500 2.500 0 0 1 3.500 3.500l-1.800 1.800a1 1 0 1 0 1.400 1.400l1.800-1.800a4.500 4.500 0 0 0-6.300-6.300L9.200 10.600a3 3 0 0 0 0 4.200 1 1 0 0 0 1.400-1.400zm2.800-2.800a1 1 0 0 1 0 1.400l-3.500 3.500a2.500 2.500 0 0 1-3.500-3.500l1.800-1.800a1 1 0 1 0-1.400-1.400L5 10.400a4.500 4.500 0 0 0 6.300 6.300l3.500-3.300a3 3 0 0 0 0-4.200 1 1 0 0 0-1.400 1.400z",
};

/**
 * An icon; what it means is said by the button that it is on.
 * @param {keyof typeof ICONS} name
 */
export function icon(name) {
  return svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "icon" }, svg("path", { d: ICONS[name] }));
}

/** A range input with marks for hands, rounds and faults. */
export class ScrubBar {
  #last;

  /**
   * @param {number} last the number of the last step
   * @param {(step: number) => void} go
   */
  constructor(last, go) {
    this.#last = last;
    this.range = h("input", {
      type: "range",
      class: "scrub-range",
      min: "0",
      max: String(last),
      step: "1",
      value: "0",
      "aria-label": words.position,
      oninput: () => go(Number(this.range.value)),
    });
    this.ticks = h("div", { class: "scrub-ticks", "aria-hidden": "true" });
    this.element = h("div", { class: "scrub" }, this.ticks, this.range);
  }

  /**
   * Show the marks, as many as there is room for.
   * @param {Mark[]} marks
   */
  marks(marks) {
    const room = (this.element.clientWidth || innerWidth) / TICK_SPACE;
    const divisions = marks.filter((mark) => mark.kind !== "fault");
    const shown = [
      ...(divisions.length <= room ? divisions : []),
      ...thinned(marks.filter((mark) => mark.kind === "fault"), this.#last, room),
    ];
    keep(
      this.ticks,
      shown,
      (mark) => `${mark.kind}-${mark.step}`,
      (mark) => {
        const tick = h("span", { class: mark.kind === "fault" ? "tick tick-fault" : "tick" });
        tick.style.setProperty("--at", String(mark.step / Math.max(1, this.#last)));
        return tick;
      },
    );
  }

  /**
   * @param {number} step
   * @param {string} text
   */
  show(step, text) {
    if (this.range.value !== String(step)) this.range.value = String(step);
    this.range.style.setProperty("--done", String(step / Math.max(1, this.#last)));
    this.range.setAttribute("aria-valuetext", text);
  }
}

/**
 * At most as many marks as there is room for.
 * @param {Mark[]} marks
 * @param {number} last
 * @param {number} room
 */
function thinned(marks, last, room) {
  /** @type {Map<number, Mark>} */
  const places = new Map();
  for (const mark of marks) {
    const place = Math.round((mark.step / Math.max(1, last)) * room);
    if (!places.has(place)) places.set(place, mark);
  }
  return [...places.values()];
}

/**
 * What the controls do.
 * @typedef {{ go(step: number): void, step(by: number): void, toggle(): void, speed(speed: number): void,
 *   seat(seat: number): void, help(): void, link(): void }} Deeds
 */

/** All controls in one element. */
export class Controls {
  /**
   * @param {number} last
   * @param {string[]} names
   * @param {Deeds} deeds
   */
  constructor(last, names, deeds) {
    this.last = last;
    this.scrub = new ScrubBar(last, deeds.go);
    this.start = button(words.toStart, icon("start"), () => deeds.go(0));
    this.back = button(words.back, icon("back"), () => deeds.step(-1));
    this.play = button(words.play, icon("play"), deeds.toggle, "play");
    this.forward = button(words.forward, icon("forward"), () => deeds.step(1));
    this.end = button(words.toEnd, icon("end"), () => deeds.go(last));
    this.count = h("output", { class: "step-count", "aria-hidden": "true" });
    this.speed = h(
      "select",
      { "aria-label": words.speed, onchange: () => deeds.speed(Number(this.speed.value)) },
      SPEEDS.map((speed) => h("option", { value: String(speed) }, words.times(speed))),
    );
    this.seat = h(
      "select",
      { "aria-label": words.seenFrom, onchange: () => deeds.seat(Number(this.seat.value)) },
      h("option", { value: "-1" }, words.allCards),
      names.map((name, seat) => h("option", { value: String(seat), dir: "auto" }, words.asSeat(name))),
    );
    this.element = h(
      "div",
      { class: "replay-controls", role: "group", "aria-label": words.controls },
      this.scrub.element,
      h("div", { class: "replay-buttons" }, this.start, this.back, this.play, this.forward, this.end),
      h(
        "div",
        { class: "replay-choices" },
        this.count,
        this.seat,
        this.speed,
        button(words.copyLink, icon("link"), deeds.link, "quiet"),
        button(words.help, "?", deeds.help, "quiet keys"),
      ),
    );
  }

  /**
   * @param {number} step
   * @param {string} text what a screen reader says of it
   */
  show(step, text) {
    this.scrub.show(step, text);
    setText(this.count, words.count(step, this.last));
    disable(this.start, step === 0);
    disable(this.back, step === 0);
    disable(this.forward, step === this.last);
    disable(this.end, step === this.last);
  }

  /** @param {boolean} playing */
  playing(playing) {
    this.play.replaceChildren(icon(playing ? "pause" : "play"));
    const name = playing ? words.pause : words.play;
    this.play.setAttribute("aria-label", name);
    this.play.title = name;
  }
}

/**
 * Not `disabled`: that would take the focus away from whoever steps to the end by keys.
 * @param {HTMLButtonElement} one
 * @param {boolean} off
 */
function disable(one, off) {
  if (off) one.setAttribute("aria-disabled", "true");
  else one.removeAttribute("aria-disabled");
}

/**
 * @param {string} name
 * @param {Node | string} face
 * @param {() => void} run
 * @param {string} [look]
 */
function button(name, face, run, look = "") {
  return h(
    "button",
    { type: "button", class: `replay-button ${look}`.trim(), "aria-label": name, title: name, onclick: run },
    face,
  );
}
