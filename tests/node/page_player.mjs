// Plays or watches with the page's own client: node page_player.mjs MODULE URL FIRST; prints what it sees.
import { pathToFileURL } from "node:url";

const [module, url, first] = process.argv.slice(2);
const { Table } = await import(pathToFileURL(module).href);
const table = new Table(url, JSON.parse(first));
const print = (value) => process.stdout.write(JSON.stringify(value) + "\n");

table.addEventListener("message", (event) => print({ seq: event.detail.seq ?? 0, type: event.detail.type }));
table.addEventListener("status", () => {
  print({ status: table.status, reason: table.reason, result: table.position?.result ?? null });
  if (table.status === "over" || table.status === "refused") process.exitCode = table.status === "over" ? 0 : 1;
});
table.addEventListener("state", () => {
  const { question, view, names } = table.position;
  if (!question) return;
  if (!view || names.length < 2) throw new Error("a question without a position");
  setTimeout(() => table.act(question.legal[Math.floor(Math.random() * question.legal.length)]), 2);
});
table.open();
