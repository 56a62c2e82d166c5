import { readFile } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { createFeature } from "../../../../app/feature/create/create-feature.ts";
import { setUpTree } from "../../../../app/trees/set-up.ts";
import { IflowError } from "../../../../domain/text/errors.ts";
import { oneLine } from "../../../../domain/text/one-line.ts";
import { requireMover } from "../../../drive/before/require-person.ts";
import { trustedPlace } from "../../../drive/before/require-trust.ts";
import { chooseStart, startText } from "../../../drive/place/choose-start.ts";
import { inNewTree } from "../../../drive/place/in-new-tree.ts";
import { printerFor } from "../../../drive/printed-commands.ts";
import { wordsRow } from "../../screen/rows/row-layout.ts";
import type { CommandPlace } from "../command-place.ts";

export interface CreateFeatureFlags {
  readonly prd?: string;
  readonly project?: string;
  readonly dependsOn?: string;
  readonly from?: string;
  readonly yolo?: boolean;
  readonly worktree?: boolean;
}

export async function createFeatureCommand(typedAt: CommandPlace, text: string, flags: CreateFeatureFlags) {
  const { terminal, cwd } = typedAt;
  const prd = flags.prd === undefined ? undefined : await readPrd(flags.prd, cwd, typedAt.ports.repository.root);
  const place = flags.worktree ? await inOwnTree(typedAt, text, flags, prd?.path) : typedAt;
  const { ports, config } = place;
  const { start, ...feature } = await createFeature(ports, config, {
    text,
    ...(await chooseStart(place, flags)),
    ...(prd && { prd }),
    ...(flags.project !== undefined && { project: requireProject(flags.project) }),
    ...(flags.dependsOn !== undefined && { dependsOn: flags.dependsOn.split(",").map((key) => key.trim()) }),
  });
  await setUpTree(ports, config, feature.key, place.signal);
  const { marks, paint } = terminal;
  const next = (await printerFor(typedAt, feature.key))("iflow specify");
  const tree = place === typedAt ? null : ports.repository.root;
  return {
    data: { ...feature, from: start.branch, stackedOn: start.stackedOn ?? null, tree, next },
    text: [
      wordsRow(
        `${paint.green(marks.pass)} `,
        `feature ${paint.bold(feature.key)} ${marks.dot} branch ${feature.branch}`,
        terminal.columns,
      ),
      ...startText(start),
      `  ${feature.folder}/${prd ? "   with prd.md" : ""}`,
      `Next: ${next}`,
    ].join("\n"),
  };
}

async function inOwnTree(place: CommandPlace, text: string, flags: CreateFeatureFlags, prd: string | undefined) {
  await requireMover(place);
  return inNewTree(await trustedPlace(place), oneLine(text), flags, prd);
}

/** Looks for the path from the person's folder, then, as iflow prints paths, from the root of the repository. */
async function readPrd(given: string, cwd: string, root: string): Promise<{ path: string; text: string }> {
  let problem: unknown;
  for (const path of new Set([resolve(cwd, given), resolve(root, given)])) {
    try {
      return { path: relative(root, path), text: await readFile(path, "utf8") };
    } catch (cause) {
      problem ??= cause;
    }
  }
  throw new IflowError("usage", `--prd: ${resolve(cwd, given)} cannot be read`, {
    cause: problem,
    fix: "give the path of an existing file",
  });
}

function requireProject(id: string): string {
  if (/^P\d{3,}$/.test(id)) return id;
  throw new IflowError("usage", `--project ${id}: a project id looks like P001`, { fix: "--project P001" });
}
