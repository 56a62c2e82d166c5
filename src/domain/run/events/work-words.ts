// What agents do, in the words of a person: one table for the rows of a run, for an interruption and for whatever else
// tells it. Ids of roles and steps stay in the journal.
import type { Activity } from "./activity.ts";

interface RoleWords {
  /** Who: `spec reviewer`. */
  readonly name: string;
  /** What it does, while it does it: `writing the spec`. */
  readonly doing: string;
  /** The same of somebody who was cut off: `the spec was being written`. */
  readonly was: string;
  /** What is there when it is done: `spec written`. A reviewer's row has its verdict instead. */
  readonly done?: string;
}

const ROLES: Readonly<Record<string, RoleWords>> = {
  ...author("prd-author", "PRD", "PRD"),
  ...author("spec-author", "spec", "spec"),
  ...author("design-author", "design", "design"),
  ...author("plan-author", "plan", "plan"),
  ...author("task-author", "task list", "task"),
  ...reviewer("prd-reviewer", "PRD reviewer", "the PRD"),
  "brainstorm-reviewer": {
    name: "readiness check",
    doing: "reading the PRD once more",
    was: "the PRD was being reviewed for the last time",
  },
  ...reviewer("spec-reviewer", "spec reviewer", "the spec"),
  ...reviewer("design-reviewer", "design reviewer", "the design"),
  ...reviewer("plan-reviewer", "plan reviewer", "the plan"),
  ...reviewer("task-reviewer", "task reviewer", "the task list"),
  ...reviewer("phase-reviewer", "hand-off", "what the next phase gets"),
  ...reviewer("implementation-reviewer", "code reviewer", "the code"),
  ...reviewer("code-quality-reviewer", "quality reviewer", "the code"),
  ...reviewer("security-reviewer", "security reviewer", "the code"),
  ...reviewer("light-reviewer", "light reviewer", "the code"),
  adjudicator: worker("adjudicator", "ruling on a dispute", "a dispute was being ruled on", "dispute ruled on"),
  implementer: worker("implementer", "writing code", "code was being written", "code written"),
  fixer: worker("fixer", "fixing the code", "the code was being fixed", "code fixed"),
  "code-simplifier": worker("simplifier", "simplifying the code", "the code was being simplified", "code simplified"),
  "test-deepener-a": worker("test designer", "thinking of tests", "tests were being thought of", "tests outlined"),
  "test-deepener-b": worker("test writer", "writing tests", "tests were being written", "tests written"),
  "codebase-explorer": worker("code explorer", "exploring the code", "the code was being explored", "code explored"),
  "risk-explorer": worker("risk explorer", "looking at the risk", "the risk was being looked at", "risk looked at"),
  "internet-researcher": worker("web researcher", "searching the web", "the web was being searched", "web searched"),
  "knowledge-searcher": worker(
    "knowledge searcher",
    "searching earlier lessons",
    "earlier lessons were being searched",
    "lessons searched",
  ),
  "documentation-researcher": worker(
    "docs researcher",
    "looking through the docs",
    "the docs were being looked through",
    "docs looked through",
  ),
  "documentation-writer": worker("docs writer", "updating the docs", "the docs were being updated", "docs updated"),
  "retro-facilitator": worker(
    "retrospective",
    "writing the retrospective",
    "the retrospective was being written",
    "retrospective written",
  ),
};

function author(role: string, thing: string, name: string): Record<string, RoleWords> {
  const done = `${thing} written`;
  return { [role]: worker(`${name} author`, `writing the ${thing}`, `the ${thing} was being written`, done) };
}

function reviewer(role: string, name: string, thing: string): Record<string, RoleWords> {
  return { [role]: { name, doing: `reading ${thing}`, was: `${thing} was being reviewed` } };
}

function worker(name: string, doing: string, was: string, done: string): RoleWords {
  return { name, doing, was, done };
}

interface Verb {
  readonly doing: string;
  readonly done: string;
}

/** What an activity changes about the words of its role. */
const AGAIN: Readonly<Partial<Record<Activity, Verb>>> = {
  revise: { doing: "revising", done: "revised" },
  repair: { doing: "correcting", done: "corrected" },
};
const FURTHER_PART: Verb = { doing: "completing", done: "completed" };

/** A draft in parts has a name for each further one in its step: `design-author@interfaces`. */
function verbOf({ activity, step }: Work): Verb | undefined {
  return activity === "draft" && step.includes("@") ? FURTHER_PART : AGAIN[activity];
}

export interface Work {
  readonly role: string;
  readonly activity: Activity;
  readonly step: string;
  /** What exactly: the title of a task. */
  readonly about?: string | undefined;
}

/** `spec reviewer`; a role without words of its own is called by its id. */
export function agentName(role: string): string {
  return ROLES[role]?.name ?? role.replaceAll("-", " ");
}

/** `spec revised`, `task 1.2 Count refused tries`; for a reviewer its name. */
export function doneWords(work: Work): string {
  const done = ROLES[work.role]?.done;
  if (done === undefined) return agentName(work.role);
  const verb = verbOf(work);
  return taskWords(work) ?? (verb ? done.replace(/ written$/, ` ${verb.done}`) : done);
}

/** `revising the spec`; for a reviewer its name. */
export function doingWords(work: Work): string {
  const words = ROLES[work.role];
  if (words?.done === undefined) return agentName(work.role);
  const verb = verbOf(work);
  return taskWords(work) ?? (verb ? words.doing.replace(/^writing/, verb.doing) : words.doing);
}

function taskWords({ activity, step, about }: Work): string | undefined {
  const number = activity === "task" ? /\/implementer-([^/]+)/.exec(step)?.[1] : undefined;
  return number === undefined ? undefined : `task ${number}${about === undefined ? "" : ` ${about}`}`;
}

/** What was in flight, from the name of its step: `the spec was being written`. Undefined where no words are known. */
export function inFlightWords(step: string): string | undefined {
  const [, , , segment = ""] = step.split("/");
  const task = /^implementer-(?<task>\d.*)$/.exec(segment)?.groups?.task;
  if (task !== undefined) return `task ${task} was being built`;
  const check = /^check-(?<name>.+)$/.exec(segment)?.groups?.name;
  if (check !== undefined) return `the check ${check} was running`;
  if (segment === "merge") return "it was being merged";
  const [role = ""] = segment.split("@");
  return ROLES[role]?.was;
}

/** `✓ Spec approved in 2 rounds`: what a phase is about, as the beginning of a sentence. */
export function phaseNoun(phase: string): string {
  return PHASES[phase] ?? phase;
}

/** The same at the beginning of a whole sentence: `The spec`, `The PRD`. */
export function thePhase(phase: string): string {
  const noun = phaseNoun(phase);
  return `The ${/^[A-Z]{2}/.test(noun) ? noun : noun.toLowerCase()}`;
}

/** What a hand-off makes possible: `ready for design`. */
export function readyFor(phase: string): string {
  return READY_FOR[phase] ?? phase;
}

const READY_FOR: Readonly<Record<string, string>> = {
  "create-plan": "planning",
  "create-tasks": "the task list",
  implement: "implementation",
  finish: "the end",
};

const PHASES: Readonly<Record<string, string>> = {
  brainstorm: "PRD",
  specify: "Spec",
  design: "Design",
  "create-plan": "Plan",
  "create-tasks": "Task list",
  implement: "Code",
  finish: "Feature",
  retrospect: "Retrospective",
};
