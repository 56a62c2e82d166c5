// Which tasks a task waits for, as people write it: `Task 1.1, 1.2`, `T6a–T6d`, `All Phase 2 tasks (gate)`, `none`. Ids
// are returned as the task list writes them; ids of no task are kept apart so that they can be reported. Prose is skipped.
import { countUp } from "../text/count-up.ts";

export interface Dependencies {
  /** Numbers of tasks in the list. */
  readonly known: readonly string[];
  /** Ids that look like task numbers but belong to no task. */
  readonly unknown: readonly string[];
}

/** Reads the dependencies of the task at `position` in a list with these numbers. */
export function dependencyReader(numbers: readonly string[]): (value: string, position: number) => Dependencies {
  const { positions, groups } = indexNumbers(numbers);

  return (value, position) => {
    const found = new Set<number>();
    const unknown = new Set<string>();
    for (const need of readNeeds(value)) {
      if (need.type === "task") {
        const places = placesOf(need.id);
        if (places.length === 0) unknown.add(need.id);
        addAll(found, places);
      } else if (need.type === "range") {
        const [[from], [to]] = [placesOf(need.from), placesOf(need.to)];
        if (from === undefined) unknown.add(need.from);
        if (to === undefined) unknown.add(need.to);
        if (from !== undefined && to !== undefined)
          addAll(found, countUp(from, Math.min(to + 1, from + LARGEST_GROUP)));
      } else if (need.type === "group") {
        addAll(
          found,
          placesOf(need.id).filter((place) => place < position),
        );
      } else addAll(found, countUp(Math.max(0, position - LARGEST_GROUP), position));
    }
    return { known: [...found].flatMap((place) => numbers[place] ?? []), unknown: [...unknown] };
  };

  /** The task with that number, or the tasks continuing it: `2` stands for `2.1` and `2.2`, `3` for `3a` and `3b`. */
  function placesOf(id: string): readonly number[] {
    const place = positions.get(keyOf(id));
    return place === undefined ? (groups.get(keyOf(id)) ?? []).slice(0, LARGEST_GROUP) : [place];
  }
}

/** Limits how many tasks one line of text can stand for; tasks are carried out in list order anyway. */
const LARGEST_GROUP = 200;

function indexNumbers(numbers: readonly string[]) {
  const positions = new Map<string, number>();
  const groups = new Map<string, number[]>();
  for (const [position, number] of numbers.entries()) {
    const key = keyOf(number);
    if (!positions.has(key)) positions.set(key, position);
    for (const { index } of key.matchAll(/\.|(?<=\d)(?=[a-z])/g)) {
      const prefix = key.slice(0, index);
      groups.set(prefix, groups.get(prefix) ?? []);
      groups.get(prefix)?.push(position);
    }
  }
  return { positions, groups };
}

/** `Task 1.1`, `T1.1` and `t-1.1` are the same number. */
export function keyOf(number: string): string {
  return number.toLowerCase().replace(/^t-?(?=\d)/, "");
}

type Need =
  | { readonly type: "task" | "group"; readonly id: string }
  | { readonly type: "range"; readonly from: string; readonly to: string }
  | { readonly type: "earlier" };

const LONGEST_VALUE = 4_000;
const ID = String.raw`(?:T-?)?\d+[A-Za-z]?(?:\.\d+[A-Za-z]?)*(?:\.[a-z]{2,12})?|[A-Z](?:[.-]?\d+[A-Za-z]?)+`;
const NONE = /^(?:none|nothing|no\b|n\/a|nil|[-—–]*$)/i;
const EARLIER =
  /^(?:all|every|everything)\b(?=$|.*\b(?:prior|previous|preceding|earlier|above|other|before)\b|\s+tasks?$)/i;
const GROUP =
  /^(?:all\s+)?(?:tasks?\s+(?:in|of|from)\s+)?(?:phase|stage|group|bundle)s?\s+([A-Z]?\d*[A-Za-z]?)(?:\s?[-–]\s?(\d+))?(?![\p{L}\p{N}_])/iu;
const ANY_OF = /^(?:all\s+)?(?:tasks?\s+)?(\d+[A-Za-z]?)\.[xX*](?:\s?[-–]\s?(\d+)\.[xX*])?/i;
const TASK = new RegExp(
  String.raw`^(?:all\s+|after\s+)?(tasks?\s+)?#?(${ID})(?:\s?(?:-|–|—|\.\.+|through|to)\s?(?:tasks?\s+)?(${ID}))?(?![\p{L}\p{N}_])\s*(.*)$`,
  "iu",
);

function readNeeds(value: string): Need[] {
  const [sentence = ""] = value
    .slice(0, LONGEST_VALUE)
    .replace(/[*`]/g, "")
    .replace(/\([^()]*\)|\[[^\][]*\]/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .split(/\s[—–-]\s|\.\s|\.$/);
  if (NONE.test(sentence)) return [];
  const needs: Need[] = [];
  for (const piece of sentence.split(/\s*[,;&+/→]\s*|\s+and\s+/i)) {
    needs.push(...readNeed(piece.trim(), needs.at(-1)));
  }
  return needs;
}

function readNeed(piece: string, previous: Need | undefined): Need[] {
  if (EARLIER.test(piece)) return [{ type: "earlier" }];
  const group = GROUP.exec(piece) ?? ANY_OF.exec(piece);
  if (group?.[1]) return groupsFrom(group[1], group[2]);
  const match = TASK.exec(piece);
  if (!match) return [];
  const [, word, from = "", to, rest = ""] = match;
  if (to !== undefined) return [{ type: "range", from, to }];
  const isBare = word === undefined && /^\d+$/.test(from);
  if (isBare && previous?.type === "group") return [{ type: "group", id: from }]; // `All Phase 1, 2 and 3 tasks`
  return isBare && rest !== "" ? [] : [{ type: "task", id: from }]; // `3 tests that pass` names no task
}

function groupsFrom(first: string, last: string | undefined): Need[] {
  if (last === undefined || !/^\d+$/.test(first)) return [{ type: "group", id: first }];
  const numbers = countUp(Number(first), Math.min(Number(last) + 1, Number(first) + LARGEST_GROUP));
  return numbers.map((number) => ({ type: "group", id: String(number) }));
}

function addAll(found: Set<number>, places: readonly number[]): void {
  for (const place of places) found.add(place);
}
