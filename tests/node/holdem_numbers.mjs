// What the page makes of cards, events and bets: questions as JSON on standard input, answers on standard output.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const folder = pathToFileURL(`${process.argv[2]}/`);
const ranks = await import(new URL("holdem-ranks.js", folder));
const hands = await import(new URL("holdem-hand.js", folder));
const functions = { ...ranks, ...hands };

const asked = JSON.parse(readFileSync(0, "utf8"));
const answers = asked.map(([name, ...values]) => functions[name](...values) ?? null);
console.log(JSON.stringify(answers));
