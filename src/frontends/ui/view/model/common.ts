// What several pages show. The page reads these types and nothing else of iflow; everything is plain JSON. Words of agents and
// documents are text, to be shown as text; only fields called `html` are markup, made by the server (view/documents/safe-markdown.ts).

export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly detail?: string;
  readonly fix: string;
}

export interface RepositoryView {
  /** In addresses: the name of its folder; of two with the same name, `shop-2`. */
  readonly id: string;
  readonly name: string;
  readonly root: string;
  readonly branch: string | null;
  readonly isSetUp: boolean;
  /** `unconfirmed`: nothing begins or continues here before the person has typed `iflow trust`. */
  readonly trust: "nothing" | "confirmed" | "unconfirmed";
  /** Why nothing of it can be shown. */
  readonly problem: Problem | null;
}

/** On every page. */
export interface PageHead {
  /** The server's clock, ISO 8601: durations are counted from it. */
  readonly now: string;
  readonly repositories: readonly RepositoryView[];
  /** Every feature that is not over, in an order that stays. */
  readonly open: readonly { readonly feature: FeatureRef; readonly state: CardState }[];
  /** How many questions wait. */
  readonly waiting: number;
}

export type CardState =
  | "waiting"
  | "paused"
  | "stopped"
  | "running"
  | "interrupted"
  | "idle"
  | "planned"
  | "damaged"
  | "branch-only"
  | "completed"
  | "abandoned";

export interface FeatureRef {
  readonly repo: string;
  /** `007-rate-limit`, or `b3` for an idea that is being brainstormed. */
  readonly key: string;
  /** `007 rate limit` */
  readonly name: string;
  /** The sentence it began with. */
  readonly title: string;
}

export type Severity = "blocker" | "warning" | "suggestion";

export interface IssueView {
  /** `DR3.1` */
  readonly id: string;
  readonly phase: string | null;
  readonly severity: Severity;
  readonly text: string;
  /** `design.md:84`, `spec.md ### AC-1` */
  readonly where: string | null;
  readonly reviewer: string | null;
  /** In which round it was raised, and in which it ended. */
  readonly round: number | null;
  readonly endRound: number | null;
  /** The author's: `fixed: …`, `not changed: …` */
  readonly answer: string | null;
  /** What its reviewer said to that answer, where it insists. */
  readonly insists: string | null;
  readonly end: "open" | "resolved" | "withdrawn" | "ruled" | "noted";
}

export interface DiffLine {
  readonly sign: " " | "+" | "-";
  readonly old: number | null;
  readonly new: number | null;
  readonly text: string;
  /** Where in the text the change is: beginnings and ends, in characters. */
  readonly marks?: readonly (readonly [number, number])[];
}

export interface DiffHunk {
  /** `@@ -3,11 +3,11 @@ createLogin` without the marks: `createLogin` */
  readonly about: string;
  readonly lines: readonly DiffLine[];
}

export interface DiffFile {
  readonly path: string;
  readonly added: number;
  readonly removed: number;
  readonly isBinary: boolean;
  readonly hunks: readonly DiffHunk[];
  /** Lines that are left out because there are too many. */
  readonly more: number;
}

export interface DiffView {
  /** `since round 4` */
  readonly title: string;
  /** Commits. */
  readonly from: string;
  readonly to: string;
  readonly added: number;
  readonly removed: number;
  readonly files: readonly DiffFile[];
  /** Files that are left out because there are too many. */
  readonly more: number;
}

/** An agent or a check that works now. */
export interface LaneView {
  readonly step: string;
  /** A role, `implementer-1.2`, `check`. */
  readonly lane: string;
  readonly role: string;
  /** `fresh`, `resume`, …; null of a check. */
  readonly kind: string | null;
  /** `reading the spec` */
  readonly doing: string;
  /** Its latest tool, words or output; empty before the first. */
  readonly last: string;
  readonly since: string;
  readonly tools: number;
  readonly tokens: number | null;
}

/** US dollars; null when the price is not known. */
export interface MoneyOfFeature {
  readonly spent: number | null;
  readonly budget: number | null;
  /** Dispatches without a known price, which `spent` lacks. */
  readonly unpriced: number;
  /** Some of it was derived from the length of texts. */
  readonly estimated: boolean;
  readonly dispatches: number;
}
