// The five documents of a feature, and the levels that say whether one is usable. Level 4 reads documents as people and
// agents write them: it asks for what marks a document of its kind, so a name belongs here only if a document without
// it is not of that kind. bench/validate.ts measures every pattern against approved documents.
import { findPlaces, type Outline, type Part, type Place, plainText, readOutline } from "./artifact-sections.ts";
import { ARTIFACT_KINDS, type ArtifactKind, artifactFile, artifactTitle } from "./document-names.ts";

export interface LevelProblem {
  /** 1 missing, 2 a stub, 3 without sections, 4 without the section its kind needs. */
  readonly level: 1 | 2 | 3 | 4;
  readonly message: string;
  /** Level 4: any of these would have done. */
  readonly lookedFor?: readonly string[];
}

/** The first level the document fails; undefined when it passes all four. */
export function checkLevels(
  kind: ArtifactKind,
  text: string | undefined,
  {
    file = artifactFile(kind),
    outline: known,
  }: { readonly file?: string; readonly outline?: Outline | undefined } = {},
): LevelProblem | undefined {
  if (text === undefined) return { level: 1, message: `${file} does not exist` };

  const bytes = new TextEncoder().encode(text).length;
  if (bytes < 100) return { level: 2, message: `${file} is empty or a stub (${bytes} of at least 100 bytes)` };

  const outline = known ?? readOutline(text);
  if (!outline.sections.some(({ level }) => level === 2)) return { level: 3, message: `${file} has no "## " heading` };

  const places = placesIn(kind, outline);
  const missing = PARTS[kind].find((part) => !places.some((place) => place.part === part));
  if (missing) {
    const message = `${file} has no section such as ${missing.names.join(" or ")}`;
    return { level: 4, message, lookedFor: missing.names };
  }
  if (!isTitledAsAnother(kind, outline)) return undefined;
  const message = `${file} is titled "${outline.title}", which names another document`;
  return { level: 4, message, lookedFor: [`# ${artifactTitle(kind)}: …`] };
}

/** Every place level 4 relies on; without them the document is refused. */
export function requiredPlaces(kind: ArtifactKind, text: string): Place[] {
  return placesIn(kind, readOutline(text));
}

const CRITERIA = /(?:acceptance|success)\s+(?:criteria|criterion|conditions|tests|scenarios|metrics|measures)\b/;
/** A section about the criteria is not the criteria: coverage tables and checklists in every kind repeat the name. */
const NOT_ABOUT = /(?!.*\b(?:coverage|mapping|matrix|trace|traceability|verification|verify|checklist)\b)/;
const CRITERION_ID = /(?:AC|SC)[- ]?\d/;
const UNIT = /(?:phase|step|stage|task|bundle|group|track|milestone|workstream|batch|wave|increment|iteration|item)/;
const TASK = /(?:(?:[Tt]ask|TASK)\s+(?:[A-Z]{0,2}\d+|[A-Z])(?:[.-](?:\d+|[A-Z]))*[a-z]?\b|T-?\d+(?:\.\d+)*[a-z]?\b)/;
const BARE_NUMBER = /^\d+(?:\.\d+)*[A-Za-z]?[.:)]?\s/;

