// Which tests the engine runs for a feature. Where the config names none, the person is asked once, before anything is
// paid for. Their answer is a decision, and the only record of it: the config is theirs and stays as it is.
import { type Check, configuredChecks } from "../../../domain/config/check-names.ts";
import { CONFIG_FILE } from "../../../domain/config/settings-file.ts";
import { testingDecided } from "../../../domain/feature/meta/decision.ts";
import { comesToCode } from "../../../domain/feature/phase.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import { proposeChecks } from "../../setup/init.ts";
import { decide } from "../decide.ts";
import type { Parts } from "../state/phase-run.ts";
import { askPerson, stopFor } from "../wait-for.ts";

/** The command of the config, else the one that the person named for this feature. */
export function testCommand({ run, decisions }: Parts<"decisions" | "run">): string | undefined {
  return run.head.config.checks.test ?? testingDecided(decisions.decisions)?.command;
}

/** Every check of this feature, in the order in which they run. */
export function checksOf(phase: Parts<"decisions" | "run">): Check[] {
  return configuredChecks({ ...phase.run.head.config.checks, test: testCommand(phase) });
}

type Asking = Parts<"decisions" | "mode" | "name" | "ports" | "run" | "steps">;

/** Documents alone need no tests. With --yolo the run stops, because nobody is there to say that untested is fine. */
export async function settleTests(phase: Asking): Promise<void> {
  const { config, flags } = phase.run.head;
  if (config.checks.none || !comesToCode(phase.name, flags)) return;
  while (testCommand(phase) === undefined && testingDecided(phase.decisions.decisions) === undefined) {
    if (!phase.mode.yolo) await ask(phase);
    else {
      await stop(phase);
      await lookAtSettings(phase);
    }
  }
}

const NONE = "none";

/** A blank answer decides nothing, and is asked for again. */
async function ask(phase: Asking): Promise<void> {
  const found = await findCommands(phase);
  const [first] = found;
  const answer = await askPerson(phase, {
    name: phase.steps.next(0, "tests"),
    topic: "tests",
    text: "Nothing will be tested: no test command is configured. Name a command, or go on without.",
    options: [
      ...found.map(({ command, from }) => ({ value: command, label: command, hint: `from ${from}` })),
      { value: NONE, label: "Go on without tests", hint: "recorded as your decision; every reviewer is told" },
    ],
    freeText: true,
    ...(first && { default: first.command }),
  });
  if (answer === NONE) await record(phase, undefined);
  else if (answer.trim() !== "") await record(phase, answer.trim());
}

/** What the project's own files suggest; recorded, so that a replay asks the same question. */
function findCommands(phase: Parts<"ports" | "run" | "steps">): Promise<{ command: string; from: string }[]> {
  return phase.run.step({
    name: phase.steps.next(0, "found-tests"),
    input: null,
    work: async () =>
      (await proposeChecks(phase.ports.tree)).flatMap(({ name, command, from }) =>
        name === "test" ? [{ command, from }] : [],
      ),
  });
}

async function record(phase: Asking, command: string | undefined): Promise<void> {
  if (command === undefined)
    await decide(phase, { kind: "untested", text: "go on without tests; the engine runs none for this feature" });
  else await decide(phase, { kind: "tests", text: `the engine tests this feature with: ${command}`, command });
}

function stop(phase: Parts<"mode" | "run" | "steps">): Promise<void> {
  return stopFor(phase, {
    name: phase.steps.next(0, "tests-yolo"),
    reason: "not-approved",
    text: "YOLO MODE STOPPED: nothing would be tested, because no test command is configured.",
    detail:
      'Set it in iflow.config.json: "checks": {"test": "…"}, or {"none": true} to go on without.\niflow init finds the commands of most projects.',
    fix: "iflow continue --yolo   (once it is set; without --yolo you are asked)",
  });
}

/** The run holds the settings it began with. What was set while it stood still is the person's answer. */
async function lookAtSettings(phase: Asking): Promise<void> {
  const { test, none } = await phase.run.step({
    name: phase.steps.next(0, "tests-settings"),
    input: null,
    work: async () => {
      const { checks, isWaiting } = await phase.ports.checks.settings();
      // without --yolo the person is asked next, and may name a command
      if (isWaiting && phase.mode.yolo) throw notConfirmed();
      return { test: checks.test ?? null, none: checks.none };
    },
  });
  if (test !== null) await record(phase, test);
  else if (none) await record(phase, undefined);
}

function notConfirmed(): IflowError {
  return new IflowError("needs-answer", `the checks in ${CONFIG_FILE} count once you have confirmed them`, {
    fix: `iflow trust, then: iflow continue   (or take them out of ${CONFIG_FILE})`,
  });
}
