// The project a feature belongs to, in a few lines: why it exists, what the feature waits for, and where it stands on the
// roadmap. Short on purpose: it stands in every task's prompt, so a long list of dependencies becomes counts.
import { oneLine } from "./issue-text.ts";
import { readMarkdown, type Section } from "./markdown.ts";

export interface Project {
  /** Of the PRD's first heading; the folder's name without one. */
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
const LONGEST_GOAL = 220;
const MOST_GOALS = 3;

export function printProjectContext(
  project: Project,
  feature: { readonly key: string; readonly description: string },
  dependencies: readonly Dependency[],
): string {
  const groups = groupsOf(dependencies);
  const goals = goalsOf(project.prd ?? "");
  const print = (shown: readonly string[], states: string) =>
    [
      "## Project Context",
      `**Project:** ${oneLine(project.name)} | **This feature:** ${oneLine(feature.description)}`,
      `**Project goals:** ${shown.length === 0 ? "not stated" : `\n${shown.map((goal) => `- ${goal}`).join("\n")}`}`,
      `**Feature dependencies:** ${states}`,
      `**Priority signal:** ${milestoneOf(project.roadmap ?? "", feature.key) ?? "not on roadmap"}`,
    ].join("\n");
  const whole = print(
    goals,
    statesOf(groups, (keys) => `: ${keys.join(", ")}`),
  );
  if (whole.length <= LONGEST) return whole;
  const counted = statesOf(groups, (keys) => `: ${keys.length}`);
  const room = LONGEST - print([], counted).length;
  return print(
    goals.map((goal) => cut(goal, Math.max(20, Math.floor(room / MOST_GOALS) - 4))),
    counted,
  );
}

const STATES = ["completed", "in-progress", "blocked"] as const;
type State = (typeof STATES)[number];

function groupsOf(dependencies: readonly Dependency[]): Record<State, string[]> {
  const groups: Record<State, string[]> = { completed: [], "in-progress": [], blocked: [] };
  for (const { key, status } of dependencies) groups[stateOf(status)].push(key);
  return groups;
}

/** Planned, given up or unknown: whoever depends on it cannot count on it. */
function stateOf(status: string | undefined): State {
  if (status === "completed") return "completed";
  return status === "active" ? "in-progress" : "blocked";
}

function statesOf(groups: Record<State, readonly string[]>, print: (keys: readonly string[]) => string): string {
  const named = STATES.filter((state) => groups[state].length > 0);
  return named.length === 0 ? "none" : named.map((state) => `${state}${print(groups[state])}`).join(" | ");
}

/** The first goals of the PRD; without such a section, what problem it names. */
function goalsOf(prd: string): string[] {
  const { sections } = readMarkdown(prd);
  const section = sectionCalled(sections, /^goals?\b/i) ?? sectionCalled(sections, /^problem\b/i);
  if (!section) return [];
  const items = [...section.body.matchAll(/^[ \t]*(?:[-*+]|\d+[.)])[ \t]+(.+)$/gm)].map(([, text = ""]) => text);
  const paragraphs = section.body.split(/\n\s*\n/).filter((part) => !/^\s*#/.test(part));
  return (items.length > 0 ? items : paragraphs)
    .map((text) => cut(oneLine(text.replace(/^\[[ x]\]\s*/i, "")), LONGEST_GOAL))
    .filter(Boolean)
    .slice(0, MOST_GOALS);
}

/** The milestone whose section of the roadmap names the feature. */
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

function sectionCalled(sections: readonly Section[], name: RegExp): Section | undefined {
  return sections.find(({ title }) => name.test(title));
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
