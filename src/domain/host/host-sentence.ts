// The only sentence an agent of a host is told. Its prompt is a file, so the host's model passes on just a path and
// adds nothing; anything else the agent was told is visible. Hooks load this file, so it imports nothing.

const BEGIN = "Read the file ";
const END =
  " from its first line to its last and do exactly what it says. Your final message must be the answer it asks for, and nothing else.";

export function sentenceOf(promptFile: string): string {
  return `${BEGIN}${promptFile}${END}`;
}

/** What identifies an order outside its run: the run, and the number of the dispatch. */
export interface OrderPlace {
  readonly run: string;
  /** `004` */
  readonly number: string;
  /** `spec-reviewer-fresh` */
  readonly name: string;
  readonly promptFile: string;
}

/** Undefined unless the text is exactly such a sentence. */
export function orderIn(text: string): OrderPlace | undefined {
  if (!text.startsWith(BEGIN) || !text.endsWith(END)) return undefined;
  const promptFile = text.slice(BEGIN.length, text.length - END.length);
  const match = /\/iflow\/runs\/([^/\n]+)\/dispatches\/(\d{3,})-([a-z-]+)\.prompt\.md$/.exec(promptFile);
  const [, run, number, name] = match ?? [];
  return run === undefined || number === undefined || name === undefined
    ? undefined
    : { run, number, name, promptFile };
}

/** How the plugin names the agent of a role. */
export function hostAgentOf(role: string): string {
  return `iflow:${role}`;
}
