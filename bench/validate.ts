// The linter against real approved documents: `node scripts/bench.mjs validate <folder of feature folders> [--json]`.
// Levels: what passes, what still passes once its required sections are cut (at the places the rule itself names, and
// once more by section names alone, with no code of the rule), what passes as another kind, and the plain substring
// rule of the seed beside it. Findings by code, each with its place, to be read for truth. Time per byte on generated
// documents of 0.1, 1 and 10 MB. Also reads every `.meta.json`.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checkLevels, requiredPlaces } from "../src/domain/documents/artifact.ts";
import { ARTIFACT_KINDS, type ArtifactKind, artifactFile } from "../src/domain/documents/document-names.ts";
import { parseMeta, printMeta } from "../src/domain/feature/meta/feature-meta.ts";
import { lint } from "../src/domain/lint/lint.ts";
import { LINT_PROBLEMS, type LintCode, type Siblings } from "../src/domain/lint/lint-problem.ts";

interface Doc {
  readonly feature: string;
  readonly kind: ArtifactKind;
  readonly text: string;
}
type Rule = (kind: ArtifactKind, text: string) => boolean;

/** The names as documented, for each part that must be there. */
const NAMES: Record<ArtifactKind, readonly RegExp[]> = {
  prd: [
    /^(problem( statement)?\b|(critical )?gaps\b)/i,
    /goals|objectives|success|requirements|acceptance criteria|remediation|priority/i,
  ],
  spec: [/(success|acceptance) criteria|^acceptance$|^(AC|SC)-?\d/i],
  design: [/architecture|components?\b|^C-?\d/i],
  plan: [
    /^(implementation|execution|build|step) (order|sequence)|^((implementation )?(steps|tasks|phases))$|^(phase|step|stage|task|bundle) [\dA-Z]|^T\d/i,
  ],
  tasks: [/^task [A-Z]?\d|^task [A-Z]\b|^T\d|^\d+(\.\d+)+ /i],
};

/** Megabytes. */
const SIZES = [0.1, 1, 10] as const;

const [folder] = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
if (folder === undefined) {
  console.error("usage: node scripts/bench.mjs validate <folder of feature folders> [--json]");
  process.exit(2);
}
const report = measure(folder);
if (process.argv.includes("--json")) console.log(JSON.stringify(report, null, 2));
else print(report);

function measure(root: string) {
  const features = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const docs = features.flatMap(({ name: feature }) =>
    ARTIFACT_KINDS.flatMap((kind): Doc[] => {
      const text = readText(join(root, feature, artifactFile(kind)));
      return text === undefined ? [] : [{ feature, kind, text }];
    }),
  );
  return {
    kinds: ARTIFACT_KINDS.map((kind) =>
      measureKind(
        kind,
        docs.filter((doc) => doc.kind === kind),
      ),
    ),
    asOtherKind: { ours: crossTable(docs, ours), seed: crossTable(docs, seed) },
    asOtherKindWithoutTitle: crossTable(docs.map(withoutTitle), ours),
    findings: measureFindings(docs),
    time: measureTime(),
    meta: measureMeta(
      root,
      features.map(({ name }) => name),
    ),
  };
}

function measureKind(kind: ArtifactKind, docs: readonly Doc[]) {
  const names = (wrong: readonly Doc[]) => wrong.map(({ feature }) => feature);
  const survives = (rule: Rule, cut: (doc: Doc) => string[]) =>
    docs.filter((doc) => rule(kind, doc.text) && cut(doc).some((rest) => rule(kind, rest)));
  const byPlaces = (doc: Doc) => cutByPlaces(doc);
  const byNames = (doc: Doc) => NAMES[kind].map((part) => cutByNames(doc.text, part));
  const accepted = docs.filter(({ text }) => ours(kind, text));
  const acceptedBySeed = docs.filter(({ text }) => seed(kind, text));
  const survivors = { places: survives(ours, byPlaces), names: survives(ours, byNames), seed: survives(seed, byNames) };
  return {
    kind,
    documents: docs.length,
    accepted: accepted.length,
    rejectedAfterCut: accepted.length - survivors.places.length,
    rejectedAfterNameCut: accepted.length - survivors.names.length,
    seedAccepted: acceptedBySeed.length,
    seedRejectedAfterNameCut: acceptedBySeed.length - survivors.seed.length,
    misses: {
      refused: names(docs.filter((doc) => !accepted.includes(doc))),
      passesAfterCut: names(survivors.places),
      passesAfterNameCut: names(survivors.names),
    },
  };
}

