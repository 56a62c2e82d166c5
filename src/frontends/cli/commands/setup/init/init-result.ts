// What `iflow init` says and hands on at its end, whether a person was asked or not.
import { acceptedBy, type InitPlan } from "../../../../../app/setup/init.ts";
import type { TriedCheck } from "../../../../../app/setup/try-checks.ts";
import { hasNone, type RepositoryTrust } from "../../../../../domain/config/repository-trust.ts";
import { toDiagnostic } from "../../../../../domain/text/errors.ts";
import type { FoundRuntime } from "../../../../../ports/agents/agent-runtime.ts";
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

interface Missing {
  readonly words: readonly string[];
  /** What a run would only end with. */
  readonly first: string | undefined;
}

/** `agent`: the one that the settings name, if they name one. */
export function stillMissing(agent: string | undefined, found: readonly FoundRuntime[], hasIdentity: boolean): Missing {
  const noAgent = agentMissing(agent, found);
  const words = [...noAgent, ...(hasIdentity ? [] : [NO_IDENTITY])];
  if (noAgent.length > 0) return { words, first: "iflow doctor   (an agent is missing)" };
  return { words, first: hasIdentity ? undefined : "iflow doctor   (git does not know who you are)" };
}

const NO_IDENTITY =
  "git does not know who you are yet: git config --global user.name NAME and git config --global user.email ADDRESS";

function agentMissing(agent: string | undefined, found: readonly FoundRuntime[]): string[] {
  const named = found.find(({ name }) => name === agent);
  if (named !== undefined && named.state !== "ready")
    return [`${named.name} is not ready yet: ${named.detail}.${named.fix === undefined ? "" : ` Fix: ${named.fix}`}`];
  if (agent === undefined && !found.some(({ state }) => state === "ready"))
    return ["No agent is ready yet: iflow doctor says how to get one."];
  return [];
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
