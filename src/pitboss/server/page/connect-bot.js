/** How to connect a bot to this server: the exact commands, copied by a click. */

import { copy, h, setText, toast } from "./dom.js";
import { common, home as texts } from "./texts.js";

/** @typedef {import("./types.js").Server} Server */

/**
 * @param {Server} server
 */
export function connectBot(server) {
  const table = h("input", { value: texts.exampleTable, maxlength: 32, pattern: "[A-Za-z0-9_\\-]{1,32}", spellcheck: "false", autocomplete: "off" });
  const socket = server.http.replace(/^http/, "ws");
  /** @type {Record<string, (name: string) => string[]>} */
  const commands = {
    native: (name) => [`pitboss join ${socket}/ws/${name} -- python3 my_bot.py`],
    algopoker: (name) => [`${server.poker}/${name}`, `python3 -m pitboss.examples.poker_websocket ${server.poker}/${name} mybot`],
    rooms: (name) => [
      `curl -s ${server.http}/api/rooms -H 'content-type: application/json' -d '{"room": "${name}", "player1": "simple"}'`,
      `curl -s ${server.http}/api/game/${name}/state`,
    ],
    javascript: (name) => [
      `curl -sO ${server.http}/page/pitboss.js`,
      `import { play } from "./pitboss.js"; play("${socket}/ws/${name}", { name: "mybot" }, (turn) => turn.legal[0]);`,
    ],
  };
  const lines = h("div", { class: "connect-lines stack" });
  const about = h("p", { class: "muted small" });
  const tabs = h("div", { class: "tabs", role: "tablist", "aria-label": texts.connect });
  let chosen = "native";

  for (const key of Object.keys(commands)) {
    tabs.append(h("button", {
      type: "button", role: "tab", id: `connect-${key}`, "aria-controls": "connect-panel", dataset: { key },
      onclick: () => choose(key),
    }, texts.wires[key]?.title ?? key));
  }
  tabs.addEventListener("keydown", (event) => {
    const keys = Object.keys(commands);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    choose(keys[(keys.indexOf(chosen) + step + keys.length) % keys.length] ?? "native");
    /** @type {HTMLElement | null} */ (tabs.querySelector("[aria-selected=true]"))?.focus();
  });
  table.addEventListener("input", draw);

  const panel = h("div", { class: "stack", role: "tabpanel", id: "connect-panel" }, about, lines);
  const element = h("section", { class: "panel connect", "aria-label": texts.connect },
    h("div", { class: "head" }, h("h2", null, texts.connect),
      h("label", { class: "connect-table" }, h("span", null, texts.atTable), table)),
    tabs, panel);
  choose(chosen);
  return element;

  /** @param {string} key */
  function choose(key) {
    chosen = key;
    for (const tab of /** @type {NodeListOf<HTMLElement>} */ (tabs.querySelectorAll("button"))) {
      const mine = tab.dataset.key === key;
      tab.setAttribute("aria-selected", String(mine));
      tab.tabIndex = mine ? 0 : -1;
    }
    panel.setAttribute("aria-labelledby", `connect-${key}`);
    setText(about, texts.wires[key]?.about ?? "");
    draw();
  }

  function draw() {
    const name = /^[\w-]{1,32}$/.test(table.value) ? table.value : texts.exampleTable;
    lines.replaceChildren(...(commands[chosen]?.(name) ?? []).map(copyLine));
  }
}

/**
 * A line of text with a button that copies it.
 * @param {string} text
 */
export function copyLine(text) {
  return h("div", { class: "copy" },
    h("code", { tabindex: 0 }, text),
    h("button", {
      class: "quiet",
      type: "button",
      "aria-label": texts.copyThis(text),
      onclick: async () => toast((await copy(text)) ? common.copied : common.notCopied),
    }, common.copy));
}
