// What a feature is told about its project, read once a run and recorded. A project that is not there is a warning.
import { featureFolder, underRoot } from "../domain/feature-key.ts";
import { type FeatureMeta, parseMeta } from "../domain/feature-meta.ts";
import { type Dependency, printProjectContext, projectName } from "../domain/project-context.ts";
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
      const dependencies = await Promise.all((needs ?? []).map((key) => stateOf(work, key)));
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

/** In the tree, or on the branch of a feature that is not merged yet. */
async function stateOf(work: PhaseWork, key: string): Promise<Dependency> {
  const path = `${featureFolder(work.run.head.config.artifactsRoot, key)}/.meta.json`;
  const text = (await read(work, path)) ?? (await readOnBranch(work, key, path));
  const parsed = parseMeta(text ?? "");
  return { key, status: parsed.ok ? parsed.meta.status : undefined };
}

async function readOnBranch(work: PhaseWork, key: string, path: string): Promise<string | undefined> {
  const tip = await work.ports.repository.tip(`feature/${key}`);
  return tip === undefined ? undefined : work.ports.repository.show(tip, path);
}

/** Each may be missing or unreadable alone. */
function read(work: PhaseWork, path: string): Promise<string | undefined> {
  return work.ports.tree.read(path).catch(() => undefined);
}
