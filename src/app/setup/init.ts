// Setting up a repository: proposes what is missing in iflow.config.json and writes what the person accepts. Other keys
// stay; nothing is committed. Folders are created by the commands that fill them.

import { discoverChecks, exampleOfTests, filesToRead, TEST_FOLDERS } from "../../domain/checks/discover-checks.ts";
import type { ProposedCheck } from "../../domain/checks/proposed-check.ts";
import { linesFor, quoteWorkflow } from "../../domain/checks/workflow-lines.ts";
import type { CheckName } from "../../domain/config/check-names.ts";
import { type Config, type ConfigLayer, mergeConfig } from "../../domain/config/config.ts";
import { type ConfigChange, changeConfig } from "../../domain/config/config-file.ts";
import { asWritten, hashValues, hasNone, type RepositoryTrust } from "../../domain/config/repository-trust.ts";
import { CONFIG_FILE } from "../../domain/config/settings-file.ts";
import { splitTrusted, type TrustedValues } from "../../domain/config/trusted-keys.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { WorkingTree } from "../../ports/git/working-tree.ts";
import type { Ports } from "../../ports/ports.ts";
import { requireIdleRepository } from "../feature/require-idle-repository.ts";
import { TELL_GIT } from "./doctor.ts";

export interface InitPlan {
  readonly file: string;
  /** Its current text; undefined when it is to be created. */
  readonly before: string | undefined;
  /** For editors: the path of the schema from this repository. */
  readonly schema: string | undefined;
  /** What every source of settings says, confirmed or not. */
  readonly layers: readonly ConfigLayer[];
  readonly config: Config;
  /** What the project's files suggest. */
  readonly found: readonly ProposedCheck[];
  /** Those of them that no setting names yet. */
  readonly checks: readonly ProposedCheck[];
  /** Commands found in CI files: never proposed, but a person may choose one. */
  readonly ci: readonly CiLine[];
  /** What a test command may look like here. */
  readonly example: string;
}

interface CiLine {
  readonly file: string;
  readonly line: string;
}

/** Lines of CI that seem to be this check. */
export function ciChoices({ ci }: InitPlan, name: CheckName): ProposedCheck[] {
  const lines = new Set(
    linesFor(
      name,
      ci.map(({ line }) => line),
    ),
  );
  return ci.flatMap(({ file, line }) => (lines.delete(line) ? [{ name, command: line, from: file }] : []));
}

export async function planInit(ports: Ports, sources: readonly ConfigLayer[]): Promise<InitPlan> {
  await requireFirstCommit(ports);
  await requireIdleRepository(ports.repository);
  const { tree } = ports;
  const before = await tree.read(CONFIG_FILE);
  const layers = asWritten(sources);
  const config = mergeConfig(layers);
  const found = await proposeChecks(tree);
  return {
    file: CONFIG_FILE,
    before,
    schema: before !== undefined && "$schema" in JSON.parse(before) ? undefined : await findSchema(tree),
    layers,
    config,
    found,
    checks: found.filter(({ name }) => config.checks[name] === undefined),
    ci: await readWorkflows(tree),
    example: exampleOfTests(await tree.list("")),
  };
}

/** git makes no commit without a name, and the wizard that asks for one comes later. */
async function requireFirstCommit({ repository, commits }: Ports): Promise<void> {
  if ((await repository.where()).head !== undefined || (await commits.identity()).isEnough) return;
  throw new IflowError("repository-state", "this repository has no commit yet, and git does not know who you are", {
    fix: `${TELL_GIT} && git commit --allow-empty --message "start"`,
  });
}

/** The commands that the project's own files suggest. */
export async function proposeChecks(tree: WorkingTree): Promise<ProposedCheck[]> {
  const names = await listNames(tree);
  return discoverChecks({ names, files: await readFiles(tree, filesToRead(names)) });
}

async function listNames(tree: WorkingTree): Promise<string[]> {
  const names = await tree.list("");
  const folders = TEST_FOLDERS.filter((folder) => names.includes(folder));
  const inside = folders.map(async (folder) => (await namesIn(tree, folder)).map((name) => `${folder}/${name}`));
  return [...names, ...(await Promise.all(inside)).flat()];
}

/** What cannot be listed, such as a link to the outside, has nothing to propose. */
const namesIn = (tree: WorkingTree, folder: string): Promise<string[]> => tree.list(folder).catch(() => []);

export function isNothingToDo({ before, schema, checks }: InitPlan): boolean {
  return before !== undefined && schema === undefined && checks.length === 0;
}

/** The file's text with everything that is proposed. */
export function composeConfig(plan: InitPlan): string {
  const checks = plan.checks.map(({ name, command }) => ({ key: `checks.${name}`, value: command }));
  return changeConfig(plan.before, [...schemaChange(plan), ...checks]);
}

export function schemaChange({ schema }: InitPlan): ConfigChange[] {
  return schema === undefined ? [] : [{ key: "$schema", value: schema }];
}

/**
 * The trusted keys that the person has just accepted; undefined when the file held others before that they have never
 * confirmed, which must not come along.
 */
export function acceptedBy({ before }: InitPlan, was: RepositoryTrust, text: string): TrustedValues | undefined {
  const old = splitTrusted(before === undefined ? {} : JSON.parse(before)).trusted;
  if (!hasNone(old) && (was.state !== "confirmed" || hashValues(old) !== was.hash)) return undefined;
  return splitTrusted(JSON.parse(text)).trusted;
}

/** False when the file already has this text. */
export async function writeConfig(
  ports: Ports,
  plan: Pick<InitPlan, "before" | "file">,
  text: string,
): Promise<boolean> {
  if (text === plan.before) return false;
  // An agent working here would otherwise be taken for the author of the file.
  const lock = await ports.runs.lock("init", { command: "iflow init" });
  try {
    if ((await ports.tree.read(plan.file)) !== plan.before) {
      throw new IflowError("repository-state", `${plan.file} was changed in the meantime`, { fix: "iflow init" });
    }
    await ports.tree.write(plan.file, text);
    return true;
  } finally {
    await lock.release();
  }
}

/** What cannot be read has nothing to propose. */
async function readFiles(tree: WorkingTree, wanted: readonly string[]): Promise<Record<string, string>> {
  const texts = await Promise.all(wanted.map((name) => tree.read(name).catch(() => undefined)));
  return Object.fromEntries(
    wanted.flatMap((name, index) => (texts[index] === undefined ? [] : [[name, texts[index]]])),
  );
}

/** Where npm puts it when iflow is a dependency of the project; a global iflow has no path that works for everyone. */
async function findSchema(tree: WorkingTree): Promise<string | undefined> {
  const path = "node_modules/iflow-engine/iflow.config.schema.json";
  const isThere = await tree.isPlainFile(path).catch(() => false); // a linked package is outside the repository
  return isThere ? `./${path}` : undefined;
}

const MOST_LINES = 12;

async function readWorkflows(tree: WorkingTree): Promise<CiLine[]> {
  const folder = ".github/workflows";
  const found: CiLine[] = [];
  for (const name of (await tree.list(folder)).filter((file) => /\.ya?ml$/.test(file))) {
    const file = `${folder}/${name}`;
    for (const line of quoteWorkflow((await tree.read(file)) ?? ""))
      if (!found.some((one) => one.line === line)) found.push({ file, line });
  }
  return found.slice(0, MOST_LINES);
}
