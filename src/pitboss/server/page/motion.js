/** Cards that move from where they were to where they are. Nothing moves for who wants it still. */

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const EASING = "cubic-bezier(.2,.7,.3,1)";

/** Whether anything may move now. */
export function mayMove() {
  return !STILL.matches && document.visibilityState === "visible";
}

/**
 * Let an element arrive from another place. It is laid out already; only its picture travels.
 * @param {Element} element
 * @param {DOMRect | null | undefined} from
 * @param {{ duration?: number, delay?: number, turn?: number }} [how] `turn` in degrees at the start
 */
export function arriveFrom(element, from, { duration = 220, delay = 0, turn = 0 } = {}) {
  const to = element.getBoundingClientRect();
  if (!from || !from.width || !to.width) return;
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  const scale = from.width / to.width;
  if (Math.abs(x) < 1 && Math.abs(y) < 1 && Math.abs(scale - 1) < 0.02) return;
  element.animate(
    [{ transform: `translate(${x}px, ${y}px) scale(${scale}) rotate(${turn}deg)`, zIndex: 9 }, {}],
    { duration, delay, easing: EASING, fill: "backwards" },
  );
}

/**
 * Remember where the children of a list are, by key.
 * @param {Iterable<HTMLElement>} elements
 * @returns {Map<HTMLElement, DOMRect>}
 */
export function placesOf(elements) {
  /** @type {Map<HTMLElement, DOMRect>} */
  const places = new Map();
  for (const element of elements) places.set(element, element.getBoundingClientRect());
  return places;
}
