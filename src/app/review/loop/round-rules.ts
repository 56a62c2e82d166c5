// What reviewers are told about the rules of their loop: what was ruled, how to go on in a dispute, the contract. Nothing of
// it is said before there is a reason to.
import { CONTRACT_LINE } from "../../../domain/review/register/contract.ts";
import type { Register } from "../../../domain/review/register/issue-register.ts";
import { DISPUTE_LINE, printRuled } from "../../../domain/review/register/register-text.ts";
import { hasRulings } from "../../../domain/run/run-format.ts";
import type { Parts } from "../../work/state/phase-run.ts";

export function roundRules(phase: Parts<"ownsBranch" | "register" | "run">, round: number, open: Register): string[] {
  const { head } = phase.run;
  if (!hasRulings(head)) return [];
  return [
    ...ruledText(phase),
    ...(open.some(({ answer }) => answer?.startsWith("not changed:")) ? [DISPUTE_LINE] : []),
    // without commits of its own there is nothing to compare, and the contract does nothing: changed-since.ts
    ...(head.config.review.convergence === "contract" && phase.ownsBranch && round > 1 ? [CONTRACT_LINE] : []),
  ];
}

/** Also for eyes that have seen nothing else of the loop. */
export function ruledText({ register }: Parts<"register">): string[] {
  const ruled = register.all.filter(({ end, severity }) => end === "ruled" && severity !== "suggestion");
  if (ruled.length === 0) return [];
  return [
    `## Ruled\nThese are settled; they are dropped if you raise them again.\n${ruled.map(printRuled).join("\n")}`,
  ];
}
