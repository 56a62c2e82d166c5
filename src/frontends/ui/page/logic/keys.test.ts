import { expect, test } from "vitest";
import { KEY_LIST, type Press, readPress } from "./keys.ts";

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  withModifier: false,
  isTyping: false,
  ...more,
});

test("digits answer, letters move", () => {
  expect(readPress(press("3"), false).wish).toEqual({ type: "option", place: 2 });
  expect(readPress(press("j"), false).wish).toEqual({ type: "next" });
  expect(readPress(press("K"), false).wish).toEqual({ type: "previous" });
  expect(readPress(press("?"), false).wish).toEqual({ type: "help" });
  expect(readPress(press("0"), false).wish).toBeNull();
  expect(readPress(press("Tab"), false).wish).toBeNull();
});

test("G waits for the page to go to, for one key only", () => {
  const { isAfterG, wish } = readPress(press("g"), false);
  expect([isAfterG, wish]).toEqual([true, null]);
  expect(readPress(press("b"), true)).toEqual({ wish: { type: "go", to: "board" }, isAfterG: false });
  expect(readPress(press("j"), true)).toEqual({ wish: { type: "next" }, isAfterG: false });
});

test("while typing, and with Ctrl, nothing but Esc means anything", () => {
  for (const more of [{ isTyping: true }, { withModifier: true }]) {
    expect(readPress(press("1", more), false).wish).toBeNull();
    expect(readPress(press("b", more), true).wish).toBeNull();
  }
  expect(readPress(press("Escape", { isTyping: true }), false).wish).toEqual({ type: "back" });
});

test("the list of keys has each that does something", () => {
  const listed = KEY_LIST.flatMap(({ rows }) => rows.map(([keys]) => keys.toLowerCase()));
  const letters = "abcdefghijklmnopqrstuvwxyz/?".split("").filter((key) => readPress(press(key), false).wish !== null);
  expect(letters.filter((key) => !listed.includes(key))).toEqual([]);
});
