import { isHosted, type RunSummary } from "../../../../domain/run/run.ts";
import { IflowError } from "../../../../domain/text/errors.ts";
import type { Ports } from "../../../../ports/ports.ts";
import type { CommandPlace } from "../command-place.ts";

/** Stores the answer; `iflow continue` resumes the run, here or elsewhere. */
export async function answerCommand({ ports, terminal }: CommandPlace, id: string, words: readonly string[]) {
  const answer = words.join(" ");
  if (!terminal.interactive) await requireOwnWord(ports, id);
  const stored = (await isOrder(ports, id)) ? "unknown" : await ports.runs.answer(id, answer);
  if (stored === "unknown") {
    const ids = (await ports.runs.open()).flatMap((run) =>
      run.pendings.flatMap((pending) => (pending.type === "question" && pending.id ? [pending.id] : [])),
    );
    throw new IflowError("usage", `there is no open question ${id}`, {
      fix: ids.length > 0 ? `open questions: ${ids.join(", ")}` : "iflow status",
    });
  }
  if (stored === "already-answered") await requireSameAnswer(ports, id, answer);
  const { marks, paint } = terminal;
  const text =
    stored === "stored"
      ? `${paint.green(marks.pass)} ${id} ${marks.arrow} ${answer}\nNext: iflow continue`
      : `${id} was already answered so.\nNext: iflow continue`;
  return { data: { id, answer, stored: stored === "stored", next: "iflow continue" }, text };
}

/** The first answer stands; one that says something else is not taken, and its giver must know. */
async function requireSameAnswer({ runs }: Ports, id: string, answer: string): Promise<void> {
  const first = await runs.answerTo(id);
  if (first === answer) return;
  throw new IflowError("usage", `${id} was already answered "${first}"; "${answer}" was not taken`, {
    fix: "The first answer stands: iflow continue",
  });
}

/** An order is reported by what was seen of the host's agent, never answered. */
async function isOrder({ runs }: Ports, id: string): Promise<boolean> {
  return (await runs.open()).some(({ pendings }) => pendings.some((one) => one.type === "order" && one.id === id));
}

/**
 * A host's model can run commands too. Its run's questions are for its user: in the host's prompt, or at a terminal.
 */
async function requireOwnWord({ runs, hostDesk }: Ports, id: string): Promise<void> {
  const asks = ({ pendings }: RunSummary) => pendings.some((one) => one.type === "question" && one.id === id);
  const run = (await runs.open()).find(asks);
  if (!run || !isHosted(run)) return;
  await hostDesk.noteAttempt(run.head.id, `iflow answer ${id} was called, and not by a person at a terminal`);
  throw new IflowError("needs-answer", `${id} belongs to a run in a host: only the host's user can answer it`, {
    fix: `type "${id} <answer>" into the host's prompt, or run this in a terminal`,
  });
}
