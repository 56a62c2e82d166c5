import { expect, test } from "vitest";
import { pidWords } from "./pid-words.ts";

test("another machine is named, this one is not", () => {
  expect([pidWords({ pid: 12 }), pidWords({ pid: 12, host: "build-2" })]).toEqual(["12", "12 on host build-2"]);
});
