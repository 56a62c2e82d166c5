// From one sentence to where the chain stops: first a brainstorm, unless it is left out; then the feature; then phase
// after phase. What was begun for the same idea and is not finished is continued instead.

import { settleCreations } from "../../../app/feature/create/settle-creations.ts";
import { requireStart } from "../../../app/feature/create/start-point.ts";
import type { IdeaWork } from "../../../app/feature/idea-work.ts";
import type { OnEnded } from "../../../app/run/run-chain.ts";
import { leftOutOf } from "../../../domain/feature/phase.ts";
import type { RunFlags } from "../../../domain/run/run.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import { shellWord } from "../../../domain/text/shell-word.ts";
import { pickRuntimes } from "../before/pick-runtime.ts";
import { withLimit } from "../before/require-limit.ts";
import { requireMover } from "../before/require-person.ts";
import { trustedPlace } from "../before/require-trust.ts";
import { type ChainEnd, runRest } from "../chain.ts";
import type { DrivePlace } from "../context.ts";
import { continueFrom, continueOn } from "../continue-chain.ts";
import { atHome } from "../place/at-home.ts";
import { chooseStart } from "../place/choose-start.ts";
import { goToBranch } from "../place/go-to-branch.ts";
import { inNewTree } from "../place/in-new-tree.ts";
import { type PhaseFlags, runFlags } from "../run-driver.ts";
import { chooseWork } from "./choose-work.ts";
import { brainstormed, featureFor } from "./feature-of-idea.ts";
import { continuePrd } from "./ready-prd.ts";
import { newBrainstorm } from "./run-brainstorm.ts";

/** Runs from the sentence to where the chain stops; `onEnded` is called for every run before the last. */
export async function runIdea(place: DrivePlace, idea: string, flags: PhaseFlags, onEnded: OnEnded): Promise<ChainEnd> {
  const kept = runFlags(flags, "chain");
  const withoutBrainstorm = leftOutOf(kept).includes("brainstorm");
  await requireMover(place);
  await place.ports.runs.tidy();
  await settleCreations(place.ports);
  const work = await chooseWork(place, idea, { ...flags, withoutBrainstorm });
  if (work && kept.depth !== undefined) place.person.say(`${work.key} goes on at the depth it began with.`);
  if (work) return continueWork(place, work, flags, onEnded);
  const begun = await trustedPlace(place);
  if (!withoutBrainstorm) return brainstormFirst(begun, idea, { kept, flags }, onEnded);
  const runtime = await pickRuntimes(begun, begun.config, flags); // before anything is created
  const { flags: limited, config } = await withLimit(begun, kept, runtime);
  const home = await placeFor({ ...begun, config }, idea, limited, flags);
  const feature = await featureFor(home, { idea, kept: limited, runtime });
  return { feature, last: await runRest(home, { feature, kept: limited, flags, runtime }, onEnded) };
}

/** What a limit or a flag has changed in the settings counts in the work tree too. */
async function placeFor(place: DrivePlace, idea: string, kept: RunFlags, flags: PhaseFlags): Promise<DrivePlace> {
  if (!flags.worktree) return place;
  const home = await inNewTree(place, idea, kept);
  const { budget } = place.config;
  return { ...home, config: { ...home.config, budget } };
}

async function continueWork(
  typedAt: DrivePlace,
  work: IdeaWork,
  flags: PhaseFlags,
  onEnded: OnEnded,
): Promise<ChainEnd> {
  const { key } = work;
  const place = await atHome(typedAt, key, flags);
  if (place !== typedAt) await settleCreations(place.ports);
  else if (flags.worktree) place.person.say(`${key} goes on in this tree, where it began.`);
  if (work.type === "brainstorm") return continueFrom(place, work.run, { ...flags, feature: key }, onEnded, "chain");
  if (flags.until === "brainstorm") {
    const done = work.type === "prd" ? work.ready.path : key;
    throw new IflowError("usage", `the brainstorm of this idea is done: ${done}`, {
      fix: `iflow run ${shellWord(work.idea)}   (continues from there)`,
    });
  }
  if (work.type === "prd") return continuePrd(place, work.ready, flags, onEnded);
  await goToBranch(place, work.known);
  return continueOn(place, { ...flags, feature: key }, onEnded);
}

interface Begun {
  readonly kept: RunFlags;
  readonly flags: PhaseFlags;
}

async function brainstormFirst(
  typedAt: DrivePlace,
  idea: string,
  { kept, flags }: Begun,
  onEnded: OnEnded,
): Promise<ChainEnd> {
  const place = await placeFor(typedAt, idea, kept, flags);
  const begun = kept.until === "brainstorm" ? kept : await withStart(place, kept);
  const brainstorm = await newBrainstorm(place, idea, flags, begun);
  const isOver = brainstorm.type === "waiting" || brainstorm.end.choice !== "continue" || kept.until === "brainstorm";
  if (isOver) return { feature: brainstorm.run.feature, last: brainstorm };
  await onEnded(brainstorm);
  const { runtime, flags: limited, config } = brainstorm.run; // what was asked for the brainstorm holds for the rest
  const held = { ...place, config };
  const feature = await featureFor(held, { idea, ...brainstormed(brainstorm.end), kept: limited, runtime });
  return { feature, last: await runRest(held, { feature, kept: limited, flags, before: brainstorm }, onEnded) };
}

/** What would keep the feature from being created is settled before a brainstorm is paid for. */
async function withStart(place: DrivePlace, kept: RunFlags): Promise<RunFlags> {
  const { ports, config } = place;
  const decided = { ...kept, ...(await chooseStart(place, kept)) };
  await requireStart(ports, config, decided.from);
  return decided;
}
