// `iflow answer`: stores the answer to an open question; `iflow continue` resumes the run, here or elsewhere. Without an
// answer a person at a terminal is asked; otherwise the question is shown with the commands that answer it.
import { canBeSkipped, type Question } from "../../../../domain/run/questions/question.ts";
import { isHosted, type RunSummary } from "../../../../domain/run/run.ts";
import { IflowError } from "../../../../domain/text/errors.ts";
import type { Ports } from "../../../../ports/ports.ts";
import { readingFor } from "../../../drive/answer-questions.ts";
import { requirePerson } from "../../../drive/before/require-person.ts";
import type { Reading } from "../../../drive/context.ts";
import { homeOfNamed } from "../../../drive/place/at-home.ts";
import { meantKey } from "../../../drive/place/meant-key.ts";
import { type Print, printerFor } from "../../../drive/printed-commands.ts";
import { EXIT } from "../../screen/exit-codes.ts";
import type { CommandResult } from "../../screen/output.ts";
import { pendingText } from "../../screen/questions/pending-text.ts";
import type { CommandPlace } from "../command-place.ts";
import { readGiven } from "./bare-answer.ts";
import { nextAfterAnswer } from "./next-after-answer.ts";
import { findQuestion, isQuestionId, noQuestion, openQuestions } from "./open-question.ts";
import { fixOf, pendingData } from "./phase-result.ts";

export async function answerCommand(place: CommandPlace, first: string | undefined, rest: readonly string[]) {
  const { ports, terminal } = place;
  await requirePerson(place, "answers questions", `iflow answer ${[first, ...rest].join(" ")}`.trim());
  const { asked, words } = await readGiven(place, { asked: first, words: rest });
  const skipped = words.join(" ") === "skip" ? await findSkipped(place, asked) : [];
  if (skipped.length > 0) return skipAll(place, skipped);
  const { id, question, feature } = await findQuestion(place, asked, words.length > 0);
  const print: Print = feature === undefined ? (text) => text : await printerFor(place, feature);
  if (!terminal.interactive) await requireOwnWord(ports, id);
  if (words.length > 0) return store(place, id, words.join(" "), print);
  if (question === undefined || feature === undefined) throw await unknown(ports, id);
  const said = await ask(place, id, question, feature);
  if (said !== undefined) return store(place, id, said, print);
  const isAll = asked === undefined || !asked.includes(".");
  const open = (await openQuestions(ports)).filter((one) => (isAll ? one.feature === feature : one.id === id));
  return shown(
    open.map((one) => one.question),
    feature,
    { print, terminal },
  );
}

async function store({ ports, terminal }: CommandPlace, id: string, answer: string, print: Print) {
  const { next, words } = await nextAfterAnswer(ports, id, print);
  const stored = (await isOrder(ports, id)) ? "unknown" : await ports.runs.answer(id, answer);
  if (stored === "unknown") throw await unknown(ports, id);
  if (stored === "already-answered") await requireSameAnswer(ports, id, answer, print);
  const { marks, paint } = terminal;
  const isNew = stored === "stored";
  const what = isNew ? `${paint.green(marks.pass)} ${id} ${marks.arrow} ${answer}` : `${id} was already answered so.`;
  return { data: { id, answer, stored: isNew, next }, text: `${what}\n${words}` };
}

async function unknown(ports: Ports, id: string): Promise<IflowError> {
  return noQuestion(`there is no open question ${id}`, await openQuestions(ports));
}

/** Undefined when no person is at a terminal, or the question is left open. */
async function ask(place: CommandPlace, id: string, question: Question, feature: string) {
  const { ports, person, signal } = place;
  if (!person.interactive) return undefined;
  const isOpen = async () => (await openQuestions(ports)).some((one) => one.id === id);
  const said = await person.ask(question, isOpen, signal, await readingHere(place, question, feature));
  return said === "answered-elsewhere" ? ports.runs.answerTo(id) : said?.answer;
}

/** A document can be edited only where HEAD is on its branch. */
async function readingHere(place: CommandPlace, question: Question, feature: string): Promise<Reading | undefined> {
  const run = (await place.ports.runs.open()).find(({ head }) => head.feature === feature);
  if (run === undefined || run.elsewhere !== undefined) return undefined;
  const home = await homeOfNamed(place, feature);
  const reading = await readingFor(home, run.head, question);
  const { branch } = await home.ports.repository.where();
  if (reading?.file === undefined || run.head.idea !== undefined || branch === run.head.branch) return reading;
  const { file: _, ...readOnly } = reading;
  return readOnly;
}

/** As the run itself shows them. */
function shown(
  questions: readonly Question[],
  feature: string,
  { print, terminal }: { readonly print: Print } & Pick<CommandPlace, "terminal">,
): CommandResult {
  return {
    exit: EXIT.needsPerson,
    data: { feature, questions: questions.map((question) => pendingData(question, print)) },
    text: `${pendingText(questions, print, terminal)}\n${print("Then: iflow continue")}`,
    error: { code: "needs-answer", message: questions[0]?.text ?? "", fix: fixOf(questions, print) },
    verbatim: true,
  };
}

/** The open questions of a run, when all of them can be left unanswered: `b1` means b1.1 to b1.6. */
async function findSkipped(place: CommandPlace, asked: string | undefined): Promise<readonly Question[]> {
  const runs = (await place.ports.runs.open()).filter(({ pendings }) => canBeSkipped(pendings));
  if (runs.length === 0 || (asked !== undefined && isQuestionId(asked))) return [];
  if (asked === undefined && runs.length > 1) return [];
  const key = asked === undefined ? runs[0]?.head.feature : await meantKey(place, asked);
  const pendings = runs.find(({ head }) => head.feature === key)?.pendings ?? [];
  return canBeSkipped(pendings) ? pendings : [];
}

async function skipAll({ ports, terminal }: CommandPlace, questions: readonly Question[]) {
  const ids = questions.map((one) => one.id ?? "");
  if (!terminal.interactive) await requireOwnWord(ports, ids[0] ?? "");
  const { next, words } = await nextAfterAnswer(ports, ids[0] ?? "", (text) => text);
  for (const [index, one] of questions.entries()) await ports.runs.answer(ids[index] ?? "", one.default ?? "");
  const { marks, paint } = terminal;
  return {
    data: { answer: "skip", skipped: ids, stored: true, next },
    text: `${paint.green(marks.pass)} ${ids.join(", ")} ${marks.arrow} skipped\n${words}`,
  };
}

/** The first answer stands; one that says something else is not taken, and its giver must know. */
async function requireSameAnswer({ runs }: Ports, id: string, answer: string, print: Print): Promise<void> {
  const first = await runs.answerTo(id);
  if (first === answer) return;
  throw new IflowError("usage", `${id} was already answered "${first}"; "${answer}" was not taken`, {
    fix: print("The first answer stands: iflow continue"),
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
