// Features in work trees of their own: a small shop on main, and what its features bring.
import { join } from "node:path";
import { FINISH, finishArgs } from "./finish-story.ts";
import { type Ended, type Workplace, workplace, workplaceIn } from "./iflow.ts";
import { repoAt } from "./temp-repo.ts";
import { implement } from "./two-features.ts";

/** The folder of all trees; `git worktree add` would do the same for a person. */
export const treesOf = (place: Workplace): string => `${place.root}.trees`;

export const treeOf = (place: Workplace, name: string): Workplace => workplaceIn(repoAt(join(treesOf(place), name)));

/** On main, with nothing begun. */
export async function shop(settings: Record<string, unknown> = {}, files: Record<string, string> = {}) {
  const place = await workplace(FINISH, {
    "README.md": "# Shop\n",
    ".gitignore": "node_modules/\n.env\n",
    "iflow.config.json": JSON.stringify({ checks: { test: "true" }, ...settings }),
    ...files,
  });
  return place;
}

export const inTree = (place: Workplace, text: string, ...flags: string[]): Promise<Ended> =>
  place.iflow("create-feature", text, "--worktree", ...flags);

/** It lives in a tree of its own and is implemented; returns that tree. */
export async function implementedInTree(
  place: Workplace,
  text: string,
  key: string,
  files: Record<string, string> = { [`src/${text.replaceAll(" ", "-")}.mjs`]: "export const is = 1;\n" },
): Promise<Workplace> {
  const made = await inTree(place, text);
  if (made.code !== 0) throw new Error(made.stderr);
  const tree = treeOf(place, text.replaceAll(" ", "-"));
  await implement(tree, key, files);
  return tree;
}

export const finishFrom = (place: Workplace, key: string, ...flags: string[]): Promise<Ended> =>
  place.iflow(...finishArgs(place, `--feature=${key}`, "--yolo", ...flags));

/** Where HEAD of the person's own tree is, and what git sees there. */
export const stateOf = (place: Workplace) => ({
  head: place.git("symbolic-ref", "HEAD"),
  status: place.git("status", "--porcelain", "--untracked-files=all"),
});
