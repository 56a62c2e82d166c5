// Settings made for roles: for one by its name, or for all of a kind.
import { ROLE_KINDS, ROLES, type RoleId, type RoleKind } from "./role.ts";

/** What a setting can be made for: a role, or all roles of a kind. */
export const ROLE_NAMES = [...ROLE_KINDS, ...ROLES.map(({ id }) => id)] as const;

/** What is set for each role that anything is set for; its own name wins over its kind. */
export function settingsByRole<T>(settings: Readonly<Partial<Record<RoleKind | RoleId, T>>>): Map<RoleId, T> {
  return new Map(
    ROLES.flatMap(({ id, kind }) => {
      const set = settings[id] ?? settings[kind];
      return set === undefined ? [] : [[id, set] as const];
    }),
  );
}
