// The phase as who works in a lane sees it: the doors of the lane's work tree, a branch of its own, agents that work there.
import { IflowError } from "../../../../domain/text/errors.ts";
import { listNames } from "../../../../domain/text/list-names.ts";
import type { PhasePorts } from "../../../../ports/ports.ts";
import type { Setup } from "../../../review/set-up-phase.ts";
import { enterBranch, laneTree } from "../../../trees/lane-tree.ts";
import { setUpLane } from "../../../trees/set-up.ts";
import { ExpectedWorld, type World } from "../../../work/state/expected-world.ts";
import type { PhaseRun } from "../../../work/state/phase-run.ts";
import { Sessions } from "../../../work/state/sessions.ts";
import { look } from "../../../work/world.ts";
import type { Implementation } from "../code/implementation.ts";
import type { LaneWork } from "./lane-work.ts";

export interface Place extends Pick<LaneWork, "lane" | "head"> {
  readonly branch: string;
  /** The last step of the work: once it is recorded, the tree is needed no more and may be gone. */
  readonly over: string;
  /** Nothing is run there, so `worktree.setup` is not needed. */
  readonly isForReading?: boolean;
}

/** `phase`: that of the feature, with the run and the names of the task's branch. */
export async function openLane(phase: PhaseRun, given: Place): Promise<PhaseRun> {
  const { lane, head, branch, over } = given;
  const feature = { ...phase.feature, branch };
  const config = phase.run.head.config;
  const place = { key: phase.feature.key, number: lane, root: config.worktree.root, branch, head };
  let ports: PhasePorts | undefined;
  const enter = async (signal: AbortSignal) => {
    const tree = await laneTree(phase.ports, { ...place, from: phase.feature.branch });
    const there = await agentsIn(phase, tree.path);
    await enterBranch(there, place);
    if (!given.isForReading) await setUpLane(there, there.setUp ?? config, tree, signal);
    ports = there;
    return ports;
  };
  const seen = await phase.run.step<{ readonly [Key in keyof World]: World[Key] }>({
    name: phase.steps.next(0, "lane"),
    input: [lane, head],
    work: async ({ signal }) => ({ ...(await look({ ...phase, feature, ports: await enter(signal) })) }),
  });
  if (!ports && !phase.run.isRecorded(over)) await enter(phase.run.signal);
  return {
    ...phase,
    feature,
    ports: ports ?? phase.ports,
    world: new ExpectedWorld(seen),
    sessions: new Sessions(),
  };
}

/** Lessons are chosen once for each subject: whose they are must not follow from who is faster. */
export function ownSetup({ setup }: Pick<Implementation, "setup">): Setup {
  return { ...setup, lessons: new Map(setup.lessons) };
}

interface Ended {
  readonly over: string;
  /** Where the work began, and where it ended. */
  readonly base: string;
  readonly head: string;
  readonly branch: string;
  /** `task 1.2` */
  readonly what: string;
}

/**
 * What is left uncommitted is kept on the branch, after the work that is joined: the next task must not find it. The files
 * that the work changed are returned.
 */
export function endWork(phase: PhaseRun, { over, base, head, branch, what }: Ended): Promise<string[]> {
  return phase.run.step({
    name: over,
    input: head,
    work: async () => {
      const { commits, emit, snapshots } = phase.ports;
      const left = (await snapshots.changed(head, (await snapshots.take()).tree)).map(({ path }) => path);
      if (left.length > 0) {
        const message = `iflow: ${what}, left out`;
        await commits.commitFiles({ branch, paths: left, message, step: over, since: head });
        emit({ type: "warned", text: `${what}: left out, and kept on ${branch}: ${listNames(left)}` });
      }
      return head === base ? [] : (await snapshots.changed(base, head)).map(({ path }) => path);
    },
  });
}

async function agentsIn({ ports }: PhaseRun, root: string): Promise<PhasePorts> {
  const there = await ports.inTree?.(root);
  if (there && !there.agent.host) {
    return {
      ...there,
      // what a lane commits is told once it is joined
      emit: (event) => event.type !== "commit-made" && ports.emit(event),
    };
  }
  throw new IflowError("blocked", "this run works on several tasks at a time, and agents of a host cannot", {
    fix: "iflow continue --runtime claude   (or another one of your own)",
  });
}
