// What `iflow init` says and hands on at its end, whether a person was asked or not.
import { acceptedBy, type InitPlan } from "../../../../../app/setup/init.ts";
import type { TriedCheck } from "../../../../../app/setup/try-checks.ts";
import { hasNone, type RepositoryTrust } from "../../../../../domain/config/repository-trust.ts";
import { toDiagnostic } from "../../../../../domain/text/errors.ts";
import { fixLines } from "../../../screen/whole-commands.ts";
import { wrapWords } from "../../../screen/wrap-words.ts";
import type { CommandPlace } from "../../command-place.ts";

export interface Begun {
  readonly plan: InitPlan;
  /** What counted of the file before. */
  readonly was: RepositoryTrust;
}

/** A file that is not committed is no part of a merge, and the first feature would stop there. */
export function writtenWords({ file, example }: Named, isTested: boolean): string[] {
  return [
    isTested ? "Agents may run the commands in `checks`, exactly as written." : untestedWords({ file, example }),
    `Commit it:  git add ${file} && git commit -m iflow`,
  ];
}

export function untestedWords({ file, example }: Named): string {
  return `Nothing will be tested yet. Add your test command to ${file}: "checks": {"test": "${example}"}`;
}

type Named = Pick<InitPlan, "file" | "example">;

/** `first`: what a run would only end with. */
export function closingLines(words: readonly string[], columns: number, first?: string): string[] {
  const next = first === undefined ? 'iflow run "what you want"' : `${first}, then: iflow run "what you want"`;
  return [...words.flatMap((line) => wrapWords(line, columns)), ...fixLines(next, columns, "Next: ")];
}

/** What the person accepted they need not confirm again; a line when that does not hold for the whole file. */
export async function confirmAccepted(
  { wiring, ports }: CommandPlace,
  { plan, was }: Begun,
  text: string,
): Promise<string[]> {
  const values = acceptedBy(plan, was, text);
  if (values === undefined) return ["It also has settings that you have not confirmed: iflow trust"];
  if (hasNone(values)) return [];
  try {
    await wiring.confirmTrust(ports.repository, values);
    return [];
  } catch (error) {
    const { message, fix } = toDiagnostic(error);
    return [`${message}; ${fix}`];
  }
}

export function triedData({ name, command, passed, end, unseen }: TriedCheck): object {
  return { name, command, passed, end, unseen };
}

export function dataOf(
  { file, before, checks, ci }: InitPlan,
  end: { readonly written: boolean; readonly text: string | null },
): object {
  return { file, exists: before !== undefined, checks, ci, ...end };
}

export function indented(text: string): string {
  return text.trimEnd().replaceAll(/^/gm, "  ");
}
