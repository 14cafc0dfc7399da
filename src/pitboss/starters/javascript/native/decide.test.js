// What the bot decides; run by `npm test` in this folder.

import assert from "node:assert/strict";
import test from "node:test";
import { decide } from "./decide.js";

test("plays the first card", () => {
  assert.equal(decide({ legal: ["draw", "r5", "b5"] }), "r5");
});

test("calls UNO first", () => {
  assert.equal(decide({ legal: ["r5", "draw", "uno"] }), "uno");
});

test("calls rather than folds", () => {
  assert.equal(decide({ legal: ["fold", "call"] }), "call");
});

test("draws when nothing else is legal", () => {
  assert.equal(decide({ legal: ["draw"] }), "draw");
});
