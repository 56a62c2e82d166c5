// Headings of `.review-history.md` as the tools before us wrote them: the same loops under names that changed from version
// to version. Only read, never printed.

export interface OlderHeading {
  /** Null: the heading is shared by phases, and the entries before it say which one it is. */
  readonly phase: string | null;
  readonly loop: "review" | "handoff" | null;
}

/** The first that fits counts, so a name that is part of a longer one comes after it. */
const NAMES: readonly (readonly [RegExp, OlderHeading])[] = [
  [/\bspec(?:[- ]reviewer)? review\b/i, { phase: "specify", loop: "review" }],
  [/\bhandoff review\b/i, { phase: "design", loop: "handoff" }],
  [/\bdesign(?:[- ]reviewer)? review\b/i, { phase: "design", loop: "review" }],
  [/\bplan(?:[- ]reviewer)? review\b/i, { phase: "create-plan", loop: "review" }],
  [/\btasks? chain review\b|\bchain review \(task/i, { phase: "create-tasks", loop: "handoff" }],
  [/\btasks?(?:[- ](?:breakdown|reviewer))* review\b/i, { phase: "create-tasks", loop: "review" }],
  [/\b(?:chain|phase) review\b/i, { phase: null, loop: "handoff" }],
  [/\bimplement(?:ation)?(?:[- ]reviewer)? review\b/i, { phase: "implement", loop: "review" }],
  [/\bfinal review\b/i, { phase: "implement", loop: "handoff" }],
];

/** `## Phase: design` and `## Design Phase`: the rounds stand below it, one level deeper. */
const SECTION = /^(?:phase: )?(specify|spec|design|create-plan|plan|create-tasks|tasks|implement)\b/i;
const SHORT: Readonly<Record<string, string>> = { spec: "specify", plan: "create-plan", tasks: "create-tasks" };

export function readOlderHeading(heading: string): OlderHeading | undefined {
  const named = NAMES.find(([name]) => name.test(heading))?.[1];
  if (named) return named;
  const section = SECTION.exec(heading)?.[1]?.toLowerCase();
  if (section === undefined || !/\bphase\b/i.test(heading)) return undefined;
  return { phase: SHORT[section] ?? section, loop: /\biteration \d/i.test(heading) ? "review" : null };
}
