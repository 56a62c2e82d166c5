// The command that makes a feature of a PRD, and words as a shell takes them.
import type { PhaseEnd } from "../../app/phases/document/document-phase.ts";

export function promoteCommand({ facts }: PhaseEnd): string {
  return `iflow create-feature ${shellWord(String(facts?.idea))} --prd ${shellWord(String(facts?.prd))}`;
}

/** One shell word: plain words quoted the way people do, anything else in single quotes. */
export function shellWord(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  if (/^[\w./-]+$/.test(line)) return line;
  return /^[\w .,:;()/%+-]+$/.test(line) ? `"${line}"` : `'${line.replaceAll("'", `'\\''`)}'`;
}
