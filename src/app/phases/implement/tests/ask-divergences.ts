// Code and spec disagree, as new tests show. The person chooses which of them holds; with --yolo the code is repaired
// twice, then the run stops until the code changes.
import type { ReplyOf } from "../../../../domain/roles/reply-schema.ts";
import type { Parts, PhaseRun } from "../../../work/state/phase-run.ts";
import { askPerson, stopFor } from "../../../work/wait-for.ts";
import { hasChanged } from "../code/code-world.ts";
import type { Implementation } from "../code/implementation.ts";

export type Divergence = ReplyOf<"test-deepener-b">["spec_divergences"][number];

const MOST_CYCLES = 2;

export function divergenceText({ spec_criterion, expected, actual }: Divergence): string {
  return `${spec_criterion}: expected ${expected}, got ${actual}`;
}

export async function askAboutDivergences(
  phase: PhaseRun,
  code: Implementation,
  found: readonly Divergence[],
  cycle: number,
): Promise<string> {
  const list = found.map(divergenceText);
  for (let stops = 0; ; stops++) {
    const name = phase.steps.next(0, "divergences");
    if (!phase.mode.yolo) return askPersonAbout(phase, name, list, cycle);
    if (cycle < MOST_CYCLES) return "fix";
    const again = stops === 0 ? "" : " Nothing has changed since the last stop.";
    await stopFor(phase, {
      name,
      reason: "not-approved",
      text: `YOLO MODE STOPPED: Test deepening found persistent spec divergences after ${MOST_CYCLES} fix cycles.${again}`,
      detail: `Divergences:\n${list.join("\n")}\nResume with: iflow continue`,
      fix: "repair it, or decide: iflow continue   (--yolo stops here until the code changes)",
    });
    if (await hasChanged(phase, code, 0)) return "review";
  }
}

async function askPersonAbout(
  phase: Parts<"mode" | "run">,
  name: string,
  list: readonly string[],
  cycle: number,
): Promise<string> {
  const fix = {
    value: "fix",
    label: "Fix the implementation",
    hint: "the fixer gets each criterion, then the tests run again",
  };
  const answer = await askPerson(phase, {
    name,
    topic: "divergences",
    text: `Test deepening found ${list.length} spec divergence${list.length === 1 ? "" : "s"}: ${list.join("; ")}`,
    options: [
      ...(cycle < MOST_CYCLES ? [fix] : []),
      { value: "accept", label: "Accept the implementation", hint: "the tests that show it are removed" },
      { value: "review", label: "Look yourself", hint: "stops here" },
    ],
  });
  if (answer === "review") {
    await stopFor(phase, {
      name: `${name}/review`,
      reason: "not-approved",
      text: "implement is waiting for you: code and spec disagree.",
      detail: list.join("\n"),
      fix: "once you have decided and repaired: iflow continue   (the reviewers are told what was open)",
    });
  }
  return answer;
}
