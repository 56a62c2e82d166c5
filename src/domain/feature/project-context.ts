// The project a feature belongs to, in a few lines: why it exists, what the feature waits for, and its place on the
// roadmap. Short on purpose, because it is part of every task's prompt: every part has a maximum length, and a long
// list of dependencies becomes counts.

import { readMarkdown } from "../text/markdown.ts";
import { oneLine } from "../text/one-line.ts";
import { cutAt } from "../text/words/foreign-words.ts";

export interface Project {
  /** From the PRD's first heading; the folder's name if there is none. */
  readonly name: string;
  readonly prd: string | undefined;
  readonly roadmap: string | undefined;
}

export interface Dependency {
  readonly key: string;
  /** Undefined when there is no such feature. */
  readonly status: string | undefined;
}

/** About 500 tokens. */
const LONGEST = 2_000;
/** Together well below that limit: only the list of dependencies has no limit of its own. */
const LONGEST_PART = { name: 100, description: 200, goal: 220, milestone: 120 };
const MOST_GOALS = 3;

export function printProjectContext(
  project: Project,
  feature: { readonly key: string; readonly description: string },
  dependencies: readonly Dependency[],
): string {
  const goals = goalsOf(project.prd ?? "");
  const milestone = milestoneOf(project.roadmap ?? "", feature.key);
  const print = (states: string) =>
    [
      "## Project Context",
      `**Project:** ${cut(project.name, "name")} | **This feature:** ${cut(feature.description, "description")}`,
      `**Project goals:** ${goals.length === 0 ? "not stated" : `\n${goals.map((goal) => `- ${goal}`).join("\n")}`}`,
      `**Feature dependencies:** ${states}`,
      `**Priority signal:** ${milestone === undefined ? "not on roadmap" : cut(milestone, "milestone")}`,
    ].join("\n");
  const whole = print(statesOf(dependencies, (keys) => keys.join(", ")));
  return whole.length <= LONGEST ? whole : print(statesOf(dependencies, (keys) => `${keys.length}`));
}

const STATUSES = ["planned", "active", "abandoned", "completed"];

/** Each branch shows a feature as it was when that branch split off, so the furthest status is the current one. */
export function furthestStatus(statuses: readonly string[]): string | undefined {
  return STATUSES.findLast((status) => statuses.includes(status));
}

/** A planned, abandoned or unknown feature blocks the features that depend on it. */
function stateOf({ status }: Dependency): "completed" | "in-progress" | "blocked" {
  if (status === "completed") return "completed";
  return status === "active" ? "in-progress" : "blocked";
}

function statesOf(dependencies: readonly Dependency[], print: (keys: readonly string[]) => string): string {
  const states = ["completed", "in-progress", "blocked"].flatMap((state) => {
    const keys = dependencies.filter((one) => stateOf(one) === state).map(({ key }) => key);
    return keys.length === 0 ? [] : [`${state}: ${print(keys)}`];
  });
  return states.join(" | ") || "none";
}

/** The first goals of the PRD; without such a section, the problem it states. */
function goalsOf(prd: string): string[] {
  const { sections } = readMarkdown(prd);
  const called = (name: RegExp) => sections.find(({ title }) => name.test(title));
  const section = called(/^goals?\b/i) ?? called(/^problem\b/i);
  if (!section) return [];
  const items = [...section.body.matchAll(/^[ \t]*(?:[-*+]|\d+[.)])[ \t]+(.+)$/gm)].map(([, text = ""]) => text);
  const paragraphs = section.body.split(/\n\s*\n/).filter((part) => !/^\s*#/.test(part));
  return (items.length > 0 ? items : paragraphs)
    .map((text) => cut(text.replace(/^\[[ x]\]\s*/i, ""), "goal"))
    .filter(Boolean)
    .slice(0, MOST_GOALS);
}

/** The milestone whose roadmap section names the feature. */
function milestoneOf(roadmap: string, key: string): string | undefined {
  const number = /^\d+/.exec(key)?.[0] ?? key;
  const mention = new RegExp(`(?<![\\w-])(?:${key}|F?#?${number})(?![\\w.])`);
  const milestones = readMarkdown(roadmap).sections.filter(({ title }) => /^(?:M\d+\b|milestone\b)/i.test(title));
  return (
    milestones.find(({ body }) => body.includes(key))?.title ?? milestones.find(({ body }) => mention.test(body))?.title
  );
}

/** The name of a project: the first heading of its PRD without the word PRD. */
export function projectName(prd: string | undefined, folder: string): string {
  const [first] = readMarkdown(prd ?? "").sections;
  const title = first?.title.replace(/^(?:PRD|Project)\s*[:—-]\s*/i, "").trim();
  return title || folder.replace(/^P\d+-/, "").replaceAll("-", " ");
}

function cut(text: string, part: keyof typeof LONGEST_PART): string {
  return cutAt(oneLine(text), LONGEST_PART[part]);
}
