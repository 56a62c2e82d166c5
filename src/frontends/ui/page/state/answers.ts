// Answers from the click until they have been stored: each waits five seconds in which it can be taken back.
import { signal } from "@preact/signals";
import type { Problem } from "../../view/model/common.ts";
import type { AnswerResult, QuestionCard } from "../../view/model/inbox.ts";
import { keyOfQuestion } from "../logic/question-list.ts";
import { hold, release, takeBack, type UndoQueue } from "../logic/undo-queue.ts";
import { announce } from "./announce.ts";
import { keepDraft } from "./drafts.ts";
import { changes, isLost } from "./live.ts";
import { act, problemOf } from "./request.ts";

export type Sent =
  | { readonly type: "sending"; readonly label: string }
  | { readonly type: "stored"; readonly label: string; readonly result: AnswerResult }
  | { readonly type: "failed"; readonly problem: Problem };

/** Characters of all that is held; see `keepalive` in request.ts. */
const LONG = 15_000;

export const held = signal<UndoQueue>([]);
export const sent = signal<ReadonlyMap<string, Sent>>(new Map());

type Asked = Pick<QuestionCard, "feature" | "id">;

const asked = new Map<string, Asked>();

/** Why nothing can be answered now; null when it can. */
export function refusalNow(): string | null {
  if (!isLost.value) return null;
  return "Not connected to iflow ui: an answer would not arrive. It works again as soon as the connection does.";
}

/** `answer` is what is stored, `label` what the person chose. */
export function giveAnswer(question: Asked, answer: string, label: string): void {
  const refusal = refusalNow();
  if (refusal !== null) {
    announce(refusal);
    return;
  }
  const key = keyOfQuestion(question);
  asked.set(key, question);
  forget(key);
  held.value = hold(held.peek(), { key, answer, label }, Date.now());
  announce(`${question.id}: ${label}. U takes it back, for 5 seconds.`);
  setTimeout(sendDue, 5050);
}

/** The last answer, or that to one question; false where there is none. */
export function undoAnswer(key?: string): boolean {
  const { queue, taken } = takeBack(held.peek(), key);
  held.value = queue;
  if (taken) announce(`Taken back: ${taken.label}`);
  return taken !== null;
}

/** A tab that is closed has been answered in: what it holds is sent. Long words need the tab, so the browser asks first. */
export function sendWhenLeft(): void {
  addEventListener("pagehide", () => sendDue(Number.POSITIVE_INFINITY));
  addEventListener("beforeunload", (event) => {
    const length = held.peek().reduce((sum, { answer }) => sum + answer.length, 0);
    if (length > LONG) event.preventDefault();
  });
}

function sendDue(until: unknown = undefined): void {
  const { queue, released } = release(held.peek(), typeof until === "number" ? until : Date.now());
  if (released.length === 0) return;
  held.value = queue;
  for (const { key, answer, label } of released) void send(key, answer, label);
}

async function send(key: string, answer: string, label: string): Promise<void> {
  const question = asked.get(key);
  if (!question) return;
  const { feature, id } = question;
  tell(key, { type: "sending", label });
  try {
    const result = await act("answer", { repo: feature.repo, key: feature.key }, { id, answer });
    tell(key, { type: "stored", label, result });
    keepDraft(key, "");
  } catch (error) {
    const problem = problemOf(error);
    const message = `“${label}” was not sent: ${problem.message}`;
    tell(key, { type: "failed", problem: { ...problem, message } });
    announce(`${id}: ${message}`);
  }
  changes.value += 1;
}

function tell(key: string, what: Sent): void {
  sent.value = new Map(sent.peek()).set(key, what);
}

function forget(key: string): void {
  const rest = new Map(sent.peek());
  if (rest.delete(key)) sent.value = rest;
}
