// What can be chosen for a new feature, and what it is expected to cost.
import type { RangeView } from "./money.ts";

/** GET /api/new?repo= */
export interface NewFeatureView {
  readonly repo: string;
  /** Those that are ready; the usual one first. */
  readonly runtimes: readonly { readonly id: string; readonly name: string }[];
  readonly depths: readonly ("full" | "light" | "auto")[];
  /** US dollars, from the settings; null where none is set. */
  readonly budget: number | null;
  /** Where its branch begins. */
  readonly base: string | null;
  /** The working tree has a feature on its branch, or changes: a tree of its own is the calm choice. */
  readonly suggestsTree: boolean;
  /** Why nothing can begin: the fix is a command to type. */
  readonly problem: { readonly message: string; readonly fix: string } | null;
}

/** GET /api/forecast?repo=&runtime=&depth= */
export interface ForecastView {
  readonly dollars: RangeView | null;
  readonly minutes: RangeView;
  readonly basis: "features" | "price-table";
  readonly features: number;
}

/** POST /api/features */
export interface NewFeatureBody {
  readonly repo: string;
  readonly idea: string;
  readonly runtime?: string;
  readonly depth?: "full" | "light" | "auto";
  readonly maxCost?: number;
  readonly maxDispatches?: number;
  readonly worktree?: boolean;
  /** Nobody is asked; where somebody must decide, it stops. */
  readonly yolo?: boolean;
  /** Without a brainstorm. */
  readonly skipBrainstorm?: boolean;
}

/** What was begun goes on in a process of its own. */
export interface StartedResult {
  readonly command: string;
  readonly pid: number;
  /** Once it is known. */
  readonly feature: string | null;
}
