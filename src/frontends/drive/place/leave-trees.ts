// What a command that ended a feature says about its work tree, which is not needed any more.
import { type LeftTree, leaveTrees } from "../../../app/trees/leave.ts";
import { listNames } from "../../../domain/text/list-names.ts";
import type { DrivePlace } from "../context.ts";
import { nearPath } from "./near-path.ts";

/** Lines for the end of the command; none where no tree is left. */
export async function leaveTreesNow({ ports, cwd }: Pick<DrivePlace, "ports" | "cwd">): Promise<string[]> {
  const here = await ports.trees.here();
  const [main] = here?.leaving === undefined ? [] : await ports.trees.others();
  const staying = main ? await ports.openTree(main.root) : ports;
  const left = await leaveTrees(staying);
  return left.flatMap((tree) => leftLines(tree, cwd, staying.repository.root));
}

function leftLines({ path, unsaved, why }: LeftTree, cwd: string, main: string): string[] {
  const name = nearPath(cwd, path);
  if (why === undefined) {
    const isInside = cwd === path || cwd.startsWith(`${path}/`);
    return isInside ? [`work tree ${path} removed; you are in it: cd ${main}`] : [`work tree ${name} removed`];
  }
  const files = unsaved.length > 0 ? `: ${listNames(unsaved)}` : "";
  return [`work tree ${name} stays: ${why}${files}`, "once they are safe: iflow doctor   (removes it)"];
}
