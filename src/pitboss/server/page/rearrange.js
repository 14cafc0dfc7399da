/** Children that glide to their new places when their order changes. */

import { calm } from "./dom.js";

const MILLISECONDS = 700;

/**
 * Change the order of an element's children, and let those that moved glide there.
 * @param {Element} parent
 * @param {() => void} change
 * @param {number} [milliseconds]
 */
export function rearrange(parent, change, milliseconds = MILLISECONDS) {
  if (document.hidden || calm() || !parent.isConnected) {
    change();
    return;
  }
  const before = new Map([...parent.children].map((child) => [child, child.getBoundingClientRect()]));
  change();
  for (const child of parent.children) {
    const from = before.get(child);
    if (!from) continue;
    const to = child.getBoundingClientRect();
    const across = from.left - to.left;
    const down = from.top - to.top;
    if (Math.abs(across) < 1 && Math.abs(down) < 1) continue;
    child.animate([{ transform: `translate(${across}px, ${down}px)` }, { transform: "none" }], {
      duration: milliseconds,
      easing: "cubic-bezier(.25, .8, .3, 1)",
    });
  }
}
