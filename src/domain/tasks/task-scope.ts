// The parts of design and plan that one task is handed: the sections its references name, otherwise the whole document,
// and a note about every reference that led nowhere. Nothing is shortened: sections and documents come whole.
import { joinSections } from "../documents/cited-sections.ts";
import { indexSections } from "../documents/section.ts";
import { readSections } from "../text/markdown.ts";
import { resolveReference } from "./resolve-reference.ts";
import type { Task } from "./task-list.ts";
import type { TaskReference } from "./task-references.ts";

type Document = "design" | "plan";

export interface TaskScope {
  readonly design: string;
  readonly plan: string;
  readonly references: readonly ScopedReference[];
  readonly warnings: readonly string[];
}

export interface ScopedReference extends TaskReference {
  /** The heading it resolved to; null when there is none. */
  readonly resolved: string | null;
}

export function scopeTask(task: Task, documents: Readonly<Record<Document, string>>): TaskScope {
  const design = scopeDocument("design", task.references, documents.design);
  const plan = scopeDocument("plan", task.references, documents.plan);
  const unknown = task.references.filter(({ kind }) => kind === "unknown");
  const isCiting = design.cited.length + plan.cited.length > 0;
  return {
    design: isCiting ? design.text : documents.design,
    plan: isCiting ? plan.text : documents.plan,
    references: [
      ...design.cited,
      ...plan.cited,
      ...task.references
        .filter(({ kind }) => kind !== "design" && kind !== "plan")
        .map((reference) => ({ ...reference, resolved: null })),
    ],
    warnings: [
      ...unknown.map(({ raw }) => `"${raw}" names no document and is skipped`),
      ...(isCiting ? [] : ["No parseable traceability references — loading full artifacts."]),
      ...design.warnings,
      ...plan.warnings,
    ],
  };
}

interface Scoped {
  readonly text: string;
  readonly cited: readonly ScopedReference[];
  readonly warnings: readonly string[];
}

/** A document that is not cited is left out; one cited as a whole, or by an id it does not have, comes whole. */
function scopeDocument(kind: Document, references: readonly TaskReference[], text: string): Scoped {
  const find = indexSections(readSections(text));
  const own = references.filter((reference) => reference.kind === kind);
  const found = own.map((reference) => ({ reference, section: resolveReference(find, reference) }));
  const cited = found.map(({ reference, section }) => ({ ...reference, resolved: section?.title ?? null }));
  const missing = found.filter(({ section }) => !section);
  if (missing.length > 0) {
    const warnings = missing
      .filter(({ reference }) => reference.id !== undefined)
      .map(({ reference }) => `"${reference.raw}" is not a heading of ${kind}.md; the whole document is given`);
    return { text, cited, warnings };
  }
  const sections = found.flatMap(({ section }) => section ?? []);
  return { text: joinSections(text, sections), cited, warnings: [] };
}
