// Where a run stands, in the one form that every flow tool returns: orders for the host's agents, a question for the
// user, or the end. The text tells a model what to do; the fields are for programs.
import * as z from "zod";
import { ordersOf } from "../../../app/dispatch/host-orders.ts";
import type { PhaseResult } from "../../../app/run/run-phase.ts";
import { hostAgentOf } from "../../../domain/host/host-sentence.ts";
import type { HostOrder, Pending, Proof, Question } from "../../../domain/run/questions/question.ts";
import { acceptsWords, reportableValues } from "../../../domain/run/questions/reported-answer.ts";
import type { RunHead } from "../../../domain/run/run.ts";
import type { Print } from "../printed-commands.ts";
import { describeEnd } from "./flow-end.ts";

const OrderSchema = z.object({
  order: z.string().describe("id to report it with"),
  role: z.string(),
  kind: z.string().describe("fresh, resume, final, fallback or repair"),
  agent_type: z.string().describe("the kind of agent that must carry it out"),
  agent: z.string().nullable().describe("send the sentence to this agent; null: start a new one"),
  sentence: z.string().describe("what to tell the agent, word for word, and nothing else"),
  prompt_file: z.string().describe("the file that the sentence names"),
  access: z.enum(["read", "write", "blind"]).describe("blind: it may read only the files in `readable`"),
  readable: z.array(z.string()).describe("for a blind agent: the only files it may read"),
});

const QuestionSchema = z.object({
  id: z.string(),
  text: z.string(),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
  free_text: z.boolean(),
});

export const FlowSchema = z.object({
  state: z.enum(["orders", "question", "paused", "done", "idle"]),
  feature: z.string().nullable(),
  phase: z.string().nullable(),
  run: z.string().nullable(),
  message: z.string().describe("what happened and what to do now"),
  orders: z.array(OrderSchema),
  questions: z.array(QuestionSchema),
  next: z.string().nullable().describe("the command that comes after this phase"),
});
export type FlowState = z.infer<typeof FlowSchema>;

export function idleState(feature: string | null, message: string, next: string | null): FlowState {
  return { state: "idle", feature, phase: null, run: null, message, orders: [], questions: [], next };
}

export function flowState(result: PhaseResult, proof: Proof, print: Print): FlowState {
  const { run } = result;
  if (result.type === "ended") return stateOf(run, "done", describeEnd(result, proof, print));
  const orders = ordersOf(result.pendings);
  if (orders.length > 0)
    return stateOf(run, "orders", { message: orderWords(orders, proof), orders: orders.map(orderData) });
  const questions = questionsOf(result.pendings);
  if (questions.length > 0)
    return stateOf(run, "question", {
      message: proof === "hook" ? typedWords(questions) : reportedWords(questions, print),
      questions: questions.map(questionData),
    });
  const texts = result.pendings.map(
    (pause) => `${pause.text}${pause.type === "pause" ? `\nFix: ${print(pause.fix)}` : ""}`,
  );
  return pausedState(run, texts.join("\n"));
}

/** Also when the run still waits for an order as before, but its host cannot continue. */
export function pausedState(run: RunHead, why: string): FlowState {
  return stateOf(run, "paused", { message: `${why}\nTell the user, and stop. Once it is resolved, call next.` });
}

function stateOf(
  { feature, phase, id }: RunHead,
  state: FlowState["state"],
  { message, ...more }: Pick<FlowState, "message"> & Partial<FlowState>,
): FlowState {
  return { state, feature, phase, run: id, message, orders: [], questions: [], next: null, ...more };
}

type AskedQuestion = Question & { readonly id: string };

export function questionsOf(pendings: readonly Pending[]): AskedQuestion[] {
  return pendings.flatMap((pending) =>
    pending.type === "question" && pending.id !== undefined ? [{ ...pending, id: pending.id }] : [],
  );
}

function orderData(order: HostOrder): z.infer<typeof OrderSchema> {
  const { id, role, kind, agent, sentence, promptFile, access, readable } = order;
  const place = { prompt_file: promptFile, access, readable: [...readable] };
  return { order: id, role, kind, agent_type: hostAgentOf(role), agent, sentence, ...place };
}

function questionData(question: AskedQuestion): z.infer<typeof QuestionSchema> {
  const { id, options, freeText } = question;
  const shown = options.map(({ value, label }) => ({ value, label }));
  return { id, text: askedText(question), options: shown, free_text: freeText === true };
}

function askedText({ text, detail }: Question): string {
  return detail === undefined ? text : `${text}\n${detail}`;
}

function orderWords(orders: readonly HostOrder[], proof: Proof): string {
  const many = orders.length > 1 ? " They may work side by side." : "";
  const report =
    proof === "hook"
      ? "iflow takes the answer from the agent itself and tells you the next state with it; only if it does not, `report` the order (order, agent)."
      : "Report each one (tool `report`: order, agent, reply) with the agent's last message, word for word.";
  return [
    `Carry out ${orders.length === 1 ? "this order" : "these orders"}; do none of the work yourself.${many}`,
    "If `agent` is null, start a new agent of the type `agent_type`, not in the background, with exactly `sentence` as its prompt.",
    `If \`agent\` is an id, send that agent exactly \`sentence\`, and ${proof === "hook" ? "end your turn until the notification about its answer comes" : "wait until it has answered"}.`,
    report,
  ].join("\n");
}

/** Where hooks see what the user types. */
function typedWords(questions: readonly AskedQuestion[]): string {
  return [
    "The user must answer this; you cannot. Show it to them, word for word, and stop. Their answer is taken when they type it.",
    ...questions.map((question) => shown(question, `The user answers by typing: ${question.id} ${valuesOf(question)}`)),
  ].join("\n");
}

/** Elsewhere the user has a terminal, or the client passes on what they said. */
function reportedWords(questions: readonly AskedQuestion[], print: Print): string {
  const asked = questions.map((question) => {
    const { id } = question;
    const values = [...reportableValues(question), ...(acceptsWords(question) ? ["their own words"] : [])];
    const tool =
      values.length === 0 ? "The tool `answer` does not take this one." : `Tool \`answer\`: ${values.join(" | ")}`;
    return shown(question, `${print(`iflow answer ${id}`)} ${valuesOf(question)}\n  ${tool}`);
  });
  return [
    "The user must answer this; you cannot. Show it to them, word for word, and stop. They run the command below it in a terminal, and you call `next`;",
    "or they tell you, and you pass on what they said with the tool `answer`: iflow then marks it SELF-REPORTED wherever it shows it.",
    ...asked,
  ].join("\n");
}

function shown({ id, options, ...question }: AskedQuestion, how: string): string {
  const choices = options.map(({ value, label, hint }) => `  ${value}: ${label}${hint ? ` (${hint})` : ""}`);
  return [`${id}: ${askedText({ ...question, options })}`, ...choices, `  ${how}`].join("\n");
}

function valuesOf({ options, freeText }: AskedQuestion): string {
  const values = options.map(({ value }) => value);
  return [...values, ...(freeText || values.length === 0 ? ["their own words"] : [])].join(" | ");
}
