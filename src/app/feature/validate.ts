// What the linter says about a feature's documents, or about named files. Read-only. A missing document of a completed
// phase is reported as a problem, not thrown as an error.
import { ARTIFACT_KINDS, type ArtifactKind, artifactFile, kindOfFile } from "../../domain/documents/document-names.ts";
import type { Feature } from "../../domain/feature/feature.ts";
import { shortName } from "../../domain/feature/feature-name.ts";
import type { FeatureMeta } from "../../domain/feature/meta/feature-meta.ts";
import { artifactOf, isPhaseDone, PHASES } from "../../domain/feature/phase.ts";
import { printCommands } from "../../domain/feature/printed-commands.ts";
import { type LintResult, lint } from "../../domain/lint/lint.ts";
import type { Siblings } from "../../domain/lint/lint-problem.ts";
import { IflowError } from "../../domain/text/errors.ts";
import { shellWord } from "../../domain/text/shell-word.ts";
import type { WorkingTree } from "../../ports/git/working-tree.ts";
import { type FeaturePorts, knownKeys, resolveFeature } from "./features.ts";

export interface ValidatedDocument extends LintResult {
  readonly path: string;
  readonly kind: ArtifactKind;
}

export async function validateFeature(
  ports: FeaturePorts,
  artifactsRoot: string,
  asked: string | undefined,
): Promise<ValidatedDocument[]> {
  const { feature, meta } = await resolveFeature(ports, artifactsRoot, asked);
  const texts = await readArtifacts(await readerOf(ports, feature));
  const documents = lintAll(texts, (kind) => `${feature.folder}/${artifactFile(kind)}`, promisedBy(meta));
  const { branch } = await ports.repository.where();
  if (branch === feature.branch) return documents;
  return naming(documents, shortName(await knownKeys(ports, artifactsRoot), feature.key));
}

/** Away from its branch, a command that repairs a document needs the name of the feature. */
function naming(documents: readonly ValidatedDocument[], feature: string): ValidatedDocument[] {
  const named = (fix: string) => printCommands(fix, { program: "iflow", feature });
  return documents.map(({ findings, ...document }) => ({
    ...document,
    findings: findings.map((finding) => ({ ...finding, fix: named(finding.fix) })),
  }));
}

/** `path` is what the person typed, `place` the same as an absolute path. */
export async function validatePath(
  files: Pick<WorkingTree, "read" | "list">,
  { path, place, as }: { readonly path: string; readonly place: string; readonly as: ArtifactKind | undefined },
): Promise<ValidatedDocument[]> {
  const isFolder = (await files.list(place)).length > 0;
  if (isFolder) {
    const texts = await readArtifacts((file) => files.read(`${place}/${file}`));
    const folder = path.replace(/\/+$/, "");
    return lintAll(texts, (kind) => `${folder}/${artifactFile(kind)}`, []);
  }

  const text = await readNamed(files, path, place);
  const kind = as ?? kindOfFile(place.slice(place.lastIndexOf("/") + 1));
  if (kind === undefined) {
    throw new IflowError("usage", `the name ${path} does not say which kind of document it is`, {
      fix: `name the kind: iflow validate ${shellWord(path)} --as ${ARTIFACT_KINDS.join("|")}`,
    });
  }
  const folder = place.slice(0, place.lastIndexOf("/") + 1);
  const { [kind]: _, ...siblings } = await readArtifacts((file) => files.read(`${folder}${file}`));
  return [{ path, kind, ...lint({ path, kind, text }, siblings) }];
}

/** A file that the person named; errors mention the name as they typed it. */
export async function readNamed(files: Pick<WorkingTree, "read">, path: string, place: string): Promise<string> {
  const text = await files.read(place).catch((error: unknown) => {
    if (!(error instanceof IflowError)) throw error;
    throw new IflowError("usage", error.message.replace(place, path), {
      fix: "give a text file in UTF-8, at most 5 MB",
    });
  });
  if (text !== undefined) return text;
  throw new IflowError("usage", `there is no file ${path}`, {
    fix: "give a feature such as 007-rate-limit, a file, or nothing for the active feature",
  });
}

type ReadArtifact = (file: string) => Promise<string | undefined>;

/** The working tree if the feature is there, else the tip of its branch. */
async function readerOf(
  { repository, tree }: Pick<FeaturePorts, "repository" | "tree">,
  { folder, branch }: Feature,
): Promise<ReadArtifact> {
  const isInTree = (await tree.read(`${folder}/.meta.json`)) !== undefined;
  const revision = isInTree ? undefined : await repository.tip(branch);
  return (file) =>
    revision === undefined ? tree.read(`${folder}/${file}`) : repository.show(revision, `${folder}/${file}`);
}

async function readArtifacts(read: ReadArtifact): Promise<Siblings> {
  const texts: { -readonly [K in keyof Siblings]: Siblings[K] } = {};
  for (const kind of ARTIFACT_KINDS) {
    const text = await read(artifactFile(kind));
    if (text !== undefined) texts[kind] = text;
  }
  return texts;
}

/** A feature may begin without a PRD, so a PRD is never required. */
function promisedBy({ lastCompletedPhase, skippedPhases }: FeatureMeta): ArtifactKind[] {
  return PHASES.flatMap((phase) => {
    const kind = artifactOf(phase);
    const isSkipped = skippedPhases?.some((skipped) => skipped.phase === phase) === true;
    return kind && phase !== "brainstorm" && !isSkipped && isPhaseDone(phase, lastCompletedPhase) ? [kind] : [];
  });
}

function lintAll(
  texts: Siblings,
  pathOf: (kind: ArtifactKind) => string,
  promised: readonly ArtifactKind[],
): ValidatedDocument[] {
  return ARTIFACT_KINDS.filter((kind) => texts[kind] !== undefined || promised.includes(kind)).map((kind) => {
    const { [kind]: text, ...siblings } = texts;
    return { path: pathOf(kind), kind, ...lint({ path: pathOf(kind), kind, text }, siblings) };
  });
}
