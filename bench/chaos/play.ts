// One play: a copy of the beginning, the command with its kill, the same command again until it ends, and a comparison. A
// play may have several points of one phase: then the command that is typed again is ended, too.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { differences, endStateOf, questionsCaused } from "./end-state.ts";
import type { GitMoment } from "./git-shim.ts";
import { killAtShare } from "./kill-process.ts";
import { endProcessesIn, leftoversOf, processesIn } from "./leftovers.ts";
import { paidAgain } from "./paid-again.ts";
import { commandOf, type Typed } from "./phases.ts";
import { copyPlace, type Ended, type Inject, iflow, type Place, placeName, readLog } from "./place.ts";
import { type Play, type Point, printPlay } from "./points.ts";
import type { Prepared } from "./prepare.ts";

export interface Result {
  /** Several are joined by a plus. */
  readonly point: string;
  /** How many of its moments came; none when the command ended before. */
  readonly hits: number;
  /** The call or the change it was: `git commit …`, `rename …/journal.jsonl`; the last one before a kill at a time. */
  readonly at: string;
  /** How each command ended: `SIGKILL`, `0`. */
  readonly ends: readonly string[];
  readonly differences: readonly string[];
  readonly paidAgain: readonly string[];
  readonly questions: readonly string[];
  readonly leftovers: readonly string[];
  /** The end of what the last command said, if something is not as it should be. */
  readonly said?: string;
}

/** Commands after those that are ended on purpose. */
const MOST_MORE = 3;
const EXIT_WAITING = 4;

export async function playPoint(
  work: string,
  number: number,
  points: Play,
  prepared: Prepared,
  again: Typed | undefined,
): Promise<Result> {
  const place = copyPlace(prepared.folder, join(work, placeName(number)));
  try {
    return await play(place, points, prepared, again ?? prepared.typed);
  } finally {
    endProcessesIn(place.folder);
    rmSync(place.folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function play(place: Place, points: Play, prepared: Prepared, again: Typed): Promise<Result> {
  const command = (typed: Typed) => commandOf(points[0].phase, typed, prepared.script);
  const ended: Ended[] = [];
  let at = "";
  let hits = 0;
  for (const point of points) {
    const before = readLog(place).length;
    if (ended.length > 0) await gitIsDone(place);
    const end = await iflow(
      place,
      command(ended.length > 0 ? again : prepared.typed),
      injectOf(place, point, prepared),
    );
    ended.push(end);
    const own = readLog(place).slice(before);
    if (end.signal !== "SIGKILL" && !own.some((line) => line.startsWith("failed "))) break; // it ended before
    at ||= describeMoment(place, point);
    hits += 1;
  }
  const most = points.length + MOST_MORE;
  while (hits > 0 && ended.length < most && (ended.length === hits || isWorthAnother(ended.at(-1)))) {
    await gitIsDone(place);
    ended.push(await iflow(place, command(again)));
  }
  const state = endStateOf(place);
  const last = ended.at(-1);
  const asked = last?.code === EXIT_WAITING ? ["a question without an answer"] : [];
  const facts = {
    differences: [...differences(prepared.end, state), ...(isBug(last) ? ["said: this is a bug"] : [])],
    paidAgain: paidAgain(readLog(place)),
    questions: [...questionsCaused(prepared.end, state), ...asked],
    leftovers: await leftIn(place),
  };
  const result = {
    point: printPlay(points),
    ...{ hits, at },
    ends: ended.map(({ code, signal }) => String(signal ?? code)),
    ...facts,
  };
  return isIdeal(result) ? result : { ...result, said: (last?.said ?? "").slice(-1500) };
}

export function isIdeal({ differences, paidAgain, questions, leftovers }: Omit<Result, "said">): boolean {
  return [differences, paidAgain, questions, leftovers].every(({ length }) => length === 0);
}

function injectOf(place: Place, { injector, at, when }: Point, prepared: Prepared): Inject {
  if (injector === "git") return { git: { call: at, when: when as GitMoment } };
  if (injector === "write") return { write: `${at} ${when}` };
  return { watch: (pid) => killAtShare(place, prepared.log, at, when === "group" ? -pid : pid) };
}

function describeMoment(place: Place, { injector, at }: Point): string {
  const log = readLog(place);
  const own = log.find((line) => line.startsWith(`${injector === "git" ? "git" : "begin"} ${at} `));
  const line = injector === "process" ? log.findLast((one) => /^(?:git|begin) /.test(one)) : own;
  const words =
    line?.replaceAll(`${place.folder}/`, "").replace(" --literal-pathspecs -c core.quotePath=false", "") ?? "";
  return words
    .replace(/^begin \d+ /, "")
    .replace(/^git \d+/, "git")
    .slice(0, LONGEST_MOMENT);
}

const LONGEST_MOMENT = 160;

/** A refusal with a fix is an answer: typing the same again would only be refused again. */
function isWorthAnother(ended: Ended | undefined): boolean {
  return ended?.code !== 0 && ended?.code !== EXIT_WAITING && ended?.code !== EXIT_USAGE;
}

const EXIT_USAGE = 2;

const isBug = (ended: Ended | undefined): boolean => ended?.said.includes("This is a bug") ?? false;

/** What ends an orphaned check gives it five seconds to end by itself, so a process only counts after that. */
async function leftIn(place: Place): Promise<string[]> {
  for (let waited = 0; waited < 70 && processesIn(place.folder).length > 0; waited++) await sleep(100);
  return leftoversOf(place);
}

/** A person takes a moment to type; a git that outlived its iflow is done by then. */
async function gitIsDone(place: Place): Promise<void> {
  for (let waited = 0; waited < 100 && processesIn(place.folder).some(({ name }) => /^git\b/.test(name)); waited++)
    await sleep(20);
}
