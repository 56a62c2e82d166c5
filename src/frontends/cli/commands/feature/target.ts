// What `iflow tasks` and `iflow validate` are given: a file or folder that is there, else a name of a feature.
import { basename, dirname, resolve } from "node:path";
import { isFeatureKey } from "../../../../domain/feature/feature-key.ts";
import { featureOf } from "../../../../domain/feature/start-point.ts";
import type { CommandContext } from "../../command.ts";

/** A key is a feature even where a folder has its name. What looks like a path is one, though there may be no such file. */
export async function isPath(
  { wiring, cwd }: Pick<CommandContext, "wiring" | "cwd">,
  target: string,
): Promise<boolean> {
  if (isFeatureKey(target) || featureOf(target) !== undefined) return false;
  const place = resolve(cwd, target);
  const isThere = (await wiring.files.list(dirname(place).slice(1))).includes(basename(place));
  return isThere || /\.\w+$/.test(target) || (target.includes("/") && !/(?:^|\/)feature\//.test(target));
}
