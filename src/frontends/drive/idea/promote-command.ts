// The command that makes a feature of a PRD.
import type { PhaseEnd } from "../../../app/phases/document/document-phase.ts";
import { shellWord } from "../../../domain/text/shell-word.ts";

export function promoteCommand({ facts }: PhaseEnd): string {
  return `iflow create-feature ${shellWord(String(facts?.idea))} --prd ${shellWord(String(facts?.prd))}`;
}
