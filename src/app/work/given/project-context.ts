// What a feature's agents are told about its project, read once per run and recorded. A missing project is a warning.
import { chooseBase } from "../../../domain/feature/base-branch.ts";
import { branchOf, featureFolder, underRoot } from "../../../domain/feature/feature-key.ts";
import { type FeatureMeta, parseMeta } from "../../../domain/feature/meta/feature-meta.ts";
import {
  type Dependency,
  furthestStatus,
  printProjectContext,
  projectName,
} from "../../../domain/feature/project-context.ts";
import type { Parts } from "../state/phase-run.ts";

/** The block for authors and implementers; undefined for a feature without a project. */
export async function readProjectContext(
  phase: Parts<"feature" | "ports" | "run" | "steps">,
  meta: FeatureMeta,
): Promise<string | undefined> {
  const { project_id: id, depends_on_features: needs } = meta;
  if (!id) return undefined;
  const found = await phase.run.step({
    name: phase.steps.next(0, "project"),
    input: [id, ...(needs ?? [])],
    work: async () => {
      const folder = await findProject(phase, id);
      if (folder === undefined) {
        phase.ports.emit({
          type: "warned",
          text: `Project artifacts missing for ${id}, proceeding without project context`,
        });
        return false;
      }
      const [prd, roadmap] = await Promise.all(
        ["prd.md", "roadmap.md"].map((name) => read(phase, `${folder}/${name}`)),
      );
      const name = projectName(prd, folder.slice(folder.lastIndexOf("/") + 1));
      const bases = await baseTips(phase);
      const dependencies = await Promise.all((needs ?? []).map((key) => stateOf(phase, key, bases)));
      await phase.run.folder.write(FILE, printProjectContext({ name, prd, roadmap }, phase.feature, dependencies));
      return true;
    },
  });
  return found ? phase.run.folder.read(FILE) : undefined;
}

const FILE = "project-context.md";

/** What an author is told about its feature beyond the request, followed by the project context. */
export async function withProject(
  phase: Parts<"feature" | "ports" | "run" | "steps">,
  meta: FeatureMeta,
  featureText = "",
): Promise<string> {
  const project = await readProjectContext(phase, meta);
  return [featureText, project ?? ""].filter(Boolean).join("\n\n");
}

async function findProject(phase: Parts<"ports" | "run">, id: string): Promise<string | undefined> {
  const projects = underRoot(phase.run.head.config.artifactsRoot, "projects");
  const name = (await phase.ports.tree.list(projects)).find((one) => one === id || one.startsWith(`${id}-`));
  return name === undefined ? undefined : `${projects}/${name}`;
}

/** Tips of the branch that features are merged into, or of each candidate if neither git nor the config settles it. */
async function baseTips(phase: Parts<"ports" | "run">): Promise<string[]> {
  const { merging, repository } = phase.ports;
  const { local, remoteDefault } = await merging.branches();
  const choice = chooseBase({ configured: phase.run.head.config.baseBranch, remoteDefault, local });
  const names = choice.type === "unclear" ? choice.candidates.slice(0, MOST_BASES) : [choice.branch];
  return (await Promise.all(names.map((name) => repository.tip(name)))).filter((tip) => tip !== undefined);
}

const MOST_BASES = 12;

/**
 * Reads the status from the working tree, from the feature's own branch if it is not merged yet, and from the base
 * branch, in case the feature was merged after this branch began.
 */
async function stateOf(phase: Parts<"ports" | "run">, key: string, bases: readonly string[]): Promise<Dependency> {
  const path = `${featureFolder(phase.run.head.config.artifactsRoot, key)}/.meta.json`;
  const own = await phase.ports.repository.tip(branchOf(key));
  const tips = own === undefined ? bases : [...bases, own];
  const texts = await Promise.all([read(phase, path), ...tips.map((tip) => phase.ports.repository.show(tip, path))]);
  const statuses = texts.flatMap((text) => {
    const parsed = parseMeta(text ?? "");
    return parsed.ok ? [parsed.meta.status] : [];
  });
  return { key, status: furthestStatus(statuses) };
}

/** Any one of the files may be missing or unreadable. */
function read(phase: Parts<"ports">, path: string): Promise<string | undefined> {
  return phase.ports.tree.read(path).catch(() => undefined);
}
