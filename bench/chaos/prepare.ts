// The story once, undisturbed: a copy of the repository at the beginning of each phase, how each phase ends, and what it
// does on the way. Points start from the copies and are compared with the ends.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { REPOSITORY } from "../../examples/demo/repository.ts";
import { type EndState, endStateOf } from "./end-state.ts";
import { leftoversOf } from "./leftovers.ts";
import { commandOf, markedScript, PHASES, type PhaseName, type Typed, usualCommand } from "./phases.ts";
import { copyPlace, iflow, type Place, placeIn, placeName, readLog } from "./place.ts";
import type { Extent } from "./points.ts";

export interface Prepared extends Extent {
  /** The copy at the beginning of the phase. */
  readonly folder: string;
  readonly script: string;
  readonly end: EndState;
  /** The lines of its log, and when each came, in milliseconds since the command was started. */
  readonly log: readonly string[];
  readonly typed: Typed;
}

const CONFIG_FILE = "iflow.config.json";

/** Phases up to the last one that is wanted; `typed` is what begins those after the first two. */
export async function prepare(
  work: string,
  wanted: readonly PhaseName[],
  typed: Typed | undefined,
  tell: (line: string) => void,
): Promise<Map<PhaseName, Prepared>> {
  const script = join(work, "script.json");
  writeFileSync(script, markedScript());
  const prepared = new Map<PhaseName, Prepared>();
  const place = await firstPlace(join(work, placeName(0)));
  const last = Math.max(...wanted.map((phase) => PHASES.indexOf(phase)));
  for (const [index, phase] of PHASES.slice(0, last + 1).entries()) {
    const folder = join(work, `begin-${phase}`);
    copyPlace(place.folder, folder);
    const command = typed === "run" ? typed : usualCommand(phase);
    const facts = await playUndisturbed(place, phase, commandOf(phase, command, script));
    tell(`prepared ${index + 1} of ${last + 1}: ${phase}, ${facts.gitCalls} calls of git, ${facts.writes} writes`);
    if (wanted.includes(phase)) prepared.set(phase, { folder, script, typed: command, ...facts });
  }
  return prepared;
}

async function firstPlace(folder: string): Promise<Place> {
  const place = placeIn(folder);
  const { [CONFIG_FILE]: settings = "{}", ...files } = REPOSITORY;
  for (const [path, content] of Object.entries(files)) write(join(place.repo, path), content);
  // the same settings as the user's own, so that no question about the repository's belongs to the story
  write(join(place.env.XDG_CONFIG_HOME ?? "", "iflow", "config.json"), settings);
  place.git("init", "--quiet", "--initial-branch", "main");
  place.git("config", "user.name", "iflow chaos");
  place.git("config", "user.email", "chaos@iflow.invalid");
  place.git("add", "--", ...Object.keys(files));
  place.git("commit", "--quiet", "--message", "A small login service");
  return place;
}

async function playUndisturbed(place: Place, phase: PhaseName, command: readonly string[]) {
  rmSync(place.log, { force: true });
  const ended = await iflow(place, command);
  if (ended.code !== 0)
    throw new Error(`undisturbed, ${phase} ended with ${ended.code ?? ended.signal}:\n${ended.said}`);
  const left = leftoversOf(place);
  if (left.length > 0) throw new Error(`undisturbed, ${phase} left ${left.join(", ")}`);
  const log = readLog(place);
  const count = (word: string) => log.filter((line) => line.startsWith(`${word} `)).length;
  return { end: endStateOf(place), log, gitCalls: count("git"), writes: count("begin") };
}

function write(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
