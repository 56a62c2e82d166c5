import { describe, expect, test } from "vitest";
import {
  type Dispatched,
  type FreshReason,
  type PlanInput,
  planDispatch,
  rememberDispatch,
  type SessionEntry,
} from "./dispatch-plan.ts";

const ENTRY: SessionEntry = {
  agent_id: "agent-1",
  iteration1_prompt_length: 1_000,
  iteration1_content_length: 20_000,
  last_iteration: 1,
  last_commit_sha: "abc123",
};

/** A second round in which nothing prevents a resume. */
const READY: PlanInput = {
  entry: ENTRY,
  alwaysFresh: false,
  sessionMode: "resume",
  canResume: true,
  gate: "open",
  cold: false,
  obstacle: undefined,
  final: false,
  reopened: false,
  resumedPromptLength: 400,
  guard: "content",
  contextLimit: 100_000,
};

function plan(given: Partial<PlanInput>): string {
  const { kind, reason } = planDispatch({ ...READY, ...given });
  return `${kind}: ${reason}`;
}

describe("RES-2: how a dispatch is sent, and why", () => {
  test.each<[string, Partial<PlanInput>, string]>([
    ["a role that was dispatched before gets the delta", {}, "resume: delta"],
    ["a runtime that reads little from its cache gets the delta too, and that is said", { cold: true }, "resume: cold"],
    ["a role of a reopened phase keeps its session", { reopened: true }, "resume: reopened"],
    ["a final validation resumes a role that had passed", { final: true }, "final: final-validation"],
    ["a role without a session starts fresh", { entry: undefined }, "fresh: first-round"],
    ["a role that never resumes starts fresh", { alwaysFresh: true }, "fresh: always-fresh"],
    ["a config without resuming is obeyed", { sessionMode: "fresh" }, "fresh: session-mode"],
    ["a config that forks begins on the shared trunk", { sessionMode: "fork" }, "fresh: fork"],
    ["a runtime that cannot resume gets a fresh dispatch", { canResume: false }, "fresh: no-resume"],
    ["a runtime that failed the gate gets a fresh dispatch", { gate: "closed" }, "fresh: gate"],
    ["a session that is gone is a fallback", { entry: { ...ENTRY, agent_id: null } }, "fallback: session-lost"],
    ["a delta over half of the content starts fresh", { resumedPromptLength: 10_001 }, "fresh: guard"],
    ["a delta beyond the context starts fresh", { resumedPromptLength: 100_001 }, "fresh: too-large"],
    ["a session with room for the delta gets it", { threadTokens: 33_200 }, "resume: delta"],
    ["a session that the delta would make too long is left", { threadTokens: 33_201 }, "fresh: rebase"],
    ["so is one that had passed", { threadTokens: 33_201, final: true }, "fresh: rebase"],
    ["and one of a reopened phase", { threadTokens: 33_201, reopened: true }, "fresh: rebase"],
    ["what stood against it before is said first", { threadTokens: 99_999, obstacle: "no-change" }, "fresh: no-change"],
  ])("%s", (_, given, expected) => {
    expect(plan(given)).toBe(expected);
  });

  test.each<FreshReason>(["no-change", "commit-failed", "invalid-reply", "interrupted", "foreign-change", "voided"])(
    "after %s there is nothing to resume with, whether or not a session was kept",
    (obstacle) => {
      expect(plan({ obstacle })).toBe(`fresh: ${obstacle}`);
      expect(plan({ obstacle, entry: undefined })).toBe(`fresh: ${obstacle}`);
      expect(plan({ obstacle, final: true })).toBe(`fresh: ${obstacle}`);
    },
  );
});

describe("RES-4: the guard", () => {
  test.each<[string, Partial<PlanInput>, string]>([
    ["exactly half of the content is resumed", { guard: "content", resumedPromptLength: 10_000 }, "resume: delta"],
    [
      "one character over half of the content is not",
      { guard: "content", resumedPromptLength: 10_001 },
      "fresh: guard",
    ],
    ["exactly half of the prompt is resumed", { guard: "prompt", resumedPromptLength: 500 }, "resume: delta"],
    ["one character over half of the prompt is not", { guard: "prompt", resumedPromptLength: 501 }, "fresh: guard"],
    [
      "half of an odd length is not rounded up",
      { guard: "prompt", resumedPromptLength: 501, entry: { ...ENTRY, iteration1_prompt_length: 1_001 } },
      "fresh: guard",
    ],
    [
      "half of an odd length is not rounded down",
      { guard: "prompt", resumedPromptLength: 500, entry: { ...ENTRY, iteration1_prompt_length: 1_001 } },
      "resume: delta",
    ],
    ["a reopened loop is guarded too", { reopened: true, resumedPromptLength: 10_001 }, "fresh: guard"],
    ["a final validation is not guarded", { final: true, resumedPromptLength: 99_999 }, "final: final-validation"],
    [
      "what just fits the context is sent in a final validation",
      { final: true, resumedPromptLength: 100_000 },
      "final: final-validation",
    ],
    ["what does not fit is not, not even then", { final: true, resumedPromptLength: 100_001 }, "fresh: too-large"],
  ])("%s", (_, given, expected) => {
    expect(plan(given)).toBe(expected);
  });

  test("an entry without a length to measure by is not resumed", () => {
    const { iteration1_content_length: _, ...entry } = ENTRY;

    expect(plan({ entry: entry as SessionEntry })).toBe("fresh: guard");
  });
});

