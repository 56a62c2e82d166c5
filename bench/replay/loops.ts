// Real review loops: a document as it was before and after each revision, in the order of their commits. Revisions whose
// text before is not known are left out. Upstream documents come from the folder of the corpus, where it has them.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { ArtifactName } from "../../src/domain/documents/document-names.ts";
import { type RoleId, roleOf } from "../../src/domain/roles/role.ts";

const ReplaySchema = z.object({
  feature: z.string(),
  phase: z.enum(["specify", "design", "create-plan", "create-tasks"]),
  stage: z.enum(["domain", "phase"]),
  artifact: z.string(),
  iterations: z.array(
    z.object({ iteration: z.number(), committed_at: z.number(), before: z.string(), after: z.string() }),
  ),
});

export type Phase = z.infer<typeof ReplaySchema>["phase"];

export interface Revision {
  readonly before: string;
  readonly after: string;
  /** Seconds since the revision before it; undefined for the first. */
  readonly gap: number | undefined;
}

export interface Loop {
  readonly name: string;
  readonly phase: Phase;
  readonly role: RoleId;
  readonly artifact: string;
  readonly revisions: readonly Revision[];
  /** Texts of the documents the reviewer builds on, without the one under review. */
  readonly upstream: readonly { readonly name: ArtifactName; readonly text: string }[];
}

const REVIEWERS: Readonly<Record<Phase, RoleId>> = {
  specify: "spec-reviewer",
  design: "design-reviewer",
  "create-plan": "plan-reviewer",
  "create-tasks": "task-reviewer",
};

export function readLoops(folder: string, corpus: string): Loop[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return files.sort().flatMap((name) => {
    const replay = ReplaySchema.parse(JSON.parse(readFileSync(join(folder, name), "utf8")));
    const { feature, phase, stage, artifact, iterations } = replay;
    const revisions = iterations.flatMap(({ before, after, committed_at }, index) => {
      const earlier = iterations[index - 1];
      const gap = earlier && committed_at - earlier.committed_at;
      return before === "" || before === after ? [] : [{ before, after, gap }];
    });
    if (revisions.length === 0) return [];
    const role = stage === "domain" ? REVIEWERS[phase] : "phase-reviewer";
    const upstream = (roleOf(role).artifacts[phase] ?? []).flatMap((document) => {
      const path = join(corpus, feature, document);
      return document !== artifact && existsSync(path) ? [{ name: document, text: readFileSync(path, "utf8") }] : [];
    });
    return [{ name, phase, role, artifact, revisions, upstream }];
  });
}
