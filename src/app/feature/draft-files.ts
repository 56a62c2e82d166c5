// What a killed write leaves beside its file: `prd.md.1234567890`, with a beginning of the text. Such a file is removed
// only if it is exactly that.
import type { WorkingTree } from "../../ports/working-tree.ts";

export async function removeDraftFiles(
  tree: Pick<WorkingTree, "list" | "read" | "remove">,
  path: string,
  text: string,
): Promise<void> {
  const slash = path.lastIndexOf("/");
  const [folder, name] = [path.slice(0, Math.max(slash, 0)), path.slice(slash + 1)];
  for (const found of await tree.list(folder)) {
    if (!found.startsWith(`${name}.`) || !/^\d{6,}$/.test(found.slice(name.length + 1))) continue;
    const draft = folder === "" ? found : `${folder}/${found}`;
    const content = await tree.read(draft);
    if (content !== undefined && text.startsWith(content)) await tree.remove(draft);
  }
}