const PARTS: Readonly<Record<ArtifactKind, readonly Part[]>> = {
  prd: [
    {
      names: ["Problem Statement"],
      heading: pattern`^(?:problems?(?:\s+(?:statement|description|definition|summary))?\s*(?:$|[:(—–-])|pain points\b|motivation\b|(?:critical\s+)?gaps\b)`,
      label: pattern`^problem(?:\s+statement)?$`,
    },
    {
      names: ["Goals", "Success Criteria", "Requirements"],
      heading: pattern`^(?:[\w-]+\s+){0,2}(?:goals?|objectives?|${CRITERIA}|requirements|outcomes|recommendations|remediation|priorit(?:y|ies))\b`,
      label: pattern`^(?:goals?|objectives?|${CRITERIA}|requirements)$`,
    },
  ],
  spec: [
    {
      names: ["Success Criteria", "Acceptance Criteria"],
      heading: pattern`^${NOT_ABOUT}(?:(?:[\w-]+\s+){0,2}${CRITERIA}|${CRITERION_ID})`,
      label: pattern`^${NOT_ABOUT}(?:${CRITERIA}|acceptance$|acs?$|${CRITERION_ID})`,
      column: pattern`^${CRITERIA}$`,
      listed: { under: /requirements?\b|^(?:N?FR|REQ|R|US)[- ]?\d|user stor/i, item: pattern`^${CRITERION_ID}` },
    },
  ],
  design: [
    {
      names: ["Components", "Architecture"],
      heading: pattern`^(?:(?:[\w-]+\s+){0,2}(?:architecture|components)\b|component\b|C-?\d+\b)`,
    },
  ],
  plan: [
    {
      names: ["Implementation Order", "Phase 1", "Step 1"],
      heading: pattern`^(?:(?:implementation|execution|build|delivery|development|rollout|task|step)\s+(?:order|sequence|roadmap)\b(?!\s+summary)|(?:implementation\s+)?(?:${UNIT}s|plan)$|${UNIT}\s*[-#]?\s*(?:\d|[A-Z]\b)|T\d)`,
      headingWhenTitled: BARE_NUMBER,
    },
  ],
  tasks: [
    {
      names: ["Task 1: …", "T1: …", "- [ ] **1.1** …"],
      heading: new RegExp(`^${TASK.source}`),
      headingWhenTitled: BARE_NUMBER,
      item: new RegExp(`^(?:${TASK.source}|\\d+(?:\\.\\d+)+[a-z]?\\b)`),
    },
  ],
};

const KIND_NAMES: Readonly<Record<ArtifactKind, RegExp>> = {
  prd: /PRD|product requirements(?: document)?/,
  spec: /(?:(?:functional|technical|feature|requirements)\s+)?(?:spec|specs|specification)/,
  design: /(?:(?:technical|system|software)\s+)?design(?: doc| document)?/,
  plan: /(?:(?:implementation|project|execution)\s+)?plan/,
  tasks: /(?:implementation\s+)?(?:tasks|task list|task breakdown)/,
};

function placesIn(kind: ArtifactKind, outline: Outline): Place[] {
  const named = kindsInTitle(outline);
  const places = PARTS[kind].flatMap((part) => findPlaces(part, outline, named.includes(kind)));
  return named.length > 0 || kind === "tasks" ? places : withoutTasks(places, outline);
}

/** The kinds that a title gives as the document's kind: `Plan: …`, `Feature 12 — Design`; not `Plan the release`. */
function kindsInTitle({ title }: Outline): ArtifactKind[] {
  if (title === undefined) return [];
  return ARTIFACT_KINDS.filter((kind) => {
    const name = KIND_NAMES[kind];
    return pattern`^(?:${name})\s*(?:[:—–(]|-\s|$)|(?:[:—–]|\s-)\s*(?:${name})$`.test(plainText(title));
  });
}

/** A plan that numbers its tasks doubles as the task list; otherwise a document is what its title says. */
function isTitledAsAnother(kind: ArtifactKind, outline: Outline): boolean {
  const named = kindsInTitle(outline);
  return named.length > 0 && !named.includes(kind) && !(kind === "tasks" && named.includes("plan"));
}

/**
 * In a document whose title names no kind, anything inside a task, and a numbered heading that only groups tasks,
 * belongs to a task list and marks nothing else.
 */
function withoutTasks(places: readonly Place[], outline: Outline): Place[] {
  const tasks = PARTS.tasks.flatMap((part) => findPlaces(part, outline, false));
  const isTask = new Uint8Array(tasks.reduce((furthest, { end }) => Math.max(furthest, end), 0));
  for (const { start, end } of tasks) isTask.fill(1, start, end);
  const groupsTasks = ({ found, start, end }: Place) =>
    /^\w+[ -]*(?:\d|[A-Z]\b)|^tasks$/i.test(plainText(found)) && isTask.subarray(start, end).includes(1);
  return places.filter((place) => isTask[place.start] !== 1 && !groupsTasks(place));
}

/** A case-insensitive pattern built from smaller ones. */
function pattern(text: TemplateStringsArray, ...parts: readonly RegExp[]): RegExp {
  return new RegExp(String.raw(text, ...parts.map(({ source }) => source)), "i");
}
