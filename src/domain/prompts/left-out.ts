// Documents a role would build on if the feature had them. A phase that was left out wrote none, so nobody is told to
// read it; one line says so, or a reviewer would take the gap for a fault.
import { artifactFile } from "../documents/document-names.ts";
import { LEVELS } from "../roles/reply-shapes.ts";
import { type RoleId, roleOf } from "../roles/role.ts";

/** No line when nothing was left out. */
export function leftOutLines(role: RoleId, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  return [`- Left out of this feature: ${names.join(", ")}${levelsText(role, names)}`];
}

/** Who must judge each level cannot leave out one that has no document. */
function levelsText(role: RoleId, names: readonly string[]): string {
  if (roleOf(role).reply !== "implementation-review") return "";
  const levels = LEVELS.filter((level) => names.includes(artifactFile(level)));
  if (levels.length === 0) return "";
  const [what, have, them] = levels.length === 1 ? ["level", "has", "it"] : ["levels", "have", "them"];
  return `. The ${what} ${levels.join(" and ")} ${have} no document: give ${them} "passed": true.`;
}