function ours(kind: ArtifactKind, text: string): boolean {
  return checkLevels(kind, text) === undefined;
}

/** Reference 2.4: substrings, anywhere. It has no rule for a PRD. */
function seed(kind: ArtifactKind, text: string): boolean {
  const needles = {
    prd: ["## "],
    spec: ["## Success Criteria", "## Acceptance Criteria"],
    design: ["## Components", "## Architecture"],
    plan: ["## Implementation Order", "## Phase"],
    tasks: ["## Phase", "### Task"],
  }[kind];
  return text.length >= 100 && text.includes("## ") && needles.some((needle) => text.includes(needle));
}

/** Once without any required place, and once for each part without the places of that part alone. */
function cutByPlaces({ kind, text }: Doc): string[] {
  const places = requiredPlaces(kind, text);
  const parts = [...new Set(places.map(({ part }) => part))];
  return [places, ...parts.map((part) => places.filter((place) => place.part === part))].map((ranges) => {
    let [rest, from] = ["", 0];
    for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
      rest += text.slice(from, Math.max(from, start));
      from = Math.max(from, end);
    }
    return rest + text.slice(from);
  });
}

/** By lines alone: sections, bold labels with their list, tables and checkbox items of that name. */
function cutByNames(text: string, name: RegExp): string {
  const kept: string[] = [];
  let fence = false;
  let cutting: { level: number } | "label" | "table" | undefined;
  for (const line of text.split("\n")) {
    if (/^\s*(```|~~~)/.test(line)) fence = !fence;
    const heading = fence ? null : /^(#{1,6}) +(.*)$/.exec(line);
    const label = fence ? null : /^\s*(?:[-*] )?\*\*([^*]+?):?\*\*:?/.exec(line);
    const cells = /^\s*\|/.test(line) ? line.split("|") : [];
    const item = /^\s*[-*] \[[ xX]\] +(.*)$/.exec(line)?.[1];
    const isNamed = (found: string | undefined) => found !== undefined && name.test(found.replace(/[*`_]/g, "").trim());
    const inSection = typeof cutting === "object";

    if (heading && (!inSection || heading[1]!.length <= (cutting as { level: number }).level)) {
      const title = heading[2]!.replace(/^\d+(\.\d+)*\.? +(?!$)/, "");
      cutting =
        heading[1]!.length > 1 && (isNamed(title) || isNamed(heading[2])) ? { level: heading[1]!.length } : undefined;
    } else if (!inSection && label) cutting = isNamed(label[1]) ? "label" : undefined;
    else if (cutting === "table" && cells.length === 0) cutting = undefined;
    else if (cutting === undefined && cells.some(isNamed)) cutting = "table";
    if (cutting === undefined && !isNamed(item)) kept.push(line);
  }
  return kept.join("\n");
}

/** rows: the documents, columns: what they were offered as; how many pass, and which ones where they should not. */
function crossTable(docs: readonly Doc[], rule: Rule) {
  return ARTIFACT_KINDS.map((kind) => {
    const own = docs.filter((doc) => doc.kind === kind);
    const passing = ARTIFACT_KINDS.map((as) => own.filter(({ text }) => rule(as, text)).map(({ feature }) => feature));
    return {
      documents: kind,
      passesAs: Object.fromEntries(ARTIFACT_KINDS.map((as, index) => [as, passing[index]!.length])),
      misses: Object.fromEntries(ARTIFACT_KINDS.flatMap((as, index) => (as === kind ? [] : [[as, passing[index]!]]))),
    };
  });
}

