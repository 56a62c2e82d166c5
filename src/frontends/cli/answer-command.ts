import { IflowError } from "../../domain/errors.ts";
import type { Command } from "./command.ts";
import { EXIT } from "./exit-codes.ts";

/** Stores the answer; the run goes on with `iflow continue`, here or elsewhere. */
export function answerCommand(id: string, words: readonly string[]): Command {
  return async ({ open, terminal }) => {
    const { ports } = await open();
    const answer = words.join(" ");
    const stored = await ports.runs.answer(id, answer);
    if (stored === "unknown") {
      const ids = (await ports.runs.open()).flatMap((run) =>
        run.pendings.flatMap((pending) => (pending.type === "question" && pending.id ? [pending.id] : [])),
      );
      throw new IflowError("usage", `there is no open question ${id}`, {
        fix: ids.length > 0 ? `open questions: ${ids.join(", ")}` : "iflow status",
      });
    }
    const { marks, paint } = terminal;
    const text =
      stored === "stored"
        ? `${paint.green(marks.pass)} ${id} ${marks.arrow} ${answer}\nNext: iflow continue`
        : `${id} was answered before; the first answer stands.\nNext: iflow continue`;
    return { exit: EXIT.done, data: { id, answer, stored: stored === "stored", next: "iflow continue" }, text };
  };
}
