// How states are said and marked: always by a word and a shape, never by a colour alone.
import type { CardState, IssueView, Severity } from "../../view/model/common.ts";

export type Tone = "plain" | "accent" | "good" | "warn" | "bad";

export interface Said {
  readonly word: string;
  readonly icon: IconName;
  readonly tone: Tone;
}

export type IconName =
  | ("inbox" | "board" | "money" | "plus" | "find" | "chevron" | "file" | "close" | "bell" | "keyboard" | "external")
  | ("system" | "sun" | "moon" | "tray" | "folder")
  | ("ask" | "run" | "pause" | "stop" | "done" | "gone" | "idle" | "broken" | "left" | "merge" | "branch")
  | ("check" | "cross" | "octagon" | "triangle" | "dot" | "again" | "clock" | "unknown");

export const STATES: Readonly<Record<CardState, Said>> = {
  waiting: { word: "waits for you", icon: "ask", tone: "accent" },
  paused: { word: "paused", icon: "pause", tone: "warn" },
  stopped: { word: "stopped", icon: "stop", tone: "warn" },
  running: { word: "running", icon: "run", tone: "plain" },
  interrupted: { word: "interrupted", icon: "left", tone: "warn" },
  idle: { word: "ready to continue", icon: "idle", tone: "plain" },
  planned: { word: "planned", icon: "idle", tone: "plain" },
  damaged: { word: "damaged", icon: "broken", tone: "bad" },
  "branch-only": { word: "a branch only", icon: "branch", tone: "plain" },
  completed: { word: "finished", icon: "done", tone: "good" },
  abandoned: { word: "abandoned", icon: "gone", tone: "plain" },
};

export const SEVERITIES: Readonly<Record<Severity, Said>> = {
  blocker: { word: "blocker", icon: "octagon", tone: "bad" },
  warning: { word: "warning", icon: "triangle", tone: "warn" },
  suggestion: { word: "suggestion", icon: "dot", tone: "plain" },
};

/** Reviewers are free in what they write; an unknown severity is said as it is. */
export function severityOf(word: string): Said {
  const known = Object.hasOwn(SEVERITIES, word) ? SEVERITIES[word as Severity] : undefined;
  return known ?? { word, icon: "dot", tone: "plain" };
}

export const ENDS: Readonly<Record<IssueView["end"], Said>> = {
  open: { word: "open", icon: "ask", tone: "accent" },
  resolved: { word: "resolved", icon: "check", tone: "good" },
  withdrawn: { word: "withdrawn", icon: "gone", tone: "plain" },
  ruled: { word: "ruled", icon: "ask", tone: "plain" },
  noted: { word: "noted", icon: "dot", tone: "plain" },
};

const OUTCOMES: Readonly<Record<string, Said>> = {
  approved: { word: "approved", icon: "done", tone: "good" },
  accepted: { word: "accepted", icon: "done", tone: "good" },
  completed: { word: "completed", icon: "done", tone: "good" },
  merged: { word: "merged", icon: "merge", tone: "good" },
  "pull-request": { word: "ready as a pull request", icon: "merge", tone: "good" },
  stopped: { word: "stopped", icon: "stop", tone: "warn" },
  abandoned: { word: "abandoned", icon: "gone", tone: "plain" },
};

export function outcomeOf(word: string): Said {
  const known = Object.hasOwn(OUTCOMES, word) ? OUTCOMES[word] : undefined;
  return known ?? { word, icon: "done", tone: "plain" };
}

/** How a dispatch was made. */
export function kindWords(kind: string): string {
  if (kind === "final") return "final look";
  return kind === "resume" ? "resumed" : kind;
}

/** Whether an agent went on with what it knew. */
export function isResumed(kind: string): boolean {
  return kind === "resume" || kind === "fork" || kind === "repair";
}

export const VERDICTS: Readonly<Record<"approved" | "refused" | "unreadable", Said>> = {
  approved: { word: "approved", icon: "check", tone: "good" },
  refused: { word: "refused", icon: "cross", tone: "bad" },
  unreadable: { word: "unreadable", icon: "unknown", tone: "warn" },
};

/** A check is no reviewer. */
export function verdictOf(kind: string, verdict: keyof typeof VERDICTS): Said {
  const said = VERDICTS[verdict];
  return kind === "check" ? { ...said, word: verdict === "approved" ? "passed" : "failed" } : said;
}
