// One dispatch: what was sent, block by block, what came back, and what it cost.
import type { FeatureRef, PageHead } from "./common.ts";

export interface DispatchView extends PageHead {
  readonly feature: FeatureRef;
  /** Its number in the feature, and how many there are. */
  readonly number: number;
  readonly of: number;
  readonly role: string;
  readonly phase: string;
  readonly round: number;
  readonly kind: string;
  readonly reason: string;
  /** Why it was fresh or resumed, as a sentence. */
  readonly why: string;
  readonly status: "completed" | "failed" | "interrupted" | "working";
  readonly verdict: "approved" | "refused" | "unreadable" | null;
  readonly error: string | null;
  readonly at: string;
  readonly milliseconds: number;
  readonly runtime: string | null;
  readonly effort: string | null;
  readonly session: string | null;
  /** Nobody but the host vouches for it. */
  readonly selfReported: boolean;
  readonly tokens: TokenCounts;
  /** US dollars; null when unknown. */
  readonly cost: number | null;
  readonly estimate: number | null;
  /** A fresh agent for the same work. */
  readonly freshCost: number | null;
  readonly promptChars: number;
  readonly contextChars: number;
  readonly blocks: readonly PromptBlock[];
  readonly reply: ReplyView;
  readonly tools: readonly { readonly did: string; readonly refused: boolean }[];
  readonly changed: readonly { readonly path: string; readonly change: string }[];
  /** Those of its role before it, and the author's or fixer's it judges. */
  readonly follows: readonly DispatchRef[];
  readonly previous: DispatchRef | null;
  readonly next: DispatchRef | null;
}

export interface DispatchRef {
  readonly number: number;
  readonly role: string;
  readonly round: number;
  readonly kind: string;
  readonly verdict: "approved" | "refused" | "unreadable" | null;
  readonly cost: number | null;
}

export interface TokenCounts {
  /** At full price, read from the cache, written to the cache. */
  readonly new: number;
  readonly read: number;
  readonly written: number;
  readonly output: number;
  readonly estimated: boolean;
}

export interface PromptBlock {
  /** Its heading, or what it is. */
  readonly name: string;
  /** The same for every round: above the line. Of a resumed session, what it already knew is above it. */
  readonly isAbove: boolean;
  readonly text: string;
  readonly chars: number;
  /** About so many. */
  readonly tokens: number;
  readonly state: "read" | "written" | "new";
}

export interface ReplyView {
  readonly text: string;
  /** Of Markdown; null where it is JSON alone. */
  readonly html: string | null;
  /** The verdict it holds. */
  readonly issues: readonly {
    readonly id: string | null;
    readonly severity: string;
    readonly text: string;
    readonly where: string | null;
  }[];
  readonly resolutions: readonly { readonly id: string; readonly status: string; readonly why: string | null }[];
  readonly summary: string | null;
}
