// What the bot decides; run by `npm test` in this folder.

import assert from "node:assert/strict";
import test from "node:test";
import { decide } from "./decide.js";

const state = (hand, playable_cards, available_actions) => ({
  hand,
  playable_cards,
  available_actions,
});

test("plays a card before a wild", () => {
  const answer = decide(state(["wd", "r5"], ["wd", "r5"], ["play", "draw"]));
  assert.deepEqual(answer, { action: "play", card: "r5" });
});

test("asks for the colour held most", () => {
  const answer = decide(state(["g1", "b2", "b3", "wd"], ["wd"], ["play", "draw"]));
  assert.deepEqual(answer, { action: "play", card: "wd", wild_color: "blue" });
});

test("names a colour when it holds only wilds", () => {
  assert.equal(decide(state(["wd4"], ["wd4"], ["play", "draw"])).wild_color, "red");
});

test("draws when nothing fits", () => {
  assert.deepEqual(decide(state(["g1"], [], ["draw"])), { action: "draw" });
});

test("passes when it can not draw", () => {
  assert.deepEqual(decide(state(["g1"], [], ["pass"])), { action: "pass" });
});
