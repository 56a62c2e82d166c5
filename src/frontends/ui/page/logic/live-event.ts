// What the server tells while the page is open, as far as the page takes part. Everything that is not known here is left alone,
// so a page and a server of different versions get along.

export interface LiveEvent {
  readonly repo: string;
  readonly feature: string;
  readonly type: string;
  readonly step: string | undefined;
  /** Of a lane that works. */
  readonly news: LaneNews | undefined;
  /** Of a question, a pause, an end: what is announced. */
  readonly text: string;
}

export interface LaneNews {
  readonly doing: string;
  readonly last: string;
  readonly tools: number;
  readonly tokens: number | null;
}

/** Undefined for what is no event at all. */
export function readLiveEvent(json: string): LiveEvent | undefined {
  const told = parsed(json);
  const [repo, feature, type] = [told.repo, told.feature, told.type];
  if (typeof repo !== "string" || typeof feature !== "string" || typeof type !== "string") return undefined;
  const step = typeof told.step === "string" ? told.step : undefined;
  return { repo, feature, type, step, news: type === "lane-worked" ? newsIn(told) : undefined, text: textIn(told) };
}

/** Of anything else an empty object. */
export function parsed(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function newsIn({ doing, last, tools, tokens }: Readonly<Record<string, unknown>>): LaneNews {
  return {
    doing: typeof doing === "string" ? doing : "",
    last: typeof last === "string" ? last : "",
    tools: typeof tools === "number" ? tools : 0,
    tokens: typeof tokens === "number" ? tokens : null,
  };
}

function textIn({ text, phase, outcome }: Readonly<Record<string, unknown>>): string {
  if (typeof text === "string") return text;
  return [phase, outcome].filter((one) => typeof one === "string").join(" ");
}

/** After these nothing that is shown is different. */
const SILENT = ["lane-worked", "run-stands"];

const KNOWN = [
  ...["run-opened", "run-resumed", "dispatch-started", "dispatch-ended", "check-started", "check-ran", "commit-made"],
  ...["question-asked", "question-answered", "question-withdrawn", "paused", "order-given", "order-ended"],
  ...["phase-completed", "run-ended", "answer-kept", "run-left", "journal-damaged", ...SILENT],
];

/** Whether the views have to be asked for again. */
export function changesViews({ type }: LiveEvent): boolean {
  return KNOWN.includes(type) && !SILENT.includes(type);
}
