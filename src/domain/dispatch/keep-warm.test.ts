import { expect, test } from "vitest";
import type { Price } from "../billing/usage.ts";
import { mostPings, trunkPingDue } from "./keep-warm.ts";

const PRICE: Price = { input: 5, output: 25, write5m: 6.25, write1h: 10, read: 0.5, minimum: 1024, window: 200_000 };
const SESSION = { context: 40_000, shared: 0, lifetime: "5m" } as const;

test("a ping costs a tenth of what finding the session gone would: three are worth it, and never more", () => {
  expect(mostPings(PRICE, SESSION)).toBe(3);
  expect(mostPings({ ...PRICE, read: 0.001 }, { ...SESSION, lifetime: "1h" })).toBe(3);
});

test("what others keep warm anyway is not saved: with a small part of its own one is worth it, or none", () => {
  expect(mostPings(PRICE, { ...SESSION, shared: 36_000 })).toBe(1);
  expect(mostPings(PRICE, { ...SESSION, shared: 39_000 })).toBe(0);
  expect(mostPings(PRICE, { ...SESSION, shared: 50_000 })).toBe(0);
});

test("what is too short for the cache, or costs nothing to read, is not kept", () => {
  expect(mostPings(PRICE, { ...SESSION, context: 1000 })).toBe(0);
  expect(mostPings({ ...PRICE, read: 0 }, SESSION)).toBe(0);
});

test("the trunk is pinged before it is lost, after pings of sessions, and at most once in four and a half minutes", () => {
  expect(trunkPingDue(1_000_000, undefined)).toBe(1_255_000);
  expect(trunkPingDue(1_000_000, 1_000_000)).toBe(1_270_000);
  expect(trunkPingDue(1_200_000, 1_000_000)).toBe(1_455_000);
});
