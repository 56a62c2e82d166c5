// Before anything is written: the world as the run finds it, the PRD, the repository's own rules, and what each role
// will be told to read. Looked up once per run and recorded, so a replay sees the same.

import { artifactTitle, kindOfFile } from "../../domain/documents/document-names.ts";
import type { Decision } from "../../domain/feature/meta/decision.ts";
import type { FeatureMeta } from "../../domain/feature/meta/feature-meta.ts";
import type { RequiredArtifact, RoleMaterial } from "../../domain/prompts/review-prompt.ts";
import { isGivenLessons, type RoleId, roleOf } from "../../domain/roles/role.ts";
import type { RolePrompt } from "../../domain/roles/role-prompt.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { Json } from "../../domain/text/json/json.ts";
import { sha256 } from "../../domain/text/sha256.ts";
import { chooseMemories } from "../knowledge/hand-over-memories.ts";
import { settleTests } from "../work/checks/settle-tests.ts";
import { contextMode, trunkPaths, withTexts } from "../work/given/context-mode.ts";
import { readKeptJson } from "../work/given/kept-json.ts";
import { historyPath, keepEarlierHistory } from "../work/history.ts";
import type { Parts, PhaseRun } from "../work/state/phase-run.ts";
import { askPerson } from "../work/wait-for.ts";
import { isSameWorld, look, settleForeignChange } from "../work/world.ts";
import { decisionsByHand, settleDecisions } from "./take-over-decisions.ts";

export interface Setup {
  readonly at: string;
  /** Path of the PRD; null when the feature has none. */
  readonly prd: string | null;
  readonly guides: string | undefined;
  /** Lessons given to each role, by role and subject: chosen once, then the same for every fresh dispatch. */
  readonly lessons: Map<string, string | undefined>;
  /** What the author is told about the feature beyond the request; may be empty. */
  readonly featureText: string;
}

/** What a role works on, beyond the sentence that describes the feature. */
export interface Subject {
  readonly text: string;
  readonly files: readonly string[];
}

export interface RoleSetup {
  readonly material: RoleMaterial;
  readonly requiredPaths: readonly string[];
  readonly requiredChars: number;
  /** What the person decided since the role's last turn. */
  newDecisions(): readonly Decision[];
}

/** `meta` is missing in a brainstorm, which has no feature yet. */
export async function setUpPhase(phase: PhaseRun, meta?: FeatureMeta): Promise<Omit<Setup, "featureText">> {
  await checkStart(phase);
  const { run, ports, feature } = phase;
  const brainstormSource = meta?.brainstorm_source ?? undefined;
  const found = await run.step({
    name: phase.steps.next(0, "setup"),
    input: { guides: run.head.config.agentGuides, brainstorm: brainstormSource ?? null },
    work: async () => {
      const guides = run.head.config.agentGuides ? await readGuides(phase) : undefined;
      if (guides !== undefined) await run.folder.write("guides.md", guides);
      const candidates = [`${feature.folder}/prd.md`, ...(brainstormSource ? [brainstormSource] : [])];
      let prd: string | null = null;
      for (const path of candidates) {
        if (prd === null && (await ports.tree.read(path)) !== undefined) prd = path;
      }
      const hash = guides === undefined ? null : sha256(guides);
      const decisions = (meta?.decisions ?? []) as Json[]; // read from JSON
      const byHand = (await decisionsByHand(phase, meta)) as Json[];
      return {
        at: ports.clock.now().toISOString(),
        prd,
        guides: hash,
        decisions,
        ...(byHand.length > 0 && { byHand }),
      };
    },
  });
  const [decisions, byHand] = [found.decisions, found.byHand ?? []] as Decision[][]; // as recorded above
  phase.decisions.add(...(await settleDecisions(phase, decisions ?? [], byHand ?? [])));
  await settleTests(phase);
  return {
    at: found.at,
    prd: found.prd,
    guides: found.guides === null ? undefined : await run.folder.read("guides.md"),
    lessons: new Map(),
  };
}

/** HEAD must be the feature's branch, and the files the engine will change must not hold uncommitted work. */
async function checkStart(phase: PhaseRun): Promise<void> {
  const ours = phase.ownsBranch
    ? [phase.artifact, `${phase.feature.folder}/.meta.json`, historyPath(phase)]
    : [phase.artifact];
  for (;;) {
    const name = phase.steps.next(0, "start");
    const seen = await phase.run.step({
      name,
      input: null,
      work: async () => {
        await keepEarlierHistory(phase);
        return { ...(await look(phase)), dirty: await phase.ports.repository.dirty(ours) };
      },
    });
    const { dirty, ...world } = seen;
    phase.world.accept({ branch: phase.feature.branch, head: phase.run.head.base, blob: world.blob, meta: world.meta });
    if (!isSameWorld(world, phase.world.expected)) {
      await settleForeignChange(phase, name, world);
      if (world.branch !== phase.feature.branch) continue; // switched: everything looks different there
    }
    if (dirty.length === 0) return;
    await askPerson(phase, {
      name: `${name}/dirty`,
      topic: "dirty-artifact",
      text: `${dirty.join(", ")} ${dirty.length === 1 ? "has" : "have"} uncommitted changes, and ${phase.name} is about to write there.`,
      options: [{ value: "include", label: "Continue with them", hint: "nothing is thrown away" }],
    });
    return;
  }
}

