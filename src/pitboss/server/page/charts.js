/** The report's charts: SVG that the server has drawn, put into the page as elements. */

/**
 * The elements of an SVG text. It is parsed as XML, so nothing in it is markup of the page.
 * @param {string} text
 * @returns {Element | null} null if it is not SVG
 */
export function drawing(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  const root = parsed.documentElement;
  if (root.localName !== "svg" || parsed.querySelector("parsererror")) return null;
  // The whole drawing is one picture with one title.
  for (const part of root.querySelectorAll("[role]")) part.removeAttribute("role");
  for (const script of parsed.querySelectorAll("script, foreignObject")) script.remove();
  return document.importNode(root, true);
}
