// The settings below `commits`: the messages of commits between two reviews.
import * as z from "zod";

const DEFAULT_COMMITS = {
  draft: "iflow: {phase} draft",
  byHand: "iflow: {phase} edited by hand",
  "specify.review": "iflow: specify review iteration {n}",
  "specify.handoff": "iflow: specify phase-review iteration {n}",
  "design.review": "iflow: design review iteration {n}",
  "design.handoff": "iflow: design handoff review iteration {n}",
  "create-plan.review": "iflow: plan review iteration {n}",
  "create-plan.handoff": "iflow: plan chain review iteration {n}",
  "create-tasks.review": "iflow: tasks review iteration {n}",
  "create-tasks.handoff": "iflow: tasks chain review iteration {n}",
  "implement.task": "iflow: implement task {n}",
  "implement.simplify": "iflow: implement simplification",
  "implement.tests": "iflow: implement tests",
  "implement.review": "iflow: implement review iteration {n} fixes",
};

/** Made once: every command pays for each schema that is made. */
const message = z.string().min(1);

export const commitSettings = z
  .strictObject(
    Object.fromEntries(
      Object.entries(DEFAULT_COMMITS).map(([key, text]) => [key, message.default(text).describe(commitMade(key))]),
    ) as {
      // the keys are those of DEFAULT_COMMITS; Object.fromEntries loses them
      [K in keyof typeof DEFAULT_COMMITS]: z.ZodDefault<z.ZodString>;
    },
  )
  .prefault({})
  .describe(
    'Deprecated: the messages are fixed names that other tools look for, and these keys will be removed in a later version. Messages of the commits between reviews, such as {"specify.review": "spec, round {n}"}; {phase} and {n}, the round or the task, are filled in',
  );

/** `design.review`: after a revision for a reviewer of design. */
function commitMade(key: string): string {
  const [phase = "", moment] = key.split(".");
  const moments: Readonly<Record<string, string>> = {
    draft: "The first text of a document",
    byHand: "A document that somebody else edited",
    review: `A revision for the reviewers of ${phase}`,
    handoff: `A revision for the last reviewer of ${phase}, who asks whether the next phase can begin`,
    task: "One task",
    simplify: "What the simplifier changed",
    tests: "Tests that were added",
  };
  return moments[moment ?? phase] ?? key;
}
