// What a feature is told about its project, read once a run and recorded. A project that is not there is a warning.
import { chooseBase } from "../../domain/feature/base-branch.ts";
import { branchOf, featureFolder, underRoot } from "../../domain/feature/feature-key.ts";
import { type FeatureMeta, parseMeta } from "../../domain/feature/feature-meta.ts";
import {
  type Dependency,
  furthestStatus,
  printProjectContext,
  projectName,
} from "../../domain/feature/project-context.ts";
import { type PhaseWork, stepName } from "./phase-work.ts";

/** The block for authors and implementers; undefined for a feature without a project. */
export async function readProjectContext(work: PhaseWork, meta: FeatureMeta): Promise<string | undefined> {
  const { project_id: id, depends_on_features: needs } = meta;
  if (!id) return undefined;
  const found = await work.run.step({
    name: stepName(work, 0, "project"),
    input: [id, ...(needs ?? [])],
    work: async () => {
      const folder = await findProject(work, id);
      if (folder === undefined) {
        work.ports.emit({
          type: "warned",
          text: `Project artifacts missing for ${id}, proceeding without project context`,
        });
        return false;
      }
      const [prd, roadmap] = await Promise.all(["prd.md", "roadmap.md"].map((name) => read(work, `${folder}/${name}`)));
      const name = projectName(prd, folder.slice(folder.lastIndexOf("/") + 1));
      const bases = await baseTips(work);
      const dependencies = await Promise.all((needs ?? []).map((key) => stateOf(work, key, bases)));
      await work.run.folder.write(FILE, printProjectContext({ name, prd, roadmap }, work.feature, dependencies));
      return true;
    },
  });
  return found ? work.run.folder.read(FILE) : undefined;
}

const FILE = "project-context.md";

/** What an author is told about its feature, with its project below it. */
export async function withProject(work: PhaseWork, meta: FeatureMeta, featureText: string): Promise<string> {
  const project = await readProjectContext(work, meta);
  return project === undefined ? featureText : `${featureText}\n\n${project}`;
}

async function findProject(work: PhaseWork, id: string): Promise<string | undefined> {
  const projects = underRoot(work.run.head.config.artifactsRoot, "projects");
  const name = (await work.ports.tree.list(projects)).find((one) => one === id || one.startsWith(`${id}-`));
  return name === undefined ? undefined : `${projects}/${name}`;
}

/** Where features are merged: as far as git or the config says which branch that is, else each that it may be. */
async function baseTips(work: PhaseWork): Promise<string[]> {
  const { merging, repository } = work.ports;
  const { local, remoteDefault } = await merging.branches();
  const choice = chooseBase({ configured: work.run.head.config.baseBranch, remoteDefault, local });
  const names = choice.type === "unclear" ? choice.candidates.slice(0, MOST_BASES) : [choice.branch];
  return (await Promise.all(names.map((name) => repository.tip(name)))).filter((tip) => tip !== undefined);
}

const MOST_BASES = 12;

/** In the tree, on the branch of a feature that is not merged yet, or where it was merged since this branch began. */
async function stateOf(work: PhaseWork, key: string, bases: readonly string[]): Promise<Dependency> {
  const path = `${featureFolder(work.run.head.config.artifactsRoot, key)}/.meta.json`;
  const own = await work.ports.repository.tip(branchOf(key));
  const tips = own === undefined ? bases : [...bases, own];
  const texts = await Promise.all([read(work, path), ...tips.map((tip) => work.ports.repository.show(tip, path))]);
  const statuses = texts.flatMap((text) => {
    const parsed = parseMeta(text ?? "");
    return parsed.ok ? [parsed.meta.status] : [];
  });
  return { key, status: furthestStatus(statuses) };
}

/** Each may be missing or unreadable alone. */
function read(work: PhaseWork, path: string): Promise<string | undefined> {
  return work.ports.tree.read(path).catch(() => undefined);
}