function withoutTitle(doc: Doc): Doc {
  return { ...doc, text: doc.text.replace(/^# .*$/m, "# A feature") };
}

function measureFindings(docs: readonly Doc[]) {
  const places = docs.flatMap(({ feature, kind, text }) => {
    const own = docs.filter((doc) => doc.feature === feature && doc.kind !== kind);
    const siblings: Siblings = Object.fromEntries(own.map((doc) => [doc.kind, doc.text]));
    const path = `${feature}/${artifactFile(kind)}`;
    return lint({ path, kind, text }, siblings).findings.map((finding) => ({ path, ...finding }));
  });
  return (Object.keys(LINT_PROBLEMS) as LintCode[]).map((code) => ({
    code,
    meaning: LINT_PROBLEMS[code],
    places: places.filter((place) => place.code === code).map(({ path, line, message }) => ({ path, line, message })),
  }));
}

/** Five documents that cite each other, linted whole. Sizes take turns; the best of the rounds counts, in processor time. */
function measureTime() {
  const sets = SIZES.map((megabytes) => ({ megabytes, documents: generate(megabytes * 1_000_000) }));
  const best = new Map<number, number>();
  for (let round = 0; round < 6; round++) {
    for (const { megabytes, documents } of sets) {
      const repeats = Math.round(10 / megabytes);
      const before = process.cpuUsage().user;
      for (let repeat = 0; repeat < repeats; repeat++) lintGenerated(documents);
      const perByte = ((process.cpuUsage().user - before) * 1_000) / repeats / bytesOf(documents);
      if (round > 0) best.set(megabytes, Math.min(best.get(megabytes) ?? perByte, perByte)); // the first one warms up
    }
  }
  const rows = sets.map(({ megabytes, documents }) => ({
    megabytes,
    bytes: bytesOf(documents),
    nanosecondsPerByte: best.get(megabytes)!,
  }));
  const perByte = [...best.values()];
  return { rows, slowestOverFastest: Math.max(...perByte) / Math.min(...perByte) };
}

function lintGenerated(documents: Record<ArtifactKind, string>): void {
  for (const kind of ARTIFACT_KINDS) {
    const { [kind]: text, ...siblings } = documents;
    const { failedLevel, findings } = lint({ path: artifactFile(kind), kind, text }, siblings);
    if (failedLevel !== null || findings.length > 0)
      throw new Error(`generated ${kind}: ${JSON.stringify(findings[0])}`);
  }
}

function bytesOf(documents: Record<ArtifactKind, string>): number {
  return ARTIFACT_KINDS.reduce((sum, kind) => sum + documents[kind].length, 0);
}

/** Five documents that cite each other, together of about this length. */
function generate(length: number): Record<ArtifactKind, string> {
  const prose = "The reader sees what changed, in `plain` words, and **nothing** else happens before that.\n".repeat(3);
  const code = "```ts\n## no heading\nconst value = { of: [1, 2, 3] };\n```\n";
  const count = Math.ceil(length / 1_700);
  const repeat = (item: (n: number) => string) =>
    Array.from({ length: count }, (_, index) => item(index + 1)).join("\n");
  return {
    prd: `# PRD: x\n\n## Problem Statement\n${prose}\n## Goals\n${repeat((n) => `- Goal ${n}: ${prose}`)}`,
    spec: `# Spec: x\n\n## Acceptance Criteria\n${repeat((n) => `### AC-${n}: it holds\n- Given this\n- Then ${prose}`)}`,
    design: `# Design: x\n\n## Components\n${repeat((n) => `### C${n}: Part\n${prose}${code}`)}`,
    plan: `# Plan: x\n\n## Implementation Order\n${repeat((n) => `### Step ${n}: Go on\n${prose}`)}`,
    tasks: `# Tasks: x\n\n## Task Details\n${repeat(
      (n) =>
        `### Task ${n}: Do it\n- **Why:** Implements Plan Step ${n}, Design C${n} / Spec AC-${n}\n- **Depends on:** ${n === 1 ? "None" : `Task ${n - 1}`}\n- **Files:** \`src/a.ts\`\n${prose}${code}- **Done when:** it holds\n`,
    )}`,
  };
}

function measureMeta(root: string, features: readonly string[]) {
  const files = features.flatMap((feature) => {
    const text = readText(join(root, feature, ".meta.json"));
    return text === undefined ? [] : [{ feature, text, parsed: parseMeta(text) }];
  });
  const isKept = ({ text, parsed }: (typeof files)[number]) =>
    parsed.ok && printMeta(parsed.meta) === `${JSON.stringify(JSON.parse(text), null, 2)}\n`;
  return {
    files: files.length,
    read: files.filter(({ parsed }) => parsed.ok).length,
    printedWithEveryKeyInPlace: files.filter(isKept).length,
    misses: files.flatMap(({ feature, parsed }) => (parsed.ok ? [] : [`${feature}: ${parsed.problem}`])),
  };
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function print({
  kinds,
  asOtherKind,
  asOtherKindWithoutTitle,
  findings,
  time,
  meta,
}: ReturnType<typeof measure>): void {
  console.log("Level 4 on approved documents");
  console.table(
    Object.fromEntries(
      kinds.map(
        ({
          kind,
          documents,
          accepted,
          rejectedAfterCut,
          rejectedAfterNameCut,
          seedAccepted,
          seedRejectedAfterNameCut,
        }) => [
          kind,
          {
            documents,
            accepted,
            "rejected after cut": rejectedAfterCut,
            "… cut by names": rejectedAfterNameCut,
            "seed accepts": kind === "prd" ? "no rule" : seedAccepted,
            "seed rejects cut by names": kind === "prd" ? "no rule" : seedRejectedAfterNameCut,
          },
        ],
      ),
    ),
  );
  for (const { kind, misses } of kinds) {
    for (const [what, features] of Object.entries(misses))
      if (features.length > 0) console.log(`${kind} ${what}: ${features.join(", ")}`);
  }
  printCross("Passes as (ours)", asOtherKind.ours);
  for (const { documents, misses } of asOtherKind.ours) {
    for (const [as, features] of Object.entries(misses))
      if (features.length > 0) console.log(`${documents} passes as ${as}: ${features.join(", ")}`);
  }
  const offered = asOtherKind.ours.flatMap(({ documents, passesAs }) =>
    Object.entries(passesAs).filter(([as]) => as !== documents),
  );
  const passed = offered.reduce((sum, [, count]) => sum + count, 0);
  const pairs = kinds.reduce((sum, { documents }) => sum + documents * (ARTIFACT_KINDS.length - 1), 0);
  console.log(`accepted as another kind: ${passed} of ${pairs} (${((100 * passed) / pairs).toFixed(1)} %)`);
  printCross("Passes as (seed)", asOtherKind.seed);
  printCross("Passes as (ours, titles replaced by one that names no kind)", asOtherKindWithoutTitle);
  console.log("\nFindings on approved documents");
  console.table(
    Object.fromEntries(findings.map(({ code, meaning, places }) => [code, { found: places.length, meaning }])),
  );
  for (const { code, places } of findings)
    for (const { path, line, message } of places) console.log(`${code}  ${path}:${line}  ${message}`);
  console.log("\nTime on generated documents");
  console.table(
    Object.fromEntries(
      time.rows.map(({ megabytes, bytes, nanosecondsPerByte }) => [
        `${megabytes} MB`,
        { bytes, "ns per byte": Math.round(nanosecondsPerByte) },
      ]),
    ),
  );
  console.log(`slowest over fastest, per byte: ${time.slowestOverFastest.toFixed(2)}`);
  console.log(
    `\n.meta.json: ${meta.read} of ${meta.files} read, ${meta.printedWithEveryKeyInPlace} printed with every key in place`,
  );
  for (const miss of meta.misses) console.log(`  ${miss}`);
}

function printCross(title: string, rows: ReturnType<typeof crossTable>): void {
  console.log(`\n${title}`);
  console.table(Object.fromEntries(rows.map(({ documents, passesAs }) => [documents, passesAs])));
}