/**
 * The prompt, the sizes and which documents there are, are recorded: a newer prompt file, a changed or a removed document
 * must not change a run's past.
 */
export async function setUpRole(
  phase: PhaseRun,
  setup: Pick<Setup, "prd" | "guides" | "lessons">,
  role: RoleId,
  subject: Subject = { text: "", files: [] },
): Promise<RoleSetup> {
  const mode = contextMode(phase, roleOf(role));
  // The judged text changes with every round, so when pasted it goes below, with the rest of the round's content.
  const isOwn = (name: string) => mode !== "lazy" && `${phase.feature.folder}/${name}` === phase.artifact;
  const names = (roleOf(role).artifacts[phase.name] ?? []).filter((name) => !isOwn(name));
  const wanted = names.map((name) => requiredArtifact(phase, setup, name));
  const wantedPaths = pathsOf(wanted);
  const shared = mode === "trunk" ? trunkPaths(phase.feature.folder, names, setup.prd) : [];
  const paths = [...new Set([...shared, ...wantedPaths])];
  const name = phase.steps.next(0, `${role}-context`);
  const copy = `prompts/${name.replaceAll("/", "-")}`;
  const lessons = `memories/${name.replaceAll("/", "-")}.md`;
  const key = `${role} ${subject.text}`;
  const isOwed = phase.run.head.config.memory.use && isGivenLessons(roleOf(role)) && !setup.lessons.has(key);
  const { chars, missing, memories } = await phase.run.step({
    name,
    input: wantedPaths,
    work: async () => {
      await phase.run.folder.write(`${copy}.json`, JSON.stringify(await phase.ports.prompts.of(role)));
      const texts = await Promise.all(paths.map((path) => phase.ports.tree.read(path)));
      if (mode !== "lazy")
        await phase.run.folder.write(`${copy}-texts.json`, JSON.stringify(texts.map((text) => text ?? null)));
      const about = { text: [phase.feature.description, subject.text].join("\n"), files: subject.files };
      const chosen = isOwed ? await chooseMemories(phase, role, about, name) : undefined;
      if (chosen !== undefined) await phase.run.folder.write(lessons, chosen);
      return {
        chars: texts.reduce((sum, text) => sum + (text?.length ?? 0), 0),
        missing: wantedPaths.filter((path) => path !== phase.artifact && texts[paths.indexOf(path)] === undefined),
        memories: chosen !== undefined,
      };
    },
  });
  if (isOwed) setup.lessons.set(key, memories ? await phase.run.folder.read(lessons) : undefined);
  const rolePrompt = await readKeptJson<RolePrompt>(phase, `${copy}.json`);
  const { name: kind, decisions: person } = phase;
  const material = {
    ...{ role, rolePrompt, phase: kind, guides: setup.guides, memories: setup.lessons.get(key), person },
    leftOut: missing.map(nameOf),
  };
  const newDecisions = () => phase.decisions.newFor(role);
  const required = wanted.filter(({ path }) => path === undefined || !missing.includes(path));
  const requiredPaths = pathsOf(required);
  if (mode === "lazy")
    return { material: { ...material, required }, requiredPaths, requiredChars: chars, newDecisions };

  const texts = await readKeptJson<(string | null)[]>(phase, `${copy}-texts.json`);
  const documents = paths.flatMap((path, index) => {
    const text = texts[index];
    return typeof text === "string" ? [{ title: titleOf(path, setup.prd), path, text }] : [];
  });
  const upstream = withTexts(mode, required, shared, documents);
  // Nothing is left to read first, and the texts count as part of the prompt.
  return { material: { ...material, ...upstream }, requiredPaths: [], requiredChars: 0, newDecisions };
}

function titleOf(path: string, prd: string | null): string {
  if (path === prd) return "PRD";
  const kind = kindOfFile(nameOf(path));
  return kind ? artifactTitle(kind) : path;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function pathsOf(artifacts: readonly RequiredArtifact[]): string[] {
  return artifacts.flatMap(({ path }) => (path === undefined ? [] : [path]));
}

function requiredArtifact(phase: Parts<"feature">, setup: Pick<Setup, "prd">, name: string): RequiredArtifact {
  if (name === "prd.md")
    return setup.prd === null ? { title: "PRD", path: undefined } : { title: "PRD", path: setup.prd };
  const kind = kindOfFile(name);
  return { title: kind ? artifactTitle(kind) : name, path: `${phase.feature.folder}/${name}` };
}

async function readGuides(phase: Parts<"ports">): Promise<string | undefined> {
  const files = ["AGENTS.md", "CLAUDE.md"];
  const texts = await Promise.all(files.map((file) => phase.ports.tree.read(file).catch(skipRefused(phase, file))));
  const parts = files.flatMap((file, index) => {
    const text = texts[index]?.trim();
    // CLAUDE.md is often just the one line that includes the other file.
    return text && text !== "@AGENTS.md" ? [`### ${file}\n\n${text}`] : [];
  });
  return parts.length === 0 ? undefined : parts.join("\n\n");
}

/** A guide that is a link to a file elsewhere is not read; the run continues without it. */
function skipRefused(phase: Parts<"ports">, file: string) {
  return (error: unknown): undefined => {
    if (!(error instanceof IflowError) || error.code !== "path-refused") throw error;
    phase.ports.emit({ type: "warned", text: `${file} was skipped: ${error.message}` });
  };
}
