/** Organise. */
import { h, styles } from "./dom.js";
/** @type {import("./types.js").ViewModule["show"]} */
export async function show(main) {
  await styles("events.css");
  main.append(h("h1", null, "Organise"));
  return { title: "Organise" };
}
