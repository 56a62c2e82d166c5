// One loop from its first review to its end, and every request that was made on the way, with the clock moved as the people
// and models of the schedule would have taken their time.
import { rmSync } from "node:fs";
import type { MessagesRequest } from "../../test/support/fake-anthropic/request.ts";
import type { RequestRecord } from "../../test/support/fake-anthropic/request-record.ts";
import { startFakeAnthropic } from "../../test/support/fake-anthropic/server.ts";
import { type Asked, readAsked } from "./asked.ts";
import { createBenchClock } from "./clock.ts";
import { type EngineRun, runLoop } from "./engine.ts";
import { answer, type ModelPlace, turnsOf } from "./model.ts";
import { copyRepository, type Loop, type Outcome, readOutcome } from "./repository.ts";
import { ASIDE_SECONDS, LONGEST_WORK_SECONDS, REVIEW_SECONDS, REVIEWERS_OF_ROUND } from "./sizes.ts";

export interface Play {
  readonly template: string;
  readonly loop: Loop;
  readonly review: EngineRun["review"];
  /** Seconds each writer of the loop takes, one after another. */
  readonly gaps: readonly number[];
  readonly spec: string;
  readonly code: readonly string[];
  readonly home: string;
  /** A look at the repository after the loop, before it is removed. */
  readonly inspect?: (root: string) => void;
  /** When the first request is made. */
  readonly start?: string;
}

export interface Played {
  /** Reviewers of the loop, and the fixer of an implementation; pings too. */
  readonly records: readonly RequestRecord[];
  readonly requests: readonly MessagesRequest[];
  readonly seconds: number;
  readonly outcome: Outcome;
}

const COUNTED: Readonly<Record<Loop, RegExp>> = {
  implement: /^(?:implementation reviewer|code quality reviewer|security reviewer|fixer|trunk) /,
  specify: /^spec reviewer /,
};

export async function playLoop(play: Play): Promise<Played> {
  const { template, loop, review, gaps, home, inspect, start = "2026-03-02T09:00:00Z", ...content } = play;
  const root = copyRepository(template);
  const clock = createBenchClock(Date.parse(start));
  const writings = countWritings();
  const known = new WeakMap<MessagesRequest, Asked>();
  const askedOf = (request: MessagesRequest): Asked => {
    const asked = known.get(request) ?? readAsked(request);
    known.set(request, asked);
    return asked;
  };
  const taken = new WeakMap<MessagesRequest, number>();
  const gate = review.context === "trunk" ? () => undefined : roundGate(askedOf);
  const place: ModelPlace = { root, ...content };
  const fake = await startFakeAnthropic(
    [
      {
        replies: [
          (request) => {
            const asked = askedOf(request);
            const turns = turnsOf(place, asked, writings.before(asked));
            taken.set(request, 1000 * secondsOf(asked, turns.length, gaps[writings.gap(asked)] ?? 0));
            return answer(turns, asked);
          },
        ],
      },
    ],
    {
      clock: () => clock.milliseconds(),
      threadOf: (request) => askedOf(request).thread,
      firstTokenGate: async (request) => {
        const milliseconds = taken.get(request);
        if (milliseconds === undefined) return; // a ping
        const others = gate(request);
        await clock.advance(milliseconds);
        await others;
      },
    },
  );
  try {
    await runLoop({
      root,
      url: fake.url,
      loop,
      review,
      clock,
      home,
    });
    inspect?.(root);
    const counted = fake.records.map(({ thread = "" }) => COUNTED[loop].test(thread));
    return {
      records: fake.records.filter((_, index) => counted[index]),
      requests: fake.requests.filter((_, index) => counted[index]),
      seconds: (clock.milliseconds() - Date.parse(start)) / 1000,
      outcome: readOutcome(root),
    };
  } finally {
    await fake.close();
    rmSync(root, { recursive: true, force: true });
  }
}

const isWriter = ({ who }: Asked): boolean => who === "fixer" || who === "spec author";

/** A writer's time is spread over its requests; what is beyond any work comes after the last. */
function secondsOf(asked: Asked, turns: number, gap: number): number {
  if (!isWriter(asked)) return /reviewer$/.test(asked.who) ? REVIEW_SECONDS : ASIDE_SECONDS;
  const worked = Math.min(gap, LONGEST_WORK_SECONDS) / turns;
  return asked.turn === turns - 1 ? worked + Math.max(0, gap - LONGEST_WORK_SECONDS) : worked;
}

/** Dispatches of the loop's writer so far. The draft of a document comes before the loop and takes no gap. */
function countWritings() {
  let begun = 0;
  const before = (asked: Asked): number => {
    if (!isWriter(asked)) return 0;
    if (asked.turn === 0) begun += 1;
    return begun - 1;
  };
  return { before, gap: ({ who }: Asked): number => (who === "fixer" ? begun - 1 : begun - 2) };
}

/** Reviewers that are not told to wait for each other all send their first request before any of them is answered. */
function roundGate(askedOf: (request: MessagesRequest) => Asked) {
  let round = 0;
  let waiting: (() => void)[] = [];
  return (request: MessagesRequest): Promise<void> | undefined => {
    const { who, turn } = askedOf(request);
    if (turn > 0 || !/^(?:implementation|code quality|security) reviewer$/.test(who)) return undefined;
    const gate = new Promise<void>((resolve) => waiting.push(resolve));
    if (waiting.length === REVIEWERS_OF_ROUND[round]) {
      for (const open of waiting) open();
      waiting = [];
      round += 1;
    }
    return gate;
  };
}
