// What every agent runtime promises, whoever is behind it. An adapter's test hands in a runtime prepared for each
// situation; a situation that cannot happen on a runtime (it spawns nothing, it resumes nothing) is left out.
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { AgentEvent, AgentOutcome, AgentRequest, AgentRuntime } from "../../src/ports/agents/agent-runtime.ts";
import { newStep } from "../support/agent-request.ts";
import { writeFiles } from "../support/temp-repo.ts";

interface PreparedAgent {
  readonly runtime: AgentRuntime;
  request(overrides?: Partial<AgentRequest>): AgentRequest;
}

export interface AgentSituations {
  /** Answers at once; a second dispatch of the same role is answered too. */
  completes(): Promise<PreparedAgent>;
  /** Gives up with an error of its own. */
  fails(): Promise<PreparedAgent>;
  /** Begins and never ends by itself. */
  hangs(): Promise<PreparedAgent>;
  /** Starts a child that has a child; neither ends by itself. */
  spawns?(): Promise<PreparedAgent>;
  /** Is asked to resume the session given, which no dispatch ever returned. */
  losesSession?(): Promise<PreparedAgent>;
  /** Tries to read GIVEN and then HIDDEN, by these paths, and ends by telling what it was shown. */
  peeks(): Promise<PreparedAgent>;
  /** Tries to write GIVEN, then to run MEDDLING, which is a stored check, and ends. */
  meddles(): Promise<PreparedAgent>;
}

export const GIVEN = "docs/given.md";
export const HIDDEN = "src/hidden.ts";
export const MEDDLING = "touch made-by-command";
/** May come before a child does: a runtime without a process of its own has spoken with its model by then. */
const SAID_BY_A_MODEL: readonly AgentEvent["type"][] = ["answering", "used", "text"];
const FILES = { [GIVEN]: "GIVEN-TEXT\n", [HIDDEN]: "HIDDEN-TEXT\n" };

export function agentRuntimeContract(name: string, situations: AgentSituations): void {
  const { completes, fails, hangs, spawns, losesSession, peeks, meddles } = situations;

  describe(`${name} keeps the contract of an agent runtime`, () => {
    it("a turn that works out ends completed, once and last", async () => {
      const { runtime, request } = await completes();

      const events = await collect(runtime, request());

      expect(outcomeOf(events)).toMatchObject({ status: "completed", reply: expect.any(String) });
    });

    it("a runtime that claims to know what a turn used says so", async () => {
      const { runtime, request } = await completes();

      const outcome = outcomeOf(await collect(runtime, request()));

      expect(outcome.usage !== undefined).toBe(runtime.abilities.usage);
    });

    it("a failing agent is an outcome and not a throw", async () => {
      const { runtime, request } = await fails();

      const outcome = outcomeOf(await collect(runtime, request()));

      expect(outcome).toMatchObject({ status: "failed", sessionLost: false });
      expect(outcome.status === "failed" && outcome.error).toMatch(/\S/);
    });

    it("a turn that hangs ends aborted once it is aborted", async () => {
      const { runtime, request } = await hangs();
      const abort = new AbortController();
      const reading = collect(runtime, request(), abort.signal);

      setTimeout(() => abort.abort(), 20);

      expect(outcomeOf(await reading)).toMatchObject({ status: "aborted" });
    });

    it("a turn that is aborted before it starts ends aborted", async () => {
      const { runtime, request } = await hangs();

      const events = await collect(runtime, request(), AbortSignal.abort());

      expect(outcomeOf(events)).toMatchObject({ status: "aborted" });
    });

    if (losesSession) {
      it("a session it returned can be resumed", async () => {
        const { runtime, request } = await completes();
        const first = outcomeOf(await collect(runtime, request()));
        const ref = first.status === "completed" ? (first.session ?? "none") : "none";

        const second = outcomeOf(
          await collect(runtime, request({ step: newStep(), kind: "resume", session: { ref, mode: "resume" } })),
        );

        expect(runtime.abilities.resume).toBe(true);
        expect(second).toMatchObject({ status: "completed", session: expect.any(String) });
      });

      it("resuming an unknown session ends failed and says that the session is lost (RES-6)", async () => {
        const { runtime, request } = await losesSession();

        const events = await collect(
          runtime,
          request({ kind: "resume", session: { ref: randomUUID(), mode: "resume" } }),
        );

        expect(outcomeOf(events)).toMatchObject({ status: "failed", sessionLost: true });
      });
    }

    if (spawns) {
      it("a child is announced, with what identifies it, before anything else of it, and carries the step's name", async () => {
        const { runtime, request } = await spawns();
        const step = newStep();
        const abort = new AbortController();
        const events: AgentEvent[] = [];
        let announced: number[] = [];

        for await (const event of runtime.dispatch(request({ step }), abort.signal)) {
          events.push(event);
          if (event.type !== "spawned") continue;
          announced = processesOf(step);
          abort.abort();
        }

        const spawned = events.find((event) => event.type === "spawned");
        expect(events.find(({ type }) => !SAID_BY_A_MODEL.includes(type))).toEqual(spawned);
        expect(spawned?.startTime).toMatch(/\S/);
        expect(announced).toContain(spawned?.pid);
        expect(outcomeOf(events)).toMatchObject({ status: "aborted" });
      });

      it("after an abort no process is left, neither the child nor its children", async () => {
        const { runtime, request } = await spawns();
        const step = newStep();
        const abort = new AbortController();

        const reading = collect(runtime, request({ step }), abort.signal);
        await until(() => processesOf(step).length > 1);
        abort.abort();

        expect(outcomeOf(await reading)).toMatchObject({ status: "aborted" });
        expect(processesOf(step)).toEqual([]);
      });

      it("a turn that is aborted before it starts spawns nothing", async () => {
        const { runtime, request } = await spawns();

        const events = await collect(runtime, request(), AbortSignal.abort());

        expect(events.map((event) => event.type)).toEqual(["ended"]);
      });
    }

    it("a blind role sees the files it was given; another is refused and told, and the turn continues (IMP-9)", async () => {
      const { events } = await play(peeks, { role: "test-deepener-a", access: "blind", readable: [GIVEN] });

      expect(callsOf(events)).toEqual([`read ${GIVEN}`, `read ${HIDDEN} refused`]);
      expect(outcomeOf(events)).toMatchObject({
        status: "completed",
        reply: expect.not.stringContaining("HIDDEN-TEXT"),
      });
    });

    it("a role that only reads sees both, so it is the role that makes the difference", async () => {
      const { events } = await play(peeks, { role: "spec-reviewer", access: "read" });

      expect(callsOf(events)).toEqual([`read ${GIVEN}`, `read ${HIDDEN}`]);
      expect(outcomeOf(events)).toMatchObject({ status: "completed" });
    });

    it.each([
      ["a role that only reads", { role: "spec-reviewer", access: "read" }],
      ["a blind role", { role: "test-deepener-a", access: "blind", readable: [GIVEN] }],
    ] as const)(
      "%s changes no file and runs no command: both are refused and told, and the turn continues",
      async (_, role) => {
        const { events, before, after } = await play(meddles, role);

        expect(after).toEqual(before);
        expect(refusalsOf(events)).toEqual([expect.stringMatching(/\S/), expect.stringMatching(/\S/)]);
        expect(outcomeOf(events)).toMatchObject({ status: "completed" });
      },
    );

    it("a role that writes does both", async () => {
      const { events, before, after } = await play(meddles, { role: "implementer", access: "write" });

      expect(refusalsOf(events)).toEqual([]);
      expect(outcomeOf(events)).toMatchObject({ status: "completed" });
      expect(Object.keys(after).sort()).toEqual([...Object.keys(before), "made-by-command"].sort());
      expect(after[GIVEN]).not.toBe(before[GIVEN]);
    });
  });
}

