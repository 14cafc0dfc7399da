/** Building elements: text is only ever set as text. What they look like is in the CSS files. */

/** @typedef {Node | string | number | false | null | undefined} Child */

/**
 * An element with properties and children. A key that begins with "on" is a listener, `class` and
 * `dataset` are what they are in HTML, `true` is an attribute without a value, and whatever is
 * `false`, `null` or `undefined` is left out. Strings become text nodes.
 * @template {string} Tag
 * @param {Tag} tag
 * @param {Record<string, any> | null} [props]
 * @param {...(Child | Child[])} children
 * @returns {Tag extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Tag] : HTMLElement}
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  setProps(element, props);
  append(element, children);
  // A select has no value before it has options.
  if (props?.value !== undefined && props.value !== null && "value" in element) element.value = props.value;
  return /** @type {any} */ (element);
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * An SVG element, built like `h` does.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any> | null} [props]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, props, ...children) {
  const element = document.createElementNS(SVG, tag);
  setProps(element, props);
  append(element, children);
  return element;
}

/**
 * @param {Element} element
 * @param {Record<string, any> | null | undefined} props
 */
function setProps(element, props) {
  for (const [key, value] of Object.entries(props ?? {})) {
    if (value === false || value === null || value === undefined) continue;
    if (key.startsWith("on")) {
      if (typeof value !== "function") throw new TypeError(`${key} is no listener`);
      element.addEventListener(key.slice(2).toLowerCase(), value);
    } else if (key === "dataset") {
      Object.assign(/** @type {HTMLElement} */ (element).dataset, value);
    } else if (key !== "value" || !("value" in element)) {
      element.setAttribute(key, value === true ? "" : String(value));
    }
  }
}

/**
 * @param {Element} element
 * @param {(Child | Child[])[]} children
 */
function append(element, children) {
  for (const child of children.flat()) {
    if (child === false || child === null || child === undefined) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Take all children out.
 * @template {Element} E
 * @param {E} element
 * @returns {E}
 */
export function clear(element) {
  element.replaceChildren();
  return element;
}

/**
 * Set text only if it differs, so that nothing is drawn or read aloud for nothing.
 * @param {Element} element
 * @param {string | number} text
 */
export function setText(element, text) {
  const wanted = String(text);
  if (element.textContent !== wanted) element.textContent = wanted;
}

/**
 * Keep an element's children in step with a list, by key: elements stay the same (and keep focus and
 * animations), come and go as items do, and are put in the items' order.
 * @template Item
 * @param {Element} parent
 * @param {Item[]} items
 * @param {(item: Item, index: number) => string | number} key
 * @param {(item: Item, index: number) => Element} make
 * @param {(element: any, item: Item, index: number) => void} [update]
 */
export function keep(parent, items, key, make, update) {
  /** @type {Map<string, Element>} */
  const old = new Map();
  for (const child of parent.children) {
    const name = keys.get(child);
    if (name !== undefined) old.set(name, child);
  }
  // The gone go first: what stays need not be moved then, which would cost it the focus.
  const wanted = new Set(items.map((item, index) => String(key(item, index))));
  for (const [name, child] of old) if (!wanted.has(name)) child.remove();
  /** @type {Element | null} */
  let before = parent.firstElementChild;
  items.forEach((item, index) => {
    const name = String(key(item, index));
    let element = old.get(name);
    old.delete(name);
    if (!element) {
      element = make(item, index);
      keys.set(element, name);
    }
    update?.(element, item, index);
    if (element === before) before = before.nextElementSibling;
    else parent.insertBefore(element, before);
  });
}

/** @type {WeakMap<Element, string>} */
const keys = new WeakMap();

/** @type {Map<string, Promise<void>>} */
const sheets = new Map();

/**
 * Load style sheets of the page, each once: `await styles("table.css", "cards.css")`.
 * @param {...string} names
 * @returns {Promise<void>}
 */
export async function styles(...names) {
  await Promise.all(names.map((name) => {
    let loading = sheets.get(name);
    if (!loading) {
      loading = new Promise((resolve) => {
        const link = h("link", {
          rel: "stylesheet",
          href: new URL(name, import.meta.url).pathname,
          onload: () => resolve(),
          onerror: () => resolve(),
        });
        document.head.append(link);
      });
      sheets.set(name, loading);
    }
    return loading;
  }));
}

/**
 * A message that goes away by itself; read aloud by screen readers.
 * @param {string} text
 * @param {"plain" | "good" | "bad"} [tone]
 */
export function toast(text, tone = "plain") {
  const region = document.getElementById("toasts");
  if (!region) return;
  const note = h("p", { class: `toast ${tone}` }, text);
  region.append(note);
  while (region.children.length > 3) region.firstElementChild?.remove();
  setTimeout(() => note.remove(), 3000 + 40 * text.length);
}

/**
 * Copy text, also where the page is not served securely and has no clipboard.
 * @param {string} text
 * @returns {Promise<boolean>} whether it was copied
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = h("textarea", { class: "unseen", readonly: true, value: text });
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

/**
 * Whether the person asked for less motion.
 * @returns {boolean}
 */
export function calm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
