/** Beside a game: who is there and over which wire, and what happened, in words. */

import { h, keep, setText } from "./dom.js";
import { sentence } from "./sentence.js";
import { table as texts } from "./texts.js";

/** @typedef {import("./types.js").LogLine} LogLine */
/** @typedef {import("./types.js").Position} Position */

export class Players {
  constructor() {
    this.list = h("ul", { class: "bare players" });
    this.element = h("section", { class: "panel table-players" }, h("h2", null, texts.players), this.list);
  }

  /** @param {Position} position */
  update(position) {
    const faulty = position.log.filter((line) => line.tone === "fault");
    const faults = position.names.map((_, seat) => faulty.filter((line) => line.seat === seat).length);
    keep(
      this.list,
      position.names,
      (_, seat) => seat,
      () => h("li", null, h("bdi", { class: "cut" }), h("span", { class: "muted small" }), h("span", { class: "chip bad" })),
      (row, name, seat) => {
        const note = position.seats[seat];
        const [who, how, fault] = row.children;
        setText(who, name);
        who.title = name;
        setText(how, seat === position.viewer ? texts.you : sortText(note));
        row.classList.toggle("away", note?.here === false);
        setText(fault, note?.here === false ? texts.away : texts.faults(faults[seat] ?? 0));
        fault.hidden = note?.here !== false && !faults[seat];
      },
    );
  }
}

/** @param {import("./types.js").SeatNote | undefined} note */
function sortText(note) {
  if (!note?.sort) return "";
  if (note.sort === "connection") return texts.wires[note.wire] ?? note.wire;
  return texts.sorts[note.sort] ?? note.sort;
}

export class Log {
  /** @type {WeakMap<LogLine, number>} */
  #numbers = new WeakMap();
  #count = 0;

  constructor() {
    this.list = h("ol", { class: "bare log", tabindex: "0", "aria-label": texts.log });
    this.element = h("section", { class: "panel table-log" }, h("h2", null, texts.log), this.list);
  }

  /** @param {Position} position */
  update(position) {
    const { scrollTop, scrollHeight, clientHeight } = this.list;
    const atEnd = scrollHeight - scrollTop - clientHeight < 24;
    const { names, kind } = position;
    keep(
      this.list,
      position.log,
      (line) => this.#number(line),
      (line) => h("li", { class: line.tone ?? "plain", dir: "auto" }, sentence(lineText(line, names), names, kind)),
    );
    if (atEnd) this.list.scrollTop = this.list.scrollHeight;
  }

  /** @param {LogLine} line */
  #number(line) {
    let number = this.#numbers.get(line);
    if (number === undefined) {
      number = this.#count += 1;
      this.#numbers.set(line, number);
    }
    return number;
  }
}

/**
 * @param {LogLine} line
 * @param {string[]} names
 */
export function lineText(line, names) {
  const name = line.seat === undefined ? undefined : names[line.seat];
  return line.tone === "fault" && name !== undefined ? texts.fault(name, line.text) : line.text;
}
