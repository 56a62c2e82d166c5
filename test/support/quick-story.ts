// Small changes at light depth, by scripted agents: a typo, and what does not stay one.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type Ended, type Roles, type Turn, type Workplace, workplace } from "./iflow.ts";
import { approve, reject } from "./story.ts";

export const KEY = "001-fix-the-typo";
export const FOLDER = `docs/features/${KEY}`;
export const CHANGE = "fix the typo";
export const PAGE = "src/page.mjs";
export const WORKFLOW = ".github/workflows/ci.yml";

export const shortSpec = (more = ""): string => `# Specification: the typo

## Problem Statement
Visitors read "Welcom" on the first page.

## Acceptance Criteria
### AC-1: the word
- Given the first page, when it is shown, then it says "Welcome".
${more}
## Files
- ${PAGE}: holds the text
`;

export const specs = (text = shortSpec(), more: Turn = {}): Turn => ({
  writes: { "{feature}/spec.md": text },
  reply: "Wrote it.",
  ...more,
});

/** Writes these files and reports them. */
export const codes = (files: Record<string, string>, more: Turn = {}): Turn => ({
  writes: files,
  reply: `Implemented it.\nFiles changed:\n${Object.keys(files)
    .map((path) => `- ${path}`)
    .join("\n")}`,
  ...more,
});

export const FIXED = { [PAGE]: 'export const title = "Welcome";\n' };

export const TYPO: Roles = {
  "spec-author": [specs()],
  implementer: [codes(FIXED)],
  "light-reviewer": [{ reply: approve() }],
};

/** Whoever judges after an escalation. */
export const FULL: Roles = {
  "spec-reviewer": [{ reply: approve("No external claims to verify") }],
  "phase-reviewer": [{ reply: approve() }],
  "code-simplifier": [{ reply: { approved: true, simplifications: [] } }],
  "test-deepener-a": [{ reply: { outlines: [] } }],
  "implementation-reviewer": [{ reply: approve("No external claims to verify") }],
  "code-quality-reviewer": [{ reply: approve() }],
  "security-reviewer": [{ reply: approve("No external security claims to verify") }],
  "documentation-researcher": [{ reply: { no_updates_needed: true, no_updates_reason: "nothing to see" } }],
  "retro-facilitator": [
    {
      reply: {
        retro_md: "# Retrospective: the typo\n\n## Observe\nIt grew.\n",
        observe: { summary: "It grew." },
        review: { observations: [] },
        tune: { recommendations: [] },
        act: { patterns: [], anti_patterns: [], heuristics: [] },
      },
    },
  ],
};

export const looks = (answer: unknown): Roles => ({ "risk-explorer": [{ reply: answer }] });

export const TINY = { files: [PAGE], risk: "low", size: 2, why: `one word in ${PAGE}:1` };

export const finds = (description: string, severity = "blocker"): Turn => ({ reply: reject(description, severity) });

export const passes = (more: Turn = {}): Turn => ({ reply: approve(), ...more });

export const CHECKED = { checks: { test: "grep -rq title src" } };

/** A repository with a typo. */
export function withTypo(roles: Roles, config: Record<string, unknown> = CHECKED): Promise<Workplace> {
  return workplace(roles, {
    [PAGE]: 'export const title = "Welcom";\n',
    "iflow.config.json": JSON.stringify(config),
  });
}

export const quick = (place: Workplace, ...args: string[]): Promise<Ended> =>
  place.iflow("quick", CHANGE, "--script", place.scriptPath, ...args);

export const runAuto = (place: Workplace, ...args: string[]): Promise<Ended> =>
  place.iflow("run", CHANGE, "--depth", "auto", "--script", place.scriptPath, ...args);

/** Roles in the order in which they were asked, in all runs of the feature. */
export function asked(place: Workplace): string[] {
  const runs = join(place.root, ".git", "iflow", "runs");
  const folders = readdirSync(runs)
    .filter((name) => name.startsWith(KEY))
    .sort((one, other) => runNumber(one) - runNumber(other));
  return folders.flatMap((name) =>
    (existsSync(join(runs, name, "dispatches")) ? readdirSync(join(runs, name, "dispatches")) : [])
      .filter((file) => file.endsWith(".prompt.md"))
      .sort()
      .map((file) => file.replace(/^\d+-|\.prompt\.md$/g, "")),
  );
}

function runNumber(name: string): number {
  return Number(name.split(".").at(-1));
}

// biome-ignore lint/suspicious/noExplicitAny: the tests look into it
export function metaOf(place: Workplace): any {
  return JSON.parse(place.read(`${FOLDER}/.meta.json`));
}

export function subjects(place: Workplace, range = "main"): string[] {
  return place.git("log", "--format=%s", "--topo-order", range).split("\n");
}

/** What a typo takes. */
export const LIGHT = ["spec-author-fresh", "implementer-fresh", "light-reviewer-fresh"];
/** What follows an escalation; the three judge side by side, so their order is that of the roster. */
export const IN_FULL = [
  ...["spec-reviewer-fresh", "phase-reviewer-fresh", "code-simplifier-fresh", "test-deepener-a-fresh"],
  ...["implementation-reviewer-fresh", "code-quality-reviewer-fresh", "security-reviewer-fresh"],
  ...["documentation-researcher-fresh", "retro-facilitator-fresh"],
];

const MANY = Array.from({ length: 120 }, (_, line) => `export const line${line} = ${line};`).join("\n");
export const LARGE = { [PAGE]: `export const title = "Welcome";\n${MANY}\n` };
export const OUTGROWN = "changes 122 lines (risk.size.lines: 100)";
export const RISKY = { ...FIXED, [WORKFLOW]: "on: push\n" };
export const TOUCHED = `touches ${WORKFLOW} (risk.paths)`;

/** Without the line breaks of a screen. */
export const flat = (text: string): string => text.replaceAll(/\s+/g, " ");
