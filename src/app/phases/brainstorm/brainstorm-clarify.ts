// Clarify: asks the person, one question at a time, for what only they know. Any answer may be left to the author, who
// then marks it as an assumption.
import type { Option, Question } from "../../../domain/run/question.ts";
import type { Parts } from "../../work/state/phase-run.ts";
import { askPerson } from "../../work/wait-for.ts";

const INFER = "infer";

const ITEMS = [
  { name: "problem", title: "Problem", text: "What goes wrong today, and what does it cost?" },
  { name: "user", title: "Target user", text: "Who has this problem, and in what situation?" },
  {
    name: "success",
    title: "Success criteria",
    text: "How will you know it is solved? Name something that can be checked.",
  },
  { name: "constraints", title: "Constraints", text: "Which limits must hold, and what must not change?" },
  { name: "approaches", title: "Approaches considered", text: "Which approaches have you considered or tried?" },
] as const;

const TYPES: Readonly<Record<string, string>> = {
  product: "Product/Feature",
  technical: "Technical/Architecture",
  financial: "Financial/Business",
  research: "Research/Scientific",
  creative: "Creative/Design",
};

/** The idea and what the person said about it, as given to every agent of the brainstorm. */
export async function clarifyIdea(phase: Parts<"feature" | "mode" | "run">): Promise<string> {
  const answers = await askAll(phase, [...ITEMS.map(itemQuestion), typeQuestion()]);
  const type = answers[ITEMS.length] ?? "skip";
  const said = ITEMS.flatMap(({ title }, index) => {
    const answer = answers[index];
    return answer === undefined || answer === INFER ? [] : [`- ${title}: ${answer}`];
  });
  const left = ITEMS.filter((_, index) => answers[index] === INFER).map(({ title }) => title.toLowerCase());
  return [
    ...(said.length > 0 ? [`### What the person said\n${said.join("\n")}`] : []),
    ...(left.length > 0
      ? [`### Left to you\nInfer from the idea, the code and the research, and mark as assumption: ${left.join(", ")}.`]
      : []),
    `### Problem type\n${type === "skip" ? "None was chosen: write `None`." : (TYPES[type] ?? type)}`,
  ].join("\n\n");
}

/** With `--yolo` nobody is there to answer one question after the other, so all of them are a single stop. */
async function askAll(phase: Parts<"mode" | "run">, questions: readonly Question[]): Promise<string[]> {
  if (phase.mode.yolo) return phase.run.wait(questions);
  const answers: string[] = [];
  for (const question of questions) answers.push(await askPerson(phase, question));
  return answers;
}

function itemQuestion({ name, text }: (typeof ITEMS)[number]): Question {
  return {
    type: "question",
    name: `brainstorm/1/0/clarify-${name}`,
    topic: "brainstorm-clarify",
    text,
    options: [{ value: INFER, label: "Leave it to the author", hint: "inferred, and marked as an assumption" }],
    freeText: true,
    default: INFER,
  };
}

function typeQuestion(): Question {
  const types: Option[] = Object.entries(TYPES).map(([value, label]) => ({ value, label }));
  return {
    type: "question",
    name: "brainstorm/1/0/clarify-type",
    topic: "brainstorm-type",
    text: "What kind of problem is it? The readiness check has its own list for each.",
    options: [...types, { value: "skip", label: "None of these", hint: "only the general checks" }],
    freeText: true,
    default: "product",
  };
}
