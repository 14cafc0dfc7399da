/** How far an event is: a bar, how many games have been played, and how long it will take. */

import { h, setText } from "./dom.js";
import { count, duration, pace, period } from "./figures.js";
import { events as texts } from "./texts.js";

/**
 * @typedef {{ id: string, name: string, state: string, game: string, rules: string, seats: number,
 *   format: string, bots: string[], games: number, planned: number | null,
 *   leader?: { name: string, payoff: number | null } | null, unit?: string, created: string,
 *   updated?: string, finished?: string, rate?: number | null, left?: number | null }} EventFacts
 */

export class EventProgress extends HTMLElement {
  constructor() {
    super();
    this.bar = h("progress", { max: "1", "aria-label": texts.progress });
    this.played = h("span", { class: "played" });
    this.rest = h("span", { class: "rest" });
  }

  connectedCallback() {
    if (!this.bar.isConnected) this.append(this.bar, h("p", { class: "progress-words" }, this.played, this.rest));
  }

  /** @param {EventFacts} event */
  show(event) {
    const { state, games, planned } = event;
    this.dataset.state = state;
    if (state === "finished") this.bar.value = 1;
    else if (planned) this.bar.value = Math.min(games / planned, 1);
    else this.bar.removeAttribute("value");
    setText(this.played, playedText(event));
    setText(this.rest, state === "running" ? restText(event) : period(event.created, event.finished ?? ""));
  }
}

/** @param {EventFacts} event */
function playedText({ state, games, planned }) {
  if (state === "finished" || !planned) return texts.played(count(games), games === 1);
  return texts.playedOf(count(games), count(planned));
}

/**
 * The time left, and how fast it goes.
 * @param {EventFacts} event
 */
export function restText({ left, rate }) {
  const parts = [];
  if (typeof left === "number") parts.push(texts.timeLeft(duration(left)));
  if (rate) parts.push(pace(rate));
  return parts.join(" \u00b7 ");
}

customElements.define("event-progress", EventProgress);
