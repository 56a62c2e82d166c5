// The commands a host offers its user, and the loop its model goes through, in words. The plugin's files and the server's
// prompts are printed from here, so that they cannot say two things.

export interface HostCommand {
  readonly name: string;
  readonly description: string;
  /** What may follow it; undefined: nothing. */
  readonly argument: string | undefined;
  /** What the model is asked to do; `given` is what the user typed behind the command. */
  text(given: string): string;
}

const phase = (name: string, description: string, engine = name): HostCommand => ({
  name,
  description,
  argument: "[feature] [--yolo]",
  text: (given) =>
    [
      `Run the iflow phase \`${engine}\`: call the tool \`start\` with phase "${engine}".`,
      `What the user typed behind the command: ${quoted(given)}. A feature key in it is \`feature\`; \`--yolo\` is \`yolo: true\`; \`--rerun\` is \`rerun: true\`.`,
    ].join("\n"),
});

export const HOST_COMMANDS: readonly HostCommand[] = [
  {
    name: "brainstorm",
    description: "From an idea to a reviewed PRD",
    argument: "<idea>",
    text: (given) =>
      `Call the tool \`start\` with phase "brainstorm" and the user's idea, word for word: ${quoted(given)}`,
  },
  {
    name: "create-feature",
    description: "Number, branch and folder for a new feature",
    argument: "<what you want> [--prd <file>]",
    text: (given) =>
      `Call the tool \`create_feature\` with the user's words as \`text\`: ${quoted(given)}. \`--prd\` in it and the file behind that are \`prd\` and no part of the text. Tell the user what it says, and stop.`,
  },
  phase("specify", "Write spec.md and have it reviewed"),
  phase("design", "Research, write and review design.md"),
  phase("create-plan", "Write plan.md and have it reviewed"),
  phase("create-tasks", "Write tasks.md and have it reviewed"),
  phase("implement", "Work through the tasks, then have the code reviewed by three"),
  phase("finish-feature", "Documentation, retrospective, checks, then merge or pull request", "finish"),
  {
    name: "run",
    description: "From one sentence to a merged feature, phase after phase",
    argument: "<idea> [--yolo]",
    text: (given) =>
      `Call the tool \`start\` with phase "run" and the user's idea, word for word: ${quoted(given)}. \`--yolo\` in it is \`yolo: true\` and no part of the idea.`,
  },
  {
    name: "continue",
    description: "Go on with the open run",
    argument: "[feature]",
    text: (given) =>
      `Call the tool \`next\`. What the user typed behind the command: ${quoted(given)}. A feature key in it is \`feature\`.`,
  },
  {
    name: "status",
    description: "Every feature, where it stands and what comes next",
    argument: undefined,
    text: () => "Call the tool `status`, tell the user in a few lines what it says, and stop.",
  },
];

/** A command of the terminal as the host's user types it; what a host does not have stays as it is. */
export function asHostCommand(command: string): string {
  const [, name, rest = ""] = /^iflow ([\w-]+)(.*)$/s.exec(command) ?? [];
  if (name === "answer") return rest.trim(); // an answer is typed as it is, behind the id of its question
  return HOST_COMMANDS.some((one) => one.name === name) ? `/iflow:${name}${rest.replace("--feature=", "")}` : command;
}

function quoted(given: string): string {
  return given === "" ? "nothing" : `"${given}"`;
}

/** The loop in one page; `tools` names them as the host does. */
export function loopText(): string {
  return `The engine decides; you carry its orders to agents and nothing else.

1. The answer of \`start\`, \`next\` and \`report\` has a \`state\`.
2. \`orders\`: carry out every order, side by side if there are several.
   - \`agent\` is null: start a new agent with the Agent tool: \`subagent_type\` is the order's \`agent_type\`, \`prompt\` is its \`sentence\` to the letter,
     \`run_in_background\` is false. Give no model and nothing else.
   - \`agent\` is an id: SendMessage to that id with the \`sentence\` to the letter, and wait for its answer. Only if there is no such agent any more: \`report\` with
     \`failed\` and what the error said.
   - Then \`report\` the order with the agent's id. Its answer is the next state.
3. \`question\`: show it to the user as it is, and stop. Only they can answer, by typing it. Then call \`next\`.
4. \`paused\`: tell the user what it says, and stop.
5. \`done\`: tell the user how it ended and name the next command. Do not start it.

Never write, review or judge anything of a run yourself, never touch its files (\`.meta.json\`, the document under review, \`.git/iflow\`), never add a word to a
sentence, and never answer for the user. What is not as ordered does not count and is written down.`;
}
