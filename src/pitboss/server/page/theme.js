/** Light or dark: as the system says, or as chosen here. Loaded before anything is drawn. */

/** @typedef {"system" | "light" | "dark"} Theme */

const KEY = "theme";
/** @type {Theme[]} */
export const THEMES = ["system", "light", "dark"];

/** @returns {Theme} */
export function theme() {
  const kept = read();
  return THEMES.find((one) => one === kept) ?? "system";
}

/** @param {Theme} wanted */
export function setTheme(wanted) {
  try {
    localStorage.setItem(KEY, wanted);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  put(wanted);
}

/** @param {Theme} wanted */
function put(wanted) {
  const root = document.documentElement;
  if (wanted === "system") delete root.dataset.theme;
  else root.dataset.theme = wanted;
}

function read() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

put(theme());
