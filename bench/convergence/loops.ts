// The review loops of one history, rounds in their order. Entries of several loops stand among each other, some files have
// the newest first, and numbers begin at 0 or 1, or are missing.
import { type HistoryEntry, parseHistory } from "../../src/domain/review/history/parse-review-history.ts";
import { type Raised, raisedIn } from "./raised.ts";
import { type Round, roundOf } from "./round.ts";

export interface ReviewLoop {
  /** Null where neither heading nor neighbours say. */
  readonly phase: string | null;
  /** `review`, `handoff`, or the words of a heading that is neither. */
  readonly loop: string;
  readonly reviewers: readonly string[];
  readonly rounds: readonly Round[];
  readonly raised: Raised;
}

export interface FoundLoops {
  readonly loops: readonly ReviewLoop[];
  /** Entries with the number of a round, but without a verdict. */
  readonly silent: number;
}

interface Open {
  readonly phase: string | null;
  readonly loop: string;
  readonly rounds: { readonly number: number; readonly round: Round }[];
  readonly numbers: Set<number>;
}

export function loopsOf(text: string): FoundLoops {
  const all: Open[] = [];
  const last = new Map<string, Open>();
  let silent = 0;
  for (const entry of parseHistory(text)) {
    const round = roundOf(entry);
    if (round === undefined) {
      if (entry.iteration !== null) silent += 1;
      continue;
    }
    const loop = entry.loop ?? titleOf(entry);
    const key = JSON.stringify([entry.phase, loop]);
    let open = last.get(key);
    // without a number it is the next round; a number that was there already begins the next loop
    if (open === undefined || (round.number !== null && open.numbers.has(round.number))) {
      open = { phase: entry.phase, loop, rounds: [], numbers: new Set() };
      last.set(key, open);
      all.push(open);
    }
    const number = round.number ?? (open.rounds.at(-1)?.number ?? 0) + 1;
    open.rounds.push({ number, round });
    open.numbers.add(number);
  }
  return { loops: all.flatMap(finish), silent };
}

function titleOf({ heading }: HistoryEntry): string {
  const [words = ""] = heading.slice(0, 200).split(/\biteration\b|\d{4}-\d\d-\d\d/i);
  return words.replaceAll(/[^\p{L}\p{N}]+/gu, " ").trim();
}

/** A final validation takes place whatever ended the rounds before it, so it begins a loop of its own. */
function finish({ phase, loop, rounds }: Open): ReviewLoop[] {
  const parts: Round[][] = [];
  for (const { round } of rounds.toSorted((a, b) => a.number - b.number)) {
    const part = parts.at(-1);
    if (part === undefined || round.isFinal) parts.push([round]);
    else part.push(round);
  }
  return parts.map((own) => ({
    ...{ phase, loop, rounds: own, raised: raisedIn(own) },
    reviewers: [...new Set(own.flatMap(({ reviewers }) => reviewers))],
  }));
}
