// Whether what is really on the branch is too much for light depth: counted by git, by the rules the run began with.
import { chooseBase } from "../../../domain/feature/base-branch.ts";
import { branchOf } from "../../../domain/feature/feature-key.ts";
import type { FeatureMeta } from "../../../domain/feature/meta/feature-meta.ts";
import { type ChangedFile, outgrows } from "../../../domain/review/depth-rules.ts";
import { isFeatureRecord } from "../../../domain/review/feature-code.ts";
import type { Parts } from "../state/phase-run.ts";

type Measuring = Parts<"feature" | "ports" | "run" | "steps" | "world">;

/** Why the feature has to be judged in full; empty when light is enough. */
export function whyOutgrown(phase: Measuring, meta: FeatureMeta): Promise<readonly string[]> {
  const head = phase.world.expected.head ?? phase.run.head.base;
  const { risk } = phase.run.head.config;
  return phase.run.step({
    name: phase.steps.next(0, "measured"),
    input: { head, risk: { paths: [...risk.paths], size: { ...risk.size } } },
    work: async () => {
      const changed = await readChange(phase, meta, head);
      return changed ? outgrows(changed, risk) : ["cannot be compared: the branch it began at is not known"];
    },
  });
}

/** The files of the change, for those who judge a branch that others have written. */
export function changedFiles(phase: Measuring, meta: FeatureMeta): Promise<readonly string[]> {
  const head = phase.world.expected.head ?? phase.run.head.base;
  return phase.run.step({
    name: phase.steps.next(0, "changed-files"),
    input: head,
    work: async () => ((await readChange(phase, meta, head)) ?? []).map(({ path }) => path).sort(),
  });
}

/** Since the branch left its base, or the feature it is stacked on; iflow's own records of the feature do not count. */
async function readChange(
  { feature, ports, run }: Pick<Measuring, "feature" | "ports" | "run">,
  meta: FeatureMeta,
  head: string,
): Promise<ChangedFile[] | undefined> {
  const { merging } = ports;
  const { local, remoteDefault } = await merging.branches();
  const base = chooseBase({ configured: run.head.config.baseBranch, remoteDefault, local });
  const below = (meta.depends_on_features ?? []).map(branchOf).find((branch) => local.includes(branch));
  const from = below ?? (base.type === "known" ? base.branch : undefined);
  if (from === undefined) return undefined;
  const files = await merging.changedLines(from, head);
  return files.filter(({ path }) => !isFeatureRecord(feature.folder, path));
}
