// The person accepted that the code differs from the spec, so the tests that show it are removed. A fixer does it; the
// engine looks whether they are gone and whether the suite is green. What is not so is asked about, never assumed.
import { holdsTest, parseNamedTest } from "../../../../domain/review/named-test.ts";
import type { RoleIssue } from "../../../../domain/review/review-loop.ts";
import { IflowError } from "../../../../domain/text/errors.ts";
import { listNames } from "../../../../domain/text/list-names.ts";
import { decide } from "../../../work/decide.ts";
import type { Parts, PhaseRun } from "../../../work/state/phase-run.ts";
import { askPerson } from "../../../work/wait-for.ts";
import { commitForeignEdits } from "../code/code-world.ts";
import type { Implementation } from "../code/implementation.ts";
import { fixOptionally } from "../fix-issues.ts";
import type { Divergence } from "./ask-divergences.ts";
import { isGreen, testFacts } from "./test-facts.ts";

const UNREADABLE = "\0";

export async function dropTests(phase: PhaseRun, code: Implementation, found: readonly Divergence[]): Promise<void> {
  let facts: readonly string[] = [];
  for (let attempt = 1; ; attempt++) {
    const left = attempt === 1 ? found : await stillThere(phase, code, found);
    await fixOptionally(phase, code, {
      ...{ round: 0, issues: left.length > 0 ? left.map(toIssue) : [RED], facts, fixes: [] },
      message: "iflow: implement accepted divergences",
    });
    for (;;) {
      const remaining = await stillThere(phase, code, found);
      facts = await testFacts(phase, 0, "after the tests of accepted divergences were removed");
      if (remaining.length === 0 && isGreen(facts)) return;
      const answer = await ask(phase, remaining, attempt);
      if (answer === "look") {
        await commitForeignEdits(phase, code, 0);
        continue;
      }
      if (answer === "retry") break;
      await goOnWith(phase, code, remaining);
      return;
    }
  }
}

/** The person's word is kept; what they left in place is told to the reviewers, and is no approval as long as it stands. */
async function goOnWith(phase: PhaseRun, code: Implementation, left: readonly Divergence[]): Promise<void> {
  const tests = left.map(({ failing_test }) => failing_test);
  const text = left.length === 0 ? "go on although tests are red" : "go on although these tests are still there:";
  await decide(phase, { kind: "ruling", text, about: tests });
  const raised = phase.register.raise({ loop: "review", round: 0 }, left.map(leftOver));
  code.leaveTests(tests.map((test, index) => ({ test, issue: raised[index]?.id ?? "" })));
}

/** Ids of the issues about tests that the person left in place and that still stand. */
export async function leftInPlace(phase: PhaseRun, code: Implementation): Promise<string[]> {
  if (code.leftTests.length === 0) return [];
  const tests = code.leftTests.map(({ test }) => test);
  const there = await findTests(phase, code, tests);
  return code.leftTests.flatMap(({ test, issue }) => (there.includes(test) ? issue : []));
}

/** Those of the tests that are still in the working tree. */
async function stillThere(
  phase: Parts<"ports" | "run" | "steps">,
  code: Implementation,
  found: readonly Divergence[],
): Promise<Divergence[]> {
  const tests = found.map(({ failing_test }) => failing_test);
  const left = await findTests(phase, code, tests);
  return found.filter(({ failing_test }) => left.includes(failing_test));
}

function findTests(phase: Parts<"ports" | "run" | "steps">, code: Implementation, tests: string[]): Promise<string[]> {
  return phase.run.step({
    name: phase.steps.next(0, "dropped-tests"),
    input: tests,
    work: async () => {
      const isThere = async (test: string) => {
        const named = parseNamedTest(test.replaceAll(`${phase.ports.repository.root}/`, ""));
        const texts = await Promise.all(
          (named.path ? [named.path] : code.files).map((path) => readIfAllowed(phase, path)),
        );
        return texts.some((text) => text === UNREADABLE || holdsTest(text, named));
      };
      const there = await Promise.all(tests.map(isThere));
      return tests.filter((_, index) => there[index]);
    },
  });
}

/** A path that may not be read holds whatever somebody fears: the person is asked. */
async function readIfAllowed(phase: Parts<"ports">, path: string): Promise<string | undefined> {
  try {
    return await phase.ports.tree.read(path);
  } catch (error) {
    if (error instanceof IflowError) return UNREADABLE;
    throw error;
  }
}

function ask(phase: Parts<"run" | "steps">, left: readonly Divergence[], attempt: number): Promise<string> {
  const text =
    left.length === 0
      ? "The accepted tests are gone, but the project's tests are red."
      : `Still there, although you accepted the code: ${listNames(left.map(({ failing_test }) => failing_test))}.`;
  return askPerson(phase, {
    name: phase.steps.next(0, `accepted-tests-${attempt}`),
    topic: "accepted-tests",
    text,
    options: [
      { value: "retry", label: "Let the fixer try again", hint: "with what is left and what the tests say" },
      { value: "look", label: "I have repaired it", hint: "the engine looks again" },
      { value: "continue", label: "Go on", hint: "the reviewers are told what is left and that tests are red" },
    ],
    default: "retry",
  });
}

function toIssue({ failing_test, spec_criterion }: Divergence): RoleIssue {
  return {
    severity: "blocker",
    description: `Delete the test ${failing_test}: the person accepted that the code differs from ${spec_criterion}. Change nothing else.`,
    location: failing_test,
    reviewer: "user",
  };
}

const RED: RoleIssue = {
  severity: "blocker",
  description: "The project's tests are red after the tests of accepted divergences were removed: make them green.",
  reviewer: "engine",
};

function leftOver({ failing_test, spec_criterion }: Divergence): RoleIssue {
  return {
    severity: "blocker",
    description: `The test ${failing_test} is still there, although the person accepted that the code differs from ${spec_criterion}.`,
    location: failing_test,
    reviewer: "engine",
  };
}
