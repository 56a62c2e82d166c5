// Nobody is there to be asked, and a reviewer and the author cannot settle it: somebody who knows neither of them rules. Shown
// are the work, the issue and both sides, and nothing else.
import { adjudicationPrompt } from "../../../domain/prompts/adjudication-prompt.ts";
import type { Ruling } from "../../../domain/review/register/disputes.ts";
import type { Register } from "../../../domain/review/register/issue-register.ts";
import type { Work } from "../../../domain/review/register/named-place.ts";
import type { RolePrompt } from "../../../domain/roles/role-prompt.ts";
import { askRole } from "../../dispatch/ask-role.ts";
import { readKeptJson } from "../../work/given/kept-json.ts";
import type { PhaseRun } from "../../work/state/phase-run.ts";
import { warnOf } from "../../work/tell-once.ts";

/** One ruling for each issue; undefined where the adjudicator failed or left one out: then nothing is ruled. */
export async function adjudicate(
  phase: PhaseRun,
  round: number,
  work: Work,
  disputes: Register,
): Promise<readonly Ruling[] | undefined> {
  const copy = `prompts/${phase.steps.place(round, "adjudicator-context").replaceAll("/", "-")}.json`;
  await phase.run.step({
    name: phase.steps.next(round, "adjudicator-context"),
    input: disputes.map(({ id }) => id),
    work: async () => {
      await phase.run.folder.write(copy, JSON.stringify(await phase.ports.prompts.of("adjudicator")));
      return null;
    },
  });
  const rolePrompt = await readKeptJson<RolePrompt>(phase, copy);
  const answer = await askRole(phase, {
    role: "adjudicator",
    segment: `adjudicator@${round}`,
    activity: "rule",
    about: disputes.map(({ id }) => id).join(", "),
    prompt: () => adjudicationPrompt(rolePrompt, work, disputes),
    requiredChars: 0,
    writes: [],
  });
  if (answer.status === "failed") {
    await warnOf(phase, "adjudicator", answer.problem);
    return undefined;
  }
  const rulings = disputes.flatMap(({ id }): Ruling[] => {
    const said = answer.value.rulings.filter((one) => one.id.trim().toUpperCase() === id);
    const [first] = said;
    const isClear = first !== undefined && said.every(({ ruling }) => ruling === first.ruling);
    return isClear ? [{ id, kind: first.ruling, by: "adjudicator", why: first.why }] : [];
  });
  if (rulings.length === disputes.length) return rulings;
  await warnOf(phase, "adjudicator", "it did not rule on every issue");
  return undefined;
}