describe("RES-4: the guard by cost", () => {
  const cost = { warm: 1, cold: 5, fresh: 3, isWarm: true };

  test.each<[string, Partial<PlanInput>, string]>([
    ["a warm session that costs less than a fresh agent is resumed", { cost }, "resume: delta"],
    ["so is one that costs as much", { cost: { ...cost, warm: 3 } }, "resume: delta"],
    ["one that costs more is not", { cost: { ...cost, warm: 3.01 } }, "fresh: cheaper"],
    ["a session that went cold is priced as cold", { cost: { ...cost, isWarm: false } }, "fresh: cheaper"],
    ["and resumed if it is cheapest even so", { cost: { ...cost, isWarm: false, fresh: 6 } }, "resume: cold"],
    ["a runtime that misses its cache is never warm", { cost, cold: true }, "fresh: cheaper"],
    ["a long delta is no matter by itself", { cost, resumedPromptLength: 99_999 }, "resume: delta"],
    ["a reopened loop is priced too", { cost: { ...cost, warm: 4 }, reopened: true }, "fresh: cheaper"],
    ["a final validation is not", { cost: { ...cost, warm: 4 }, final: true }, "final: final-validation"],
    ["without a price half of the content decides: below", { resumedPromptLength: 10_000 }, "resume: delta"],
    ["without a price half of the content decides: above", { resumedPromptLength: 10_001 }, "fresh: guard"],
  ])("%s", (_, given, expected) => {
    expect(plan({ guard: "cost", ...given })).toBe(expected);
  });

  test("an estimate is nothing to the other guards", () => {
    const dear = { ...cost, warm: 9, isWarm: false };

    expect(plan({ guard: "content", cost: dear })).toBe("resume: delta");
    expect(plan({ guard: "content", cold: true })).toBe("resume: cold");
  });
});

describe("when several reasons hold, the same one is always named", () => {
  const everything: Partial<PlanInput> = {
    alwaysFresh: true,
    entry: undefined,
    sessionMode: "fresh",
    canResume: false,
    gate: "closed",
    obstacle: "no-change",
    resumedPromptLength: 100_001,
    final: true,
    reopened: true,
  };
  const lost = { ...ENTRY, agent_id: null };
  const fits = { resumedPromptLength: 10_001 };

  test("from what the role is, over what the set-up allows and what happened, to how long the delta is", () => {
    const repairs: Partial<PlanInput>[] = [
      {},
      { alwaysFresh: false },
      { obstacle: undefined },
      { entry: lost },
      { sessionMode: "resume" },
      { canResume: true },
      { gate: "open" },
      { entry: ENTRY },
      fits,
      { final: false },
      { resumedPromptLength: 1 },
      { reopened: false },
    ];
    let input = everything;
    const named = repairs.map((repair) => {
      input = { ...input, ...repair };
      return plan(input);
    });

    expect(named).toEqual([
      "fresh: always-fresh",
      "fresh: no-change",
      "fresh: first-round",
      "fresh: session-mode",
      "fresh: no-resume",
      "fresh: gate",
      "fallback: session-lost",
      "fresh: too-large",
      "final: final-validation",
      "fresh: guard",
      "resume: reopened",
      "resume: delta",
    ]);
  });

  test("the set-up comes before what happened, and that before a lost session", () => {
    expect(plan({ gate: "closed", obstacle: "no-change" })).toBe("fresh: gate");
    expect(plan({ entry: lost, obstacle: "interrupted" })).toBe("fresh: interrupted");
  });
});

describe("what is remembered of a dispatch", () => {
  const first: Dispatched = {
    kind: "fresh",
    agentRef: "agent-1",
    promptLength: 1_000,
    contentLength: 20_000,
    round: 1,
    commit: "abc123",
  };

  test("the first one fills the entry", () => {
    expect(rememberDispatch(undefined, first)).toEqual(ENTRY);
  });

  test.each(["resume", "final", "fresh", "fallback"] as const)(
    "a later %s one moves everything on except the lengths of the first round",
    (kind) => {
      const later = { kind, agentRef: "agent-2", promptLength: 7, contentLength: 8, round: 3, commit: "def456" };

      expect(rememberDispatch(ENTRY, later)).toEqual({
        agent_id: "agent-2",
        iteration1_prompt_length: 1_000,
        iteration1_content_length: 20_000,
        last_iteration: 3,
        last_commit_sha: "def456",
      });
    },
  );

  test("a runtime that returned no session leaves none, and the next dispatch is a fallback", () => {
    const entry = rememberDispatch(ENTRY, { ...first, agentRef: undefined });

    expect(entry.agent_id).toBeNull();
    expect(plan({ entry })).toBe("fallback: session-lost");
  });
});
