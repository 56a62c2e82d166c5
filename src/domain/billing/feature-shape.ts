// How often agents are asked in each phase, and how much one of them takes in and gives out. These are round numbers for
// a forecast in a repository that has no features of its own yet; they decide nothing.

export interface PhaseShape {
  /** Dispatches when the first review approves, and when every loop needs a few rounds. */
  readonly fewest: number;
  readonly most: number;
  /** Tokens of one dispatch. */
  readonly written: number;
  readonly read: number;
  readonly output: number;
  readonly minutes: number;
}

const DOCUMENT = { written: 10_000, read: 30_000, output: 2_500, minutes: 0.75 } as const;
const CODE = { written: 12_000, read: 120_000, output: 4_000, minutes: 1.5 } as const;

export const FEATURE_SHAPE: Readonly<Record<string, PhaseShape>> = {
  brainstorm: { fewest: 5, most: 9, ...DOCUMENT },
  specify: { fewest: 3, most: 9, ...DOCUMENT },
  design: { fewest: 5, most: 11, ...DOCUMENT },
  "create-plan": { fewest: 3, most: 7, ...DOCUMENT },
  "create-tasks": { fewest: 3, most: 7, ...DOCUMENT },
  implement: { fewest: 8, most: 30, ...CODE },
  finish: { fewest: 2, most: 4, ...DOCUMENT },
  retrospect: { fewest: 1, most: 2, ...DOCUMENT },
};

/** The same at light depth, where nobody is asked at the end. */
export const LIGHT_SHAPE: Readonly<Record<string, PhaseShape>> = {
  specify: { fewest: 1, most: 2, ...DOCUMENT },
  implement: { fewest: 2, most: 4, ...CODE },
};

/** Enough for a whole feature: what is proposed as a limit where there is no price to limit by. */
export const USUAL_DISPATCHES = 80;