/** One turn in this role over FILES, and the files of the repository before and after it. */
async function play(prepare: () => Promise<PreparedAgent>, role: Partial<AgentRequest>) {
  const { runtime, request } = await prepare();
  const asked = request(role);
  await writeFiles(asked.workdir, FILES);
  const before = filesBelow(asked.workdir);
  const events = await collect(runtime, asked);
  return { events, before, after: filesBelow(asked.workdir) };
}

/** Git's own folder too: nothing in there is an agent's business. */
function filesBelow(root: string): Record<string, string> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(paths.map((path) => [path.slice(root.length + 1), readFileSync(path, "latin1")]));
}

/** Tool calls as lines: `read a.md`, `write ../x refused`. */
export function callsOf(events: readonly AgentEvent[]): string[] {
  return events.flatMap((event) =>
    event.type === "tool-called"
      ? [[event.name, event.path, event.refused && "refused"].filter((word) => word !== undefined).join(" ")]
      : [],
  );
}

function refusalsOf(events: readonly AgentEvent[]): string[] {
  return events.flatMap((event) => (event.type === "tool-called" ? (event.refused ?? []) : []));
}

export async function collect(
  runtime: AgentRuntime,
  request: AgentRequest,
  signal = new AbortController().signal,
): Promise<AgentEvent[]> {
  const events: AgentEvent[] = [];
  for await (const event of runtime.dispatch(request, signal)) events.push(event);
  return events;
}

/** The outcome, after checking that there is exactly one and that it came last. */
export function outcomeOf(events: readonly AgentEvent[]): AgentOutcome {
  expect(events.filter((event) => event.type === "ended")).toHaveLength(1);
  const last = events.at(-1);
  if (last?.type !== "ended") return expect.fail(`the last event is ${last?.type}`);
  return last.outcome;
}

/** Pids of all living processes that carry the step's name, however they were started. */
export function processesOf(step: string): number[] {
  const mark = `IFLOW_STEP=${step}`;
  if (!existsSync("/proc/self/environ")) {
    const lines = execFileSync("ps", ["eaxww", "-o", "pid=,command="], { encoding: "utf8" }).split("\n");
    return lines.filter((line) => line.includes(mark)).map((line) => Number.parseInt(line, 10));
  }
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && environmentOf(name).includes(mark))
    .map(Number);
}

export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10)); // the test's own time limit ends it
}

function environmentOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
  } catch {
    return []; // gone meanwhile, or of another user
  }
}
