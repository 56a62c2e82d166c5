// The vocabulary of the demo's scripts: what one turn of a scripted agent may contain, and the two kinds of verdict.

export interface Turn {
  readonly expect: "fresh" | "resume" | "final" | "repair";
  readonly promptHas?: readonly string[];
  readonly reads?: readonly string[];
  readonly writes?: Readonly<Record<string, string>>;
  readonly run?: readonly string[];
  readonly reply: string | object;
}

/** Turns by `role` or `phase/role`, in the order they are used. */
export type Roles = Readonly<Record<string, readonly Turn[]>>;

export interface Issue {
  readonly severity: "blocker" | "warning" | "suggestion";
  readonly category?: string;
  readonly level?: string;
  readonly description: string;
  readonly location: string;
  readonly suggestion: string;
}

export const approve = (summary: string) => ({ approved: true, issues: [], summary });

/** What the implementation reviewer says of each document's promises. */
export const LEVELS = {
  tasks: { passed: true },
  spec: { passed: true },
  design: { passed: true },
  prd: { passed: true },
};

export const reject = (issue: Issue, summary: string) => ({ approved: false, issues: [issue], summary });

/** Documents of the feature, in the form a turn uses for what it reads. */
export const documents = (...names: string[]) => names.map((name) => `{feature}/${name}.md`);
