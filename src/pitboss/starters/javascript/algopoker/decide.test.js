// What the bot decides; run by `npm test` in this folder.

import assert from "node:assert/strict";
import test from "node:test";
import { decide } from "./decide.js";

const FOLD = { type: "fold" };
const CHECK = { type: "check" };
const RAISE = { type: "raise", min_amount: 200, max_amount: 9000 };
const call = (amount) => ({ type: "call", amount });
const state = (street, total, ...valid_actions) => ({ street, pot: { total }, valid_actions });

test("raises with a pair before the flop", () => {
  const answer = decide(["7c", "7d"], state("preflop", 150, FOLD, call(50), RAISE));
  assert.deepEqual(answer, { type: "raise", amount: 200 });
});

test("checks where that is free", () => {
  assert.deepEqual(decide(["Ah", "2d"], state("flop", 200, FOLD, CHECK, RAISE)), CHECK);
});

test("calls what is at most the pot", () => {
  const answer = decide(["Ah", "2d"], state("flop", 200, FOLD, call(200)));
  assert.deepEqual(answer, { type: "call" });
});

test("folds to more than the pot", () => {
  assert.deepEqual(decide(["Ah", "2d"], state("flop", 200, FOLD, call(201))), FOLD);
});
