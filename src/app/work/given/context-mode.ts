// How a role gets what it builds on: by path (lazy), pasted (inject), or in front of every prompt of the loop (trunk).
// The mode is fixed when the run begins. Texts are copied into the run folder, so a replay composes the same bytes.
import type { Config } from "../../../domain/config/config.ts";
import type { ArtifactName } from "../../../domain/documents/document-names.ts";
import type { RequiredArtifact } from "../../../domain/prompts/review-prompt.ts";
import type { PastedDocument, TrunkDocuments } from "../../../domain/prompts/trunk.ts";
import { type Effort, effortOf } from "../../../domain/roles/effort.ts";
import { type Role, roleOf } from "../../../domain/roles/role.ts";
import type { DiffForm } from "../../../ports/git/repository.ts";
import type { AgentAbilities } from "../state/agent-abilities.ts";
import type { Parts } from "../state/phase-run.ts";

export type ContextMode = "lazy" | "inject" | "trunk";

export function contextMode(phase: Parts<"abilities" | "run">, role?: Role): ContextMode {
  const mode = modeFor(phase.run.head.config.review, phase.abilities);
  return mode === "trunk" && role?.alone ? "inject" : mode;
}

function modeFor({ context }: Config["review"], { trunk }: Pick<AgentAbilities, "trunk">): ContextMode {
  return context === "auto" ? (trunk ? "trunk" : "lazy") : context;
}

/** Warning for a requested fork that is not possible, given once; sessions are resumed instead. */
export function forkWarning(review: Config["review"], abilities: Pick<AgentAbilities, "trunk">): string | undefined {
  const mode = modeFor(review, abilities);
  if (review.session !== "fork" || mode === "trunk") return undefined;
  const why = review.context === "auto" ? "these agents have no trunk" : `review.context is "${mode}"`;
  return `review.session "fork" needs a trunk, but ${why}: sessions are resumed instead`;
}

/** On a trunk, every role already has the whole text above, so a compact diff is enough. */
export function diffForm(phase: Parts<"abilities" | "run">): DiffForm {
  const { compactDiffs } = phase.run.head.config.review;
  const isCompact = compactDiffs === "auto" ? contextMode(phase) === "trunk" : compactDiffs === "always";
  return isCompact ? "compact" : "plain";
}

export interface Upstream {
  readonly required: readonly RequiredArtifact[];
  readonly trunk?: TrunkDocuments;
}

/** On the trunk, every role reads the first few of these, so that all prompts share one beginning. */
const SHARED: readonly ArtifactName[] = ["prd.md", "spec.md", "design.md"];

/** The documents in front of the role's prompts, up to the last one it builds on. */
export function trunkPaths(folder: string, names: readonly ArtifactName[], prd: string | null): string[] {
  const last = Math.max(...names.map((name) => SHARED.indexOf(name)), -1);
  const shared = SHARED.slice(0, last + 1).map((name) => (name === "prd.md" ? prd : `${folder}/${name}`));
  return shared.filter((path) => path !== null);
}

/** The same artifacts with their texts. */
export function withTexts(
  mode: Exclude<ContextMode, "lazy">,
  required: readonly RequiredArtifact[],
  shared: readonly string[],
  documents: readonly PastedDocument[],
): Upstream {
  const found = (path: string | undefined) => documents.find((one) => one.path === path);
  const pasted = required.map((one): RequiredArtifact => {
    const text = found(one.path)?.text;
    return one.path === undefined || text === undefined ? one : { title: one.title, path: one.path, text };
  });
  if (mode === "inject") return { required: pasted };
  const later = required.flatMap(({ path }) =>
    path !== undefined && !shared.includes(path) ? (found(path) ?? []) : [],
  );
  return { required: pasted, trunk: { shared: shared.flatMap((path) => found(path) ?? []), later } };
}

/** No model can read what another model wrote to the cache, so on a trunk all roles use the same model. */
export function modelOf(phase: Parts<"abilities" | "run">, role: Role): Role["model"] {
  const isShared = contextMode(phase, role) === "trunk" && phase.run.head.config.review.models === "auto";
  return isShared ? roleOf("implementation-reviewer").model : role.model;
}

/** Goes with the model: what was sent at one effort cannot be read from the cache at another. */
export function effortFor(phase: Parts<"abilities" | "run">, role: Role): Effort {
  return effortOf({ role: role.id, model: modelOf(phase, role) }, phase.run.head.config.agents.effort);
}
