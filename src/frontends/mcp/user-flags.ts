// What only the user may say, and not the model: that nothing needs to be asked, that a completed phase runs again.
// Where hooks see what the user types, such a word counts for the command it was typed after and for the run that
// resulted; elsewhere it is the client's own word, which the history marks (app/dispatch/host-markers.ts).

import { knownKeys } from "../../app/feature/features.ts";
import { isFeatureKey } from "../../domain/feature/feature-key.ts";
import { findFeature } from "../../domain/feature/feature-name.ts";
import { commandOf, type Phase } from "../../domain/feature/phase.ts";
import type { Proof } from "../../domain/run/questions/question.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { Ports } from "../../ports/ports.ts";
import type { DrivePlace } from "../drive/context.ts";
import { openRuns } from "../drive/continue-chain.ts";
import { meantFeature } from "../drive/run-phase.ts";

export interface Start {
  readonly phase: Phase | "run";
  readonly feature?: string | undefined;
  readonly idea?: string | undefined;
  readonly yolo?: boolean | undefined;
  readonly rerun?: boolean | undefined;
  readonly from?: string | undefined;
  readonly max_dispatches?: number | undefined;
}

type Place = Pick<DrivePlace, "ports" | "config">;

export async function requireUsersWord(place: Place, proof: Proof, start: Start): Promise<void> {
  const { feature, yolo, rerun } = start;
  const flags = [...(yolo ? ["--yolo"] : []), ...(rerun ? ["--rerun"] : [])];
  if (flags.length === 0) return;
  await (proof === "hook" ? requireTyped(place, start, flags) : requireFromBeginning(place.ports, feature, flags));
}

async function requireTyped(place: Place, start: Start, flags: readonly string[]): Promise<void> {
  const typed = await place.ports.hostDesk.typedCommand();
  const [command, ...words] = typed?.text.split(/\s+/) ?? [];
  const name = start.phase === "run" ? start.phase : commandOf(start.phase);
  for (const flag of flags) {
    const isTyped = command === `/iflow:${name}` && words.includes(flag);
    const missing = isTyped ? await otherPurpose(place, start, words, typed?.run) : "they did not";
    if (missing === undefined) continue;
    throw new IflowError("needs-answer", `only the user may give ${flag}, and ${missing}`, {
      fix: `leave out \`${flag.slice(2)}\`, or let the user type: /iflow:${name} ${flag}`,
    });
  }
}

/** What the typed words were for, if that is not what is to be started now. */
async function otherPurpose(
  { ports, config }: Place,
  { phase, feature, idea }: Start,
  words: readonly string[],
  run: string | undefined,
): Promise<string | undefined> {
  const used = run === undefined ? undefined : (await ports.runs.open()).find(({ head }) => head.id === run)?.head;
  if (run !== undefined && !used) return "what they typed was for a run that has ended";
  if (phase === "run" || phase === "brainstorm")
    return used && used.idea !== idea?.trim() ? `what they typed was for ${used.feature}` : undefined;
  const named = used?.feature ?? (await namedIn({ ports, config }, words));
  if (named === undefined) return undefined;
  const meant = (await meantFeature({ ports, config }, phase, feature)).feature.key;
  return meant === named ? undefined : `what they typed was for ${named}`;
}

/** The feature among what was typed behind a command, by any of its names. */
async function namedIn({ ports, config }: Place, words: readonly string[]): Promise<string | undefined> {
  const keys = await knownKeys(ports, config.artifactsRoot);
  for (const [index, word] of words.entries()) {
    const named = word.startsWith("--") || words[index - 1] === "--from" ? undefined : findFeature(keys, word);
    if (named?.type === "found") return named.key;
    if (named?.type === "several" || (named && isFeatureKey(word))) return word; // which is none of them
  }
  return undefined;
}

/** A flag that only the client gave must be in the head of the run, so that the history can report it. */
async function requireFromBeginning(
  ports: Ports,
  feature: string | undefined,
  flags: readonly string[],
): Promise<void> {
  const [open] = await openRuns(ports, feature);
  if (!open || open.yolo || !flags.includes("--yolo")) return;
  throw new IflowError("needs-answer", `${open.head.phase} of ${open.head.feature} was started without --yolo`, {
    fix: "leave out `yolo`: the user answers its questions",
  });
}
