// An agent with its own tools may act without asking. We cannot prevent that, only see it in what the agent reports,
// judge it afterwards by the rules of its role, and record it. What a blind role has seen cannot be taken back.
import { judgeAtSight, type Rules } from "./permission.ts";
import type { ToolCall } from "./tool-call.ts";

export interface TrespassWatch {
  /** Records that the agent asked for this call and was allowed to make it. */
  grant(call: ToolCall): void;
  /** Why a reported call should not have been made; undefined when it was fine. */
  judge(call: ToolCall): string | undefined;
  /** Why the answer of the turn is discarded. */
  verdict(): string | undefined;
}

/** A call of another kind that names no file and no command, such as a note to itself, reveals nothing to the agent. */
const SHOWING = new Set(["read", "search", "execute", "edit", "delete", "move", "fetch"]);

export function watchTrespass(rules: Rules): TrespassWatch {
  const granted = new Map<string, string>();
  let verdict: string | undefined;
  return {
    grant: (call) => void granted.set(call.id, call.kind),
    judge(call) {
      // details of a granted call may change later, but a file may be read only after it was named
      if (granted.get(call.id) === call.kind && call.kind !== "read") return undefined;
      const why = judgeAtSight(rules, call);
      // an agent that knows its limits refuses by itself: it reports such a call as failed
      if (why === undefined || call.status === "failed") return why;
      const { kind, title, line, paths } = call;
      const hasShown = SHOWING.has(kind) || paths.length > 0 || line !== undefined;
      if (rules.access === "blind" && hasShown) {
        verdict ??= `it did without asking what its role may not: ${kind} ${paths[0] ?? line ?? title} (${why})`;
      }
      return `${call.status === "completed" ? "done" : "begun"} without asking: ${why}`;
    },
    verdict: () => verdict,
  };
}
