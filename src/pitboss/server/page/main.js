/** Where the page begins: the routes, and what every view is given. */

import * as api from "./api.js";
import { setText } from "./dom.js";
import { Router, preload } from "./router.js";
import { common } from "./texts.js";
import { THEMES, setTheme, theme } from "./theme.js";

/** @typedef {import("./types.js").App} App */

/** One line for each view, loaded when it is first shown. @type {import("./router.js").Route[]} */
const ROUTES = [
  ["/", () => import("./home.js")],
  ["/play", () => import("./home.js")],
  ["/table/:name", () => import("./table.js")],
  ["/games", () => import("./games.js")],
  ["/game/:id", () => import("./replay.js")],
  ["/events", () => import("./events.js")],
  ["/event/:id", () => import("./event.js")],
  ["/event/:id/bot/:name", () => import("./bot.js")],
  ["/event/:id/projector", () => import("./projector.js")],
  ["/organise", () => import("./organise.js")],
];

async function start() {
  api.takeToken();
  showTheme();
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  const asked = api.get("/api/server");
  // The view is loaded while the server answers.
  preload(ROUTES, location.pathname);
  /** @type {App} */
  const app = {
    server: await asked,
    api,
    navigate: (path, options) => router.navigate(path, options),
    announce,
    get token() {
      return api.token();
    },
  };
  const router = new Router(ROUTES, main, app);
  await router.start();
}

const announcer = document.getElementById("announcer");

/**
 * Have a screen reader say it, after what it is saying.
 * @param {string} text
 */
function announce(text) {
  if (!announcer || !text) return;
  const line = document.createElement("p");
  line.textContent = text;
  announcer.append(line);
  while (announcer.children.length > 6) announcer.firstElementChild?.remove();
}

function showTheme() {
  const button = document.getElementById("theme");
  if (!button) return;
  const draw = () => {
    button.dataset.theme = theme();
    button.title = common.themes[theme()];
    button.setAttribute("aria-label", common.themes[theme()]);
  };
  button.addEventListener("click", () => {
    setTheme(THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length] ?? "system");
    draw();
    announce(common.themes[theme()]);
  });
  draw();
}

start().catch((error) => {
  const main = document.getElementById("main");
  if (main) setText(main, error instanceof Error ? error.message : String(error));
});
