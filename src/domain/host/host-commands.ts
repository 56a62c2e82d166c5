// The commands a host offers its user, and the loop its model follows, in words. The plugin's files and the server's
// prompts are both printed from here, so that they cannot contradict each other.

export interface HostCommand {
  readonly name: string;
  readonly description: string;
  /** The arguments it may take; undefined for none. */
  readonly argument: string | undefined;
  /** It moves a run, so the loop text follows it. */
  readonly loops: boolean;
  /** What the model is asked to do; `given` is what the user typed after the command. */
  text(given: string): string;
}

const phase = (name: string, description: string, engine = name): HostCommand => ({
  name,
  description,
  argument: "[feature] [--yolo]",
  loops: true,
  text: (given) =>
    [
      `Run the iflow phase \`${engine}\`: call the tool \`start\` with phase "${engine}".`,
      `What the user typed after the command: ${quoted(given)}. The key, number or name of a feature in it is \`feature\`; \`--yolo\` is \`yolo: true\`; \`--rerun\` is \`rerun: true\`.`,
    ].join("\n"),
});

export const HOST_COMMANDS: readonly HostCommand[] = [
  {
    name: "brainstorm",
    description: "From an idea to a reviewed PRD",
    argument: "<idea> [--yolo]",
    loops: true,
    text: (given) => ideaText("brainstorm", given),
  },
  {
    name: "create-feature",
    description: "Number, branch and folder for a new feature",
    argument: "<what you want> [--prd <file>] [--from base|<feature>]",
    loops: false,
    text: (given) =>
      `Call the tool \`create_feature\` with the user's words as \`text\`: ${quoted(given)}. \`--prd\` in it and the file after it are \`prd\` and no part of the text; \`--from\` and the word after it are \`from\` and no part of it either. Tell the user what it says, and stop.`,
  },
  phase("specify", "Write spec.md and have it reviewed"),
  phase("design", "Research, write and review design.md"),
  phase("create-plan", "Write plan.md and have it reviewed"),
  phase("create-tasks", "Write tasks.md and have it reviewed"),
  phase("implement", "Work through the tasks, then have three reviewers review the code"),
  phase("finish-feature", "Documentation, retrospective, checks, then merge or pull request", "finish"),
  {
    name: "run",
    description: "From one sentence to a merged feature, phase after phase",
    argument: "<idea> [--yolo] [--from base|<feature>]",
    loops: true,
    text: (given) =>
      `${ideaText("run", given)} \`--from\` and the word after it are \`from\` and no part of it either.`,
  },
  {
    name: "continue",
    description: "Continue the open run",
    argument: "[feature]",
    loops: true,
    text: (given) =>
      `Call the tool \`next\`. What the user typed after the command: ${quoted(given)}. The key, number or name of a feature in it is \`feature\`.`,
  },
  {
    name: "status",
    description: "Every feature, where it stands and what comes next",
    argument: undefined,
    loops: false,
    text: () => "Call the tool `status`, tell the user in a few lines what it says, and stop.",
  },
];

/** A terminal command as the host's user types it; a command that a host does not have stays unchanged. */
export function asHostCommand(command: string): string {
  const [, name, rest = ""] = /^iflow ([\w-]+)(.*)$/s.exec(command) ?? [];
  if (name === "answer") return rest.trim(); // the user types an answer directly, after the id of its question
  return HOST_COMMANDS.some((one) => one.name === name) ? `/iflow:${name}${rest.replace("--feature=", "")}` : command;
}

function ideaText(phase: string, given: string): string {
  return `Call the tool \`start\` with phase "${phase}" and the user's idea, word for word: ${quoted(given)}. \`--yolo\` in it is \`yolo: true\` and no part of the idea.`;
}

function quoted(given: string): string {
  return given === "" ? "nothing" : `"${given}"`;
}

/** The whole text of a command, as the plugin and the server's prompts give it to the model. */
export function commandText({ text, loops }: HostCommand, given: string, more = ""): string {
  return [text(given), more, loops ? loopText() : LOADING].filter(Boolean).join("\n\n");
}

/** A host may withhold the schemas of its tools until it is asked. */
const LOADING = "A tool that is listed by its name alone is loaded first, with ToolSearch.";

/** The loop in one page. */
export function loopText(): string {
  return `The engine decides; you carry its orders to agents and nothing else. If SendMessage is listed by its name alone, load it with ToolSearch in the
same message as your first call.

1. The answer of \`start\`, \`next\` and \`report\` has a \`state\`. iflow may also tell you the next one by itself, along with an agent's answer.
2. \`orders\`: carry out every order, side by side if there are several.
   - \`agent\` is null: start a new agent with the Agent tool: \`subagent_type\` is the order's \`agent_type\`, \`prompt\` is its \`sentence\` word for word,
     \`run_in_background\` is false. Give no model and nothing else.
   - \`agent\` is an id: SendMessage to that id with the \`sentence\` word for word, then end your turn until the notification about that agent comes. Only if
     there is no such agent any more: \`report\` with \`failed\` and what the error said.
   - With the agent's answer iflow tells you the next state, or which orders are still open. If it tells you nothing, \`report\` the order with the agent's
     id; if that answers with an error, do what it says, or call \`next\`. Never report the same twice.
3. \`question\`: show it to the user as it is, and stop. Only they can answer; the state says how. Then call \`next\`.
4. \`paused\` or \`idle\`: tell the user what it says, and stop.
5. \`done\`: tell the user how it ended and name the next command. Do not start it.

Never write, review or judge anything of a run yourself, never touch its files (\`.meta.json\`, the document under review, \`.git/iflow\`), never add a word to a
sentence, and never answer for the user. Whatever departs from an order does not count, and the review history says so.`;
}
