// Handles changes that an agent made to git's own settings or hooks. The completion commit runs the user's hooks, so a
// person reviews the changes first: nothing an agent planted may run because iflow committed.

import { listNames } from "../../domain/text/list-names.ts";
import type { PhaseRun } from "./state/phase-run.ts";
import { askPerson } from "./wait-for.ts";

type Settings = Readonly<Record<string, string>>;

/** Names of the settings that differ, relative to `.git`. */
export function changedSettings(before: Settings, after: Settings): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]).sort();
}

export async function settleGitSettings(phase: PhaseRun): Promise<void> {
  const found = await phase.run.step({
    name: phase.steps.next(0, "git-settings"),
    input: null,
    work: async () => {
      const outcomes = await phase.ports.runs.outcomes(phase.feature.key);
      return outcomes
        .filter(({ run }) => run === phase.run.head.id)
        .flatMap(({ outcome }) => outcome.meddled.map((name) => ({ step: outcome.step, role: outcome.role, name })))
        .filter(({ name }) => name !== STASH);
    },
  });
  const open = found.filter(({ step }) => !phase.world.hasSettingsAccepted(step));
  if (open.length === 0) return;
  const [first] = open;
  await askPerson(phase, {
    name: `${first?.step}/git-settings`,
    topic: "git-settings",
    text: `${first?.role} changed git's own files: ${listNames([...new Set(open.map(({ name }) => `.git/${name}`))])}. The next commit runs your hooks.`,
    options: [{ value: "continue", label: "I have checked; continue", hint: "first undo anything you did not want" }],
  });
  phase.world.acceptSettingsOf(found.map(({ step }) => step));
}

/** Nothing runs because of a stash; the warning at the time of the change is enough. */
const STASH = "refs/stash";
