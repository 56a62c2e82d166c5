import { expect, test } from "vitest";
import { depthSentence, depthState, flagsOfDepth, phasesAfter, printDepth, runDepth, withDepth } from "./depth.ts";

const LIGHT = ["specify", "implement"];
type Flags = Parameters<typeof withDepth>[0] & { readonly yolo: boolean };
const ESCALATED = { at: "2026-03-01T10:00:00.000Z", phase: "implement", why: ["touches a (risk.paths)"] };

test.each([
  [undefined, undefined],
  [null, undefined],
  [{ asked: "light" }, "light"],
  [{ asked: "auto" }, "auto"],
  [{ asked: "auto", now: "light" }, "light"],
  [{ asked: "auto", now: "full" }, undefined],
  [{ asked: "light", now: "full", escalated: ESCALATED }, "escalated"],
  [{ asked: "light", now: "light", escalated: ESCALATED }, "escalated"],
  [{ asked: "deep", now: "nonsense" }, undefined],
])("a record %j is run as %s", (record, depth) => {
  expect(runDepth(record)).toBe(depth);
});

test("the record of a feature decides, whatever a later command asks for", () => {
  const quick: Flags = { yolo: true, ...flagsOfDepth("light") };

  expect(withDepth(quick, { asked: "light", now: "light" })).toEqual(quick);
  expect(withDepth(quick, undefined)).toEqual({ yolo: true }); // a feature at full depth stays so
  expect(withDepth<Flags>({ yolo: true }, { asked: "light" })).toEqual(quick);
  expect(withDepth(quick, { asked: "auto", now: "full" })).toEqual({ yolo: true });
  expect(withDepth(quick, { asked: "light", escalated: ESCALATED })).toEqual({
    yolo: true,
    depth: "escalated",
    phases: LIGHT,
  });
});

test("phases that a person chose at full depth stay", () => {
  const chosen = { phases: ["specify"] };

  expect(withDepth(chosen, undefined)).toBe(chosen);
});

test.each([
  [{ asked: "light" }, "light: one code reviewer; nobody reviews the spec"],
  [{ asked: "auto" }, "auto: decided when its spec begins"],
  [{ asked: "auto", now: "full", why: ["too large", "risky"] }, "full: too large, and risky"],
  [
    { asked: "light", now: "full", escalated: ESCALATED },
    "full, escalated from light: the change touches a (risk.paths)",
  ],
])("%j is told as %s", (record, text) => {
  const state = depthState(record);

  expect(state && printDepth(state)).toBe(text);
});

test("a feature that was always full says nothing", () => {
  expect([depthState(undefined), depthSentence(undefined), depthSentence("auto")]).toEqual([null, "", ""]);
});

test("what comes next follows from the depth that was settled, else from what was asked for", () => {
  const asked = flagsOfDepth("auto");

  expect(phasesAfter(asked, undefined)).toBe(asked);
  expect(phasesAfter(asked, "light").phases).toEqual(LIGHT);
  expect(phasesAfter(flagsOfDepth("light"), "full")).toEqual({});
});
