// The lanes of running features as they are this second: what the server gathered, with what was told since.
import type { LaneView } from "../../view/model/common.ts";
import type { LaneNews, LiveEvent } from "./live-event.ts";

export type LaneBook = ReadonlyMap<string, LaneNews>;

export const laneKey = (repo: string, feature: string, step: string): string => `${repo}\n${feature}\n${step}`;

/** The same book where the event says nothing about a lane. */
export function foldLanes(book: LaneBook, { repo, feature, type, step, news }: LiveEvent): LaneBook {
  if (news && step !== undefined) return new Map(book).set(laneKey(repo, feature, step), news);
  const isOver = (key: string) =>
    (type === "dispatch-ended" || type === "check-ran") && step !== undefined
      ? key === laneKey(repo, feature, step)
      : (type === "run-ended" || type === "run-left") && key.startsWith(laneKey(repo, feature, ""));
  const kept = [...book].filter(([key]) => !isOver(key));
  return kept.length === book.size ? book : new Map(kept);
}

/** Counts never go back: the gathered ones may be the newer ones. */
export function freshLane(lane: LaneView, news: LaneNews | undefined): LaneView {
  if (!news || news.tools < lane.tools) return lane;
  const { doing, last, tools } = news;
  return {
    ...{ ...lane, tools, tokens: Math.max(news.tokens ?? 0, lane.tokens ?? 0) || null },
    ...{ doing: doing || lane.doing, last: last || lane.last },
  };
}
