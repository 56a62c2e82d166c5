// Clarify: asks the person, all at once, for what only they know. Any answer may be left to the author, who then marks it
// as an assumption.
import type { Option, Question } from "../../../domain/run/questions/question.ts";
import type { Parts } from "../../work/state/phase-run.ts";

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

/** What a person reads of them; the PRD says the others. */
const LABELS: Readonly<Record<string, string>> = {
  product: "Something people can do, or do better",
  technical: "How it is built inside",
  financial: "Money: prices, bills, costs",
  research: "Something to find out first",
  creative: "How it looks or reads",
};

/** The idea and what the person said about it, as given to every agent of the brainstorm. */
export async function clarifyIdea({ run }: Parts<"run">): Promise<string> {
  const answers = await run.wait([...ITEMS.map(itemQuestion), typeQuestion()]);
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
  const types: Option[] = Object.keys(TYPES).map((value) => ({ value, label: LABELS[value] ?? value }));
  return {
    type: "question",
    name: "brainstorm/1/0/clarify-type",
    topic: "brainstorm-type",
    text: "What kind of change is this?",
    options: [...types, { value: "skip", label: "None of these", hint: "only the general checks" }],
    freeText: true,
    default: "product",
  };
}
