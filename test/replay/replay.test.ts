// A run that an earlier build began continues with this one: every recorded step and question comes again in its order, by the
// same name and with the same input, nothing is sent, nothing new is asked, and it ends as it ended then. How the recordings were made: record.check.ts.
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { createClock } from "../../src/adapters/clock.ts";
import { hashInput } from "../../src/adapters/recorded/input-hash.ts";
import { continueRun } from "../../src/app/run/run-phase.ts";
import type { Pending } from "../../src/domain/run/questions/question.ts";
import type { AgentRuntime } from "../../src/ports/agents/agent-runtime.ts";
import type { Ports } from "../../src/ports/ports.ts";
import type { Run, RunSession, Step } from "../../src/ports/runs/runs.ts";
import type { RuntimeChoice } from "../../src/ports/wiring.ts";
import { verifies } from "../requirements.ts";
import { openPorts } from "../support/engine.ts";
import { EARLIER, RECORDINGS, type Recording, restore, SEALED } from "./recording.ts";

const namesIn = (folder: string) => readdirSync(folder).map((file) => basename(file, ".json"));
const ALL = [RECORDINGS, SEALED].flatMap((folder) => namesIn(folder).map((name) => ({ folder, name })));

test("there is a run of every kind that the format before has", () => {
  for (const folder of [RECORDINGS, SEALED]) expect(namesIn(folder).sort()).toEqual(namesIn(EARLIER).sort());
});

for (const { folder, name } of ALL) {
  verifies(
    "RES-2",
    `the recorded run "${basename(folder)}/${name}" replays with the same steps and inputs`,
    async () => {
      const recording: Recording = JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8"));
      const was = recordsOf(recording.files["journal.jsonl"]);
      const { root } = await restore(recording);
      const journal = join(root, ".git", "iflow", "runs", recording.run, "journal.jsonl");
      const restored = recordsOf(readFileSync(journal, "utf8")).length;
      const asked: Asked = { steps: [], waits: [] };
      const ports = watched(await openPorts(root, createClock(undefined), () => undefined), asked);
      const [run] = (await ports.runs.open()).filter(({ head }) => head.id === recording.run);
      if (!run) throw new Error(`${recording.run} is not open`);

      const driver = {
        openAgent: async (choice: RuntimeChoice) => silentAgent(choice),
        answer: async () => undefined,
        signal: new AbortController().signal,
      };
      const result = await continueRun(ports, driver, { run, command: "test", forceUnlock: false });

      const recordedSteps = was.filter(({ type }) => type === "done").map(({ step, input }) => `${step} ${input}`);
      expect(inGroupsOf(asked.steps, recordedSteps)).toEqual(asked.steps.map((group) => group.toSorted()));
      expect(asked.steps.flat()).toHaveLength(recordedSteps.length);
      expect(asked.waits).toEqual(was.filter(({ type }) => type === "asked").map(({ step }) => step));
      const ended = was.find(({ type }) => type === "ended");
      const lines = recordsOf(readFileSync(journal, "utf8")).slice(restored);
      const added = lines.filter(({ type }) => type !== "file"); // its checksum; a recording is restored without these
      if (ended) {
        expect(result.type).toBe("ended");
        expect(added).toMatchObject([{ type: "opened" }, { type: "ended", outcome: ended.outcome }]);
      } else {
        expect(result).toMatchObject({ type: "waiting", pendings: run.pendings });
        expect(added).toMatchObject([{ type: "opened" }]);
      }
    },
  );
}

interface Asked {
  /** `{name} {hash of the input}`; steps that run side by side are one group. */
  readonly steps: string[][];
  /** Names of questions, pauses and orders. */
  readonly waits: string[];
}

/** The records, cut as the steps were asked for. Steps that run side by side may end in any order. */
function inGroupsOf(groups: readonly string[][], records: readonly string[]): string[][] {
  let from = 0;
  return groups.map((group) => {
    from += group.length;
    return records.slice(from - group.length, from).toSorted();
  });
}

interface Line {
  readonly type: string;
  readonly step?: string;
  readonly input?: string;
  readonly outcome?: string;
}

function recordsOf(journal = ""): Line[] {
  const [, ...lines] = journal.trim().split("\n");
  return lines.map((line) => JSON.parse(line));
}

/** The same ports; what runs are asked for is written down. */
function watched(ports: Ports, asked: Asked): Ports {
  const resume: Ports["runs"]["resume"] = async (id, runtime) => {
    const session = await ports.runs.resume(id, runtime);
    return sessionWith(session, {
      head: session.run.head,
      folder: session.run.folder,
      signal: session.run.signal,
      step: (step) => {
        note([step]);
        return session.run.step(step);
      },
      all: (steps) => {
        note(steps);
        return session.run.all(steps);
      },
      wait: (pendings: readonly Pending[]) => {
        asked.waits.push(...pendings.map(({ name }) => name));
        return session.run.wait(pendings);
      },
      isRecorded: (step) => session.run.isRecorded(step),
      branches: (branches) => session.run.branches(branches),
      meet: (other) => session.run.meet(other),
    });
  };
  const note = (steps: readonly Step<unknown>[]) => {
    asked.steps.push(steps.map(({ name, input }) => `${name} ${hashInput(input)}`));
  };
  return { ...ports, runs: { ...ports.runs, resume } };
}

function sessionWith(session: RunSession, run: Run): RunSession {
  return {
    run,
    reopened: session.reopened,
    unfinished: session.unfinished,
    abort: () => session.abort(),
    settleBy: (settle) => session.settleBy(settle),
    end: (outcome) => session.end(outcome),
    abandon: () => session.abandon(),
    close: () => session.close(),
  };
}

/** What agents could do stands in the journal; these are never asked. */
function silentAgent({ id, proof }: RuntimeChoice): AgentRuntime {
  return {
    id,
    version: undefined,
    models: {},
    abilities: { resume: true, fork: true, schema: true, usage: true, web: true, rewind: true, promptChars: 1 },
    ...(id === "host" && { host: { proof: proof ?? "hook" } }),
    dispatch: () => {
      throw new Error("a replay asks no agent");
    },
  };
}
