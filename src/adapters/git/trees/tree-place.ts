// Where a new work tree may be: beside the repository unless `worktree.root` says otherwise. Never in git's own folders, never
// where git would take it for files of the project, and inside the project never through a symlink, which a clone can bring.
import { existsSync, lstatSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { IflowError } from "../../../domain/text/errors.ts";
import type { Checkout } from "../checkout/checkout.ts";
import { listTrees, mainRoot } from "../checkout/linked-trees.ts";

/** `isTaken`: there is a record of that name. */
export async function findPlace(
  checkout: Checkout,
  setting: string,
  slug: string,
  isTaken: (name: string) => boolean,
): Promise<{ readonly name: string; readonly path: string }> {
  const folder = await resolveRoot(checkout, setting);
  for (let number = 1; ; number++) {
    const name = number === 1 ? slug : `${slug}-${number}`;
    const path = join(folder, name);
    if (!isTaken(name) && lstatSync(path, { throwIfNoEntry: false }) === undefined) return { name, path };
  }
}

async function resolveRoot(checkout: Checkout, setting: string): Promise<string> {
  const main = (await mainRoot(checkout)) ?? checkout.commonDir;
  const name = basename(main);
  const asked = resolve(await outermost(checkout, main), setting.replaceAll("{repository}", name));
  const trees = (await listTrees(checkout)).map(({ root }) => real(root));
  const around = [...new Set([real(main), ...trees])].filter(
    (tree) => isWithin(asked, tree) || isWithin(real(asked), tree),
  );
  for (const tree of around) refuseLinks(asked, tree, setting);
  const folder = real(asked);
  if (folder.split(sep).includes(".git") || isWithin(folder, real(checkout.commonDir))) {
    throw refused(setting, `${folder} is one of git's own folders`);
  }
  for (const tree of around) {
    if (!(await isIgnored(checkout, tree, folder))) {
      throw refused(setting, `${folder} lies in the working tree ${tree}, and git does not ignore it`);
    }
  }
  return folder;
}

/** A submodule's neighbours are files of the repository around it. */
async function outermost({ git }: Checkout, main: string): Promise<string> {
  const args = ["-C", main, "rev-parse", "--show-superproject-working-tree"];
  const around = (await git.attempt(args)).stdout.replace(/\n$/, "");
  return around === "" ? main : outermost({ git } as Checkout, around);
}

function refuseLinks(asked: string, tree: string, setting: string): void {
  if (!isWithin(asked, tree)) throw refused(setting, `${asked} leads into the working tree ${tree}`);
  let path = tree;
  for (const part of relative(tree, asked).split(sep)) {
    path = join(path, part);
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) {
      throw refused(setting, `${path} is a symlink that the project brings`);
    }
  }
}

async function isIgnored({ git }: Checkout, tree: string, folder: string): Promise<boolean> {
  if (folder === tree) return false;
  const probe = join(relative(tree, folder), "x"); // as a pattern such as `trees/` means a folder, whether it is there or not
  const args = ["-C", tree, "check-ignore", "--quiet", "--", probe];
  return (await git.attempt(args, { asUser: true })).exitCode === 0; // it refuses our switch for literal paths
}

function refused(setting: string, why: string): IflowError {
  return new IflowError("config-invalid", `worktree.root is ${JSON.stringify(setting)}: ${why}`, {
    fix: 'name a folder outside of the repository, such as "../{repository}.trees", or one that .gitignore names',
  });
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === sep ? sep : `${folder}${sep}`);
}

/** With every symlink resolved, as far as it is there. */
function real(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  return dirname(path) === path ? path : join(real(dirname(path)), basename(path));
}
