// What can be wrong between a task list and the documents it builds on: ids that do not exist, ids that cannot be
// handed over as sections because they are not headings, criteria that no task covers. A missing document is skipped.
import { type ArtifactKind, artifactFile, artifactTitle } from "../documents/document-names.ts";
import { type FindSection, indexSections } from "../documents/section.ts";
import { resolveReference } from "../tasks/resolve-reference.ts";
import type { FieldName } from "../tasks/task-fields.ts";
import type { Task } from "../tasks/task-list.ts";
import type { TaskReference } from "../tasks/task-references.ts";
import { type Markdown, readMarkdown } from "../text/markdown.ts";
import { type Criterion, citedCriteria, criterionKey, readCriteria } from "./criteria.ts";
import type { LintProblem, Siblings } from "./lint-problem.ts";

export function lintReferences(text: string, tasks: readonly Task[], siblings: Siblings): LintProblem[] {
  const documents = CITED_KINDS.flatMap((kind) => {
    const sibling = siblings[kind];
    return sibling === undefined ? [] : [openDocument(kind, sibling)];
  });
  const spec = documents.find(({ kind }) => kind === "spec");
  return [
    ...tasks.flatMap((task) => unresolved(task, documents)),
    ...(spec ? uncited(text, tasks, readCriteria(spec.markdown)) : []),
  ];
}

const CITED_KINDS = ["prd", "spec", "design", "plan"] as const satisfies readonly ArtifactKind[];

interface OpenDocument {
  readonly kind: ArtifactKind;
  readonly markdown: Markdown;
  readonly find: FindSection;
  /** Ids that occur anywhere in the document. */
  readonly mentions: ReadonlySet<string>;
}

function openDocument(kind: ArtifactKind, text: string): OpenDocument {
  const markdown = readMarkdown(text);
  // `AC6` may be the sixth item of the criteria
  const items = Array.from(text.matchAll(/^[ \t]*(\d+[a-z]?)[.)]\s/gm), ([, number]) => `ac${number} sc${number}`);
  const mentions = new Set([...idsIn(text), ...items.flatMap((pair) => pair.split(" "))]);
  return { kind, markdown, find: indexSections(markdown.sections), mentions };
}

function idsIn(text: string): Set<string> {
  const ids = text.matchAll(/\b(?:[A-Za-z]{1,4}-?)?\d+[A-Za-z]?(?:\.\d+[A-Za-z]?)*/g);
  return new Set(Array.from(ids, ([id]) => idKey(id)));
}

function idKey(id: string): string {
  return id.toLowerCase().replace("-", "");
}

function unresolved(task: Task, documents: readonly OpenDocument[]): LintProblem[] {
  const found = new Map<string, LintProblem>();
  for (const reference of task.references) {
    const document = documents.find(({ kind }) => kind === reference.kind);
    const problem = document && judge(task, reference, document, documents);
    if (problem) found.set(problem.message, problem);
  }
  return [...found.values()];
}

/** References in words are not judged: too often they are just a sentence. */
function judge(
  task: Task,
  reference: TaskReference,
  document: OpenDocument,
  documents: readonly OpenDocument[],
): LintProblem | undefined {
  const { id, word, kind, raw } = reference;
  if (id === undefined || !/\d/.test(id) || /\s/.test(id) || resolveReference(document.find, reference))
    return undefined;
  const line = task.fields.find(({ name, value }) => ISSUERS.has(name) && value.includes(id))?.line ?? task.line;
  const file = artifactFile(document.kind);
  const what = [artifactTitle(document.kind), word, id].filter((part) => part !== undefined).join(" ");

  if (document.mentions.has(idKey(id))) {
    if (kind === "spec" || kind === "prd") return undefined; // these are handed over whole, by path
    const message = `task ${task.number} cites ${what}, which is not a heading in ${file}: the whole document would be sent`;
    return {
      code: "reference-not-a-heading",
      line,
      message,
      fix: `make it a heading in ${file}, or cite the one it is under`,
    };
  }
  // `R-3` may be a risk of the design: a reference must match its document only if it names the document
  const isNamed = new RegExp(`\\b${kind}`, "i").test(raw);
  if (!isNamed && documents.some(({ mentions }) => mentions.has(idKey(id)))) return undefined;
  const message = `task ${task.number} cites ${what}, which is not in ${file}`;
  return { code: "reference-unknown", line, message, fix: `cite an id that is in ${file}` };
}

const ISSUERS: ReadonlySet<FieldName> = new Set<FieldName>(["why", "reference"]);

/** Silent if the tasks do not use ids: no field cites one, and fewer than half of the criteria are mentioned at all. */
function uncited(text: string, tasks: readonly Task[], criteria: readonly Criterion[]): LintProblem[] {
  const [cited, ids] = [citedCriteria(text), idsIn(text)];
  const missing = criteria.filter(
    ({ id, requirements }) => !cited.has(criterionKey(id)) && !requirements.some((name) => ids.has(idKey(name))),
  );
  const isCitedInFields = tasks.some(({ references }) =>
    references.some(({ id }) => id !== undefined && /^AC[- ]?\d/i.test(id)),
  );
  const worksWithIds = isCitedInFields || missing.length * 2 <= criteria.length;
  if (!worksWithIds || missing.length === criteria.length) return [];
  return missing.map(({ id, line }) => ({
    code: "criterion-uncited",
    line: 1,
    message: `no task cites ${id} (${artifactFile("spec")}, line ${line})`,
    fix: "name it in the Why of the task that fulfils it, or add that task",
  }));
}
