// What is told of a run besides its facts: who works, that nobody does any more, where it stands when somebody begins to
// watch, and that its journal is damaged.
import type { RunFold } from "../../domain/stream/fold-run.ts";
import type { StreamEvent, StreamNews } from "../../domain/stream/stream-event.ts";
import type { FeedReading } from "../../ports/runs/run-feed.ts";
import type { FollowedRun } from "./followed-run.ts";
import type { StreamPorts } from "./stream-ports.ts";

/** So often nobody must have been found before it is said: between two looks a lock may change hands. */
const UNOWNED = 2;

export async function newsOf(
  ports: StreamPorts,
  followed: FollowedRun,
  reading: FeedReading,
  isToStand: boolean,
): Promise<StreamEvent[]> {
  const { fold } = followed;
  const now = ports.clock.now().toISOString();
  const news: StreamEvent[] = [];
  if (reading.problem && !followed.isDamaged) {
    followed.isDamaged = true;
    followed.isOver = true;
    news.push(followed.news({ type: "journal-damaged", ...reading.problem }, now));
  }
  if (!fold || fold.outcome !== undefined || followed.isOver) return news;
  const isWaiting = fold.waits.size > 0;
  const owner = isWaiting ? undefined : await ports.runs.owner(fold.head.feature);
  followed.unowned = isWaiting || owner ? 0 : followed.unowned + 1;
  if (isToStand) {
    if (!isWaiting && !owner) followed.unowned = UNOWNED; // it is said here
    news.push(followed.news(standing(fold, isWaiting, owner !== undefined), now));
  } else if (followed.unowned === UNOWNED) {
    news.push(followed.news({ type: "run-left", steps: [...fold.inFlight.keys()] }, now));
  }
  for (const { question, answer } of isWaiting ? await followed.keptAnswers() : []) {
    const { id = "", text } = question;
    news.push(followed.news({ type: "answer-kept", question: id, text, answer }, now));
  }
  const isAtWork = (step: string) => [...fold.inFlight.keys()].some((one) => one === step || one.includes(`/${step}-`));
  for (const { at, ...work } of owner ? reading.live : []) {
    if (isAtWork(work.step)) news.push(followed.news(laneNews(work), at));
  }
  return news;
}

function laneNews({ tokens, ...work }: Omit<FeedReading["live"][number], "at">): StreamNews {
  return { type: "lane-worked", ...work, ...(tokens !== undefined && { tokens }) };
}

function standing(fold: RunFold, isWaiting: boolean, isOwned: boolean): StreamNews {
  const [first] = fold.waits.values();
  const questions = [...fold.waits.values()].flatMap((one) => (one.type === "question" && one.id ? [one.id] : []));
  return {
    type: "run-stands",
    state: isWaiting ? "waiting" : isOwned ? "working" : "left",
    steps: [...fold.inFlight.keys()],
    questions,
    text: first?.text ?? "",
  };
}
