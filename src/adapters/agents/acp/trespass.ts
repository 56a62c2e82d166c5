// An agent with tools of its own may act without asking. That cannot be prevented here, only seen in what it tells: it is
// judged afterwards by the rules of its role and recorded. What a blind role has seen cannot be taken back.
import { judgeAtSight, type Rules } from "./client/permission.ts";
import type { ToolCall } from "./tool-call.ts";

export interface TrespassWatch {
  /** It was asked for, and allowed. */
  grant(call: ToolCall): void;
  /** Why a call that is told should not have been; undefined when all is well. */
  judge(call: ToolCall): string | undefined;
  /** Why the answer of the turn counts for nothing. */
  verdict(): string | undefined;
}

/** A call of another kind that names neither file nor command, such as a note to itself, can have shown it nothing. */
const SHOWING = new Set(["read", "search", "execute", "edit", "delete", "move", "fetch"]);

export function watchTrespass(rules: Rules): TrespassWatch {
  const granted = new Map<string, string>();
  let verdict: string | undefined;
  return {
    grant: (call) => void granted.set(call.id, call.kind),
    judge(call) {
      // details of what was granted may change on the way, but a file is read only once it was named
      if (granted.get(call.id) === call.kind && call.kind !== "read") return undefined;
      const why = judgeAtSight(rules, call);
      // an agent that knows its limits refuses by itself: to it, such a call has failed
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
