// `--worktree`: an idea is given a work tree of its own, in which everything else happens as if it were typed there. Several
// such commands run at once; HEAD and files of the person's own tree stay as they are.
import { isOf } from "../../../app/feature/create/create-feature.ts";
import { requireStart } from "../../../app/feature/create/start-point.ts";
import { homeOf } from "../../../app/trees/home.ts";
import { makeTree } from "../../../app/trees/make-tree.ts";
import { CONFIG_FILE } from "../../../domain/config/settings-file.ts";
import { trustedPlace } from "../before/require-trust.ts";
import type { DrivePlace } from "../context.ts";
import { inTree } from "./at-home.ts";
import { nearPath } from "./near-path.ts";

/** In a place whose settings are confirmed. */
export async function inNewTree(
  place: DrivePlace,
  idea: string,
  flags: { readonly from?: string },
  prd?: string,
): Promise<DrivePlace> {
  const { ports, config, person } = place;
  const left = await findLeft(place, idea, prd);
  if (left !== undefined) return trustedPlace(await inTree(place, left));
  const { branch, revision } = await requireStart(ports, config, flags.from, "beside");
  if ((await ports.repository.dirty([CONFIG_FILE])).length > 0) {
    const text = `${CONFIG_FILE} has changes that are not committed: the work tree has it as it stands on ${branch}`;
    ports.emit({ type: "warned", text });
  }
  const root = await makeTree(ports, { idea, root: config.worktree.root, branch, revision });
  person.say(`work tree ${nearPath(place.cwd, root)}`);
  return trustedPlace(await inTree(place, root));
}

/** The tree of a feature whose creation was cut off: its record knows it. */
async function findLeft({ ports }: DrivePlace, idea: string, prd: string | undefined): Promise<string | undefined> {
  for (const creation of await ports.creations.all()) {
    const root = isOf(creation, idea, prd) ? await homeOf(ports, creation.key) : undefined;
    if (root !== undefined) return root;
  }
  return undefined;
}
