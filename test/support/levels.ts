// The implementation reviewer says for each of four levels whether it passed; scripts of tests leave that out where they
// are about something else.

type Roles = Record<string, readonly Record<string, unknown>[]>;

const NAMES = ["tasks", "spec", "design", "prd"];

/** The turns as this script means them: every verdict of the implementation reviewer has its levels. */
export function withLevels(roles: Roles): Roles {
  return Object.fromEntries(
    Object.entries(roles).map(([role, turns]) => [
      role,
      turns.map((turn) => ("reply" in turn ? { ...turn, reply: verdictOf(role, turn.reply) } : turn)),
    ]),
  );
}

export function verdictOf(role: string, reply: unknown): unknown {
  if (!role.endsWith("implementation-reviewer") || typeof reply !== "object" || reply === null) return reply;
  if (!("approved" in reply) || "levels" in reply) return reply;
  return { ...reply, levels: Object.fromEntries(NAMES.map((name) => [name, { passed: reply.approved }])) };
}
