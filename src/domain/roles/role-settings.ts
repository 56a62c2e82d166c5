// Settings by role, such as `runtime.roles`: for one role by name, or for all roles of a kind.
import { ROLE_KINDS, ROLES, type RoleId, type RoleKind } from "./role.ts";

export const ROLE_NAMES: readonly (RoleKind | RoleId)[] = [...ROLE_KINDS, ...ROLES.map(({ id }) => id)];

/** The setting of each role that has one; the role's own name wins over its kind. */
export function settingsByRole<T>(settings: Readonly<Partial<Record<RoleKind | RoleId, T>>>): Map<RoleId, T> {
  return new Map(
    ROLES.flatMap(({ id, kind }) => {
      const set = settings[id] ?? settings[kind];
      return set === undefined ? [] : [[id, set] as const];
    }),
  );
}
