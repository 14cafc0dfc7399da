/** Which view shows which address. Links are plain `<a href>`; the router takes clicks on them. */

import { ApiError } from "./api.js";
import { h } from "./dom.js";
import { common } from "./texts.js";

/** @typedef {import("./types.js").App} App */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").ViewModule} ViewModule */
/** @typedef {[pattern: string, load: () => Promise<ViewModule>]} Route */

export class Router {
  /** @type {View | null} */
  #view = null;
  #shown = "";
  #visit = 0;

  /**
   * @param {Route[]} routes
   * @param {HTMLElement} main
   * @param {App} app
   */
  constructor(routes, main, app) {
    this.routes = routes.map(([pattern, load]) => ({ match: compile(pattern), load }));
    this.main = main;
    this.app = app;
  }

  /** Show the present address, and from now on whatever is clicked. */
  start() {
    addEventListener("popstate", () => {
      if (address() !== this.#shown) void this.#show();
    });
    document.addEventListener("click", (event) => this.#click(event));
    return this.#show();
  }

  /**
   * Go to an address of the page.
   * @param {string} path
   * @param {{replace?: boolean}} [options]
   */
  navigate(path, { replace = false } = {}) {
    history[replace ? "replaceState" : "pushState"](null, "", path);
    return this.#show(true);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || !link.href || link.target || link.hasAttribute("download")) return;
    const url = new URL(link.href);
    if (url.origin !== location.origin || !this.#find(url.pathname)) return;
    // The browser itself goes to a fragment of the view that is shown.
    if (url.hash && url.pathname + url.search === address()) return;
    event.preventDefault();
    void this.navigate(url.pathname + url.search + url.hash);
  }

  /** @param {string} path */
  #find(path) {
    for (const route of this.routes) {
      const params = route.match(path);
      if (params) return { params, load: route.load };
    }
    return null;
  }

  /** @param {boolean} [moved] whether the person came from another view */
  async #show(moved = false) {
    const visit = ++this.#visit;
    this.#shown = address();
    this.#view?.close?.();
    this.#view = null;
    const place = h("div", { class: "view" });
    this.main.replaceChildren(place);
    if (moved) scrollTo(0, 0);
    this.#mark();
    const slow = setTimeout(() => place.classList.add("busy"), 400);
    /** @type {View} */
    let view;
    try {
      const found = this.#find(location.pathname);
      if (!found) view = missing(place);
      else view = await (await found.load()).show(place, found.params, this.app);
    } catch (error) {
      if (visit !== this.#visit) return;
      // What the server refuses is shown; anything else is a mistake of ours.
      if (!(error instanceof ApiError)) console.error(error);
      view = this.#failed(place, error);
    } finally {
      clearTimeout(slow);
      place.classList.remove("busy");
    }
    if (visit !== this.#visit) {
      view.close?.();
      return;
    }
    this.#view = view;
    document.title = view.title ? `${view.title} · Pitboss` : "Pitboss";
    if (moved && !place.contains(document.activeElement)) this.main.focus({ preventScroll: true });
    if (moved) this.app.announce(view.title ?? "");
  }

  /** Mark the place in the navigation that is shown. */
  #mark() {
    for (const link of document.querySelectorAll("nav.places a")) {
      const path = new URL(/** @type {HTMLAnchorElement} */ (link).href).pathname;
      const here = path === "/" ? ["/", "/play"].includes(location.pathname)
        : location.pathname.startsWith(path.replace(/s$/, ""));
      if (here) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }

  /**
   * @param {HTMLElement} place
   * @param {unknown} error
   * @returns {View}
   */
  #failed(place, error) {
    const message = error instanceof Error ? error.message : String(error);
    place.replaceChildren(
      h("section", { class: "panel notice" },
        h("h1", null, common.failed),
        h("p", { class: "muted" }, message),
        h("p", { class: "row" },
          h("button", { class: "primary", onclick: () => void this.#show() }, common.again),
          h("a", { class: "button", href: "/" }, common.goHome))));
    return { title: common.failed };
  }
}

/**
 * Begin to load the view of a path.
 * @param {Route[]} routes
 * @param {string} path
 */
export function preload(routes, path) {
  const found = routes.find(([pattern]) => compile(pattern)(path));
  // A failure is told when the view is shown.
  found?.[1]().catch(() => {});
}

/** @param {HTMLElement} place @returns {View} */
function missing(place) {
  place.replaceChildren(
    h("section", { class: "panel notice" },
      h("h1", null, common.missing),
      h("p", { class: "muted" }, common.missingMore),
      h("p", null, h("a", { class: "button primary", href: "/" }, common.goHome))));
  return { title: common.missing };
}

/** The address as far as it chooses a view: not the fragment, which belongs to the view. */
function address() {
  return location.pathname + location.search;
}

/**
 * `/event/:id/bot/:name` as a function from a path to its parameters, or null.
 * @param {string} pattern
 * @returns {(path: string) => Record<string, string> | null}
 */
export function compile(pattern) {
  const parts = pattern.split("/");
  return (path) => {
    const given = path.length > 1 ? path.replace(/\/$/, "").split("/") : path.split("/");
    if (given.length !== parts.length) return null;
    /** @type {Record<string, string>} */
    const params = {};
    for (const [index, part] of parts.entries()) {
      const word = given[index] ?? "";
      if (part.startsWith(":")) {
        try {
          params[part.slice(1)] = decodeURIComponent(word);
        } catch {
          return null;
        }
        if (!word) return null;
      } else if (part !== word) {
        return null;
      }
    }
    return params;
  };
}
