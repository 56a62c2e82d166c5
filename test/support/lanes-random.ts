// Random task lists for lanes, with agents that keep to what their task declares and some that lie about it. What they write
// shows the order: every task adds a line of its own to each file that it changes. Some also remove or move a file of their own,
// or turn a folder into a file or a link.
import { randomNumbers } from "../../bench/chaos/points.ts";
import type { Roles } from "./iflow.ts";
import { type LaneTask, reportOf } from "./lanes-story.ts";

export interface RandomList {
  readonly lanes: number;
  readonly tasks: readonly LaneTask[];
  readonly roles: Roles;
  /** What is there before the first task. */
  readonly files: Readonly<Record<string, string>>;
  /** What one task after the other would leave. */
  readonly serial: Readonly<Record<string, string>>;
  /** Some change what they did not declare. */
  readonly hasLiars: boolean;
}

/** Enough for a task that is done again, killed and done again. */
const TURNS = 8;

export function randomList(seed: number, { slowest = 300 } = {}): RandomList {
  const numbers = randomNumbers(seed);
  const turns = randomNumbers(90_000 + seed);
  const below = (limit: number) => Math.floor(numbers() * limit);
  const one = <T>(items: readonly T[]) => items[below(items.length)] as T;
  const size = 3 + below(3);
  const fileOf = (index: number) => `src/${index}.txt`;
  /** Nobody declares the last one. */
  const anyFile = () => fileOf(1 + below(size + 1));
  const lies = below(5) > 0;
  const tasks: LaneTask[] = [];
  const roles: Record<string, Roles[string]> = {};
  const files: Record<string, string> = {};
  const serial: Record<string, string> = {};
  let hasLiars = false;
  for (let index = 1; index <= size; index++) {
    const number = `1.${index}`;
    const declared = below(5) === 0 ? [fileOf(index), fileOf(1 + below(size))] : [fileOf(index)];
    const changed = new Set(declared);
    if (lies && below(3) > 0) changed.add(below(2) === 0 ? fileOf(size + 1) : anyFile());
    hasLiars ||= changed.size > new Set(declared).size;
    const turn = turnOf(index, Math.floor(turns() * 8));
    Object.assign(files, turn.before);
    Object.assign(serial, turn.after);
    const own = Object.keys({ ...turn.before, ...turn.after });
    const earlier = tasks.map((task) => task.number);
    tasks.push({
      number,
      ...(below(20) > 0 && { after: below(4) === 0 && earlier.length > 0 ? [one(earlier)] : [] }),
      ...(below(20) > 0 && { files: [...declared, ...own] }),
    });
    const lines = [...changed].map(
      (path) => `mkdir -p src; grep -qsx "task ${number}" ${path} || echo "task ${number}" >> ${path}`,
    );
    const run = [...lines, ...turn.run];
    const delayMs = below(2) * slowest;
    roles[`implementer-${number}`] = Array.from({ length: TURNS }, () => ({
      ...{ run, delayMs, reply: reportOf([...changed, ...own]) },
    }));
    for (const path of changed) serial[path] = `${serial[path] ?? ""}task ${number}\n`;
  }
  return { lanes: 2 + below(2), tasks, roles, files, serial, hasLiars };
}

interface OwnTurn {
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
  /** The same however often it is run. */
  readonly run: readonly string[];
}

/** What else a task does, with paths that are no other task's. */
function turnOf(index: number, kind: number): OwnTurn {
  const kept = `of task ${index}\n`;
  const [file, other, folder] = [`src/own-${index}.txt`, `src/moved-${index}.txt`, `src/folder-${index}`];
  if (kind === 0) return { before: { [file]: kept }, after: {}, run: [`rm -f ${file}`] };
  if (kind === 1)
    return { before: { [file]: kept }, after: { [other]: kept }, run: [`[ -e ${other} ] || mv ${file} ${other}`] };
  const before = { [`${folder}/deep/keep.txt`]: kept };
  const away = `rm -rf ${folder}`;
  if (kind === 2) return { before, after: { [folder]: "a file\n" }, run: [`${away}; echo "a file" > ${folder}`] };
  if (kind === 3) return { before, after: { [folder]: "elsewhere\n" }, run: [`${away}; ln -s elsewhere ${folder}`] };
  return { before: {}, after: {}, run: [] };
}
