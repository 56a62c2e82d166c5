import { describe, expect, test } from "vitest";
import { afterOpening } from "./after-opening.ts";
import type { OpeningEnd } from "./opening-end.ts";

const STANDS = { pendings: [], isRunOpen: true, lastCompleted: "specify", isCompleted: false, records: 20 };
const BEFORE = { flags: {}, records: 10, failed: 0 };

const end = (of: Partial<Omit<OpeningEnd, "stands">>, stands: Partial<OpeningEnd["stands"]> = {}): OpeningEnd => ({
  ...{ how: "ended", exit: 0, said: undefined },
  ...of,
  stands: { ...STANDS, ...stands },
});

const question = (id: string) => ({
  ...{ type: "question" as const, name: id, topic: "closing", id, text: `What about ${id}?\nMore.`, options: [] },
});
const pause = (until?: string) => ({
  ...{ type: "pause" as const, name: "p", reason: "budget-reached" as const, text: "no room", fix: "more" },
  ...(until !== undefined && { until }),
});

describe("after an opening", () => {
  test.each([
    ["that we gave up, it is due again", end({ how: "given-up", exit: null }), "due"],
    ["that was killed, it is due again", end({ how: "killed", exit: null }), "due"],
    ["that met somebody else, it is due again", end({ exit: 7, code: "locked", said: "taken" }), "due"],
    ["that ended at a stop, it is stopped", end({ exit: 130, said: "iflow stop was called" }), "stopped"],
    ["that failed, it is stopped", end({ exit: 5, said: "no agent" }), "stopped"],
    ["that ended in the middle of the chain, it is stopped", end({}, { isRunOpen: false }), "stopped"],
    ["of a feature that is completed, it is done", end({}, { isRunOpen: false, isCompleted: true }), "done"],
  ])("%s", (_, given, state) => {
    expect(afterOpening(given, BEFORE).state).toBe(state);
  });

  test("it is done where it was to end", () => {
    const given = end({}, { isRunOpen: false });
    expect(afterOpening(given, { ...BEFORE, flags: { until: "specify" } }).state).toBe("done");
    expect(afterOpening(given, { ...BEFORE, flags: { until: "design" } }).state).toBe("stopped");
  });

  test("it waits for every open question, and says the first line of the first", () => {
    const given = end({ exit: 4 }, { pendings: [question("001.1"), question("001.2")] });
    expect(afterOpening(given, BEFORE)).toEqual({
      ...{ state: "waiting", told: "What about 001.1? (and 1 more)", waits: ["001.1", "001.2"], failed: false },
    });
  });

  test("a limit with a time is waited for without a process; one without is a person's matter", () => {
    const until = "2026-03-01T10:00:00Z";
    expect(afterOpening(end({ exit: 5 }, { pendings: [pause(until)] }), BEFORE)).toMatchObject({
      ...{ state: "waiting", waits: [], until },
    });
    expect(afterOpening(end({ exit: 6 }, { pendings: [pause()] }), BEFORE)).toMatchObject({
      ...{ state: "stopped", told: "no room" },
    });
  });

  test("openings that record nothing stop the job at the fifth in a row; one that has recorded something begins the count anew", () => {
    const idle = end({ how: "killed", exit: null, said: "killed" }, { records: 10 });
    expect(afterOpening(idle, { ...BEFORE, failed: 3 })).toMatchObject({ state: "due", failed: true });
    expect(afterOpening(idle, { ...BEFORE, failed: 4 })).toMatchObject({
      ...{ state: "stopped", told: expect.stringContaining("5 openings in a row") },
    });
    expect(afterOpening(end({ how: "killed" }), { ...BEFORE, failed: 4 })).toMatchObject({
      state: "due",
      failed: false,
    });
  });
});
