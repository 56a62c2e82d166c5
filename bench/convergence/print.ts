// The report for a person, at most 92 columns wide.
import type { Row } from "./frontier.ts";
import type { Share } from "./interval.ts";
import type { Portrait } from "./portrait.ts";
import type { Histories } from "./read-histories.ts";
import { FEWEST_FEATURES, type HeldOut, MOST_LOST } from "./recommend.ts";

export interface Report {
  readonly histories: Histories;
  readonly portrait: Portrait;
  readonly rows: readonly Row[];
  readonly recommended: string;
  readonly heldOut: readonly HeldOut[];
}

export function printReport({ histories, portrait, rows, recommended, heldOut }: Report): string {
  return [
    printPortrait(portrait, histories),
    printRows(rows),
    LEGEND,
    `Recommended: ${recommended}\n${REASON}`,
    ...printHeldOut(heldOut),
    CANNOT_KNOW,
    ...printUnread(histories),
  ].join("\n\n");
}

function printPortrait(portrait: Portrait, { read, copies }: Histories): string {
  const { loops, longLoops, rounds, byRound, fresh, repeated } = portrait;
  const silent = read.reduce((sum, history) => sum + history.silent, 0);
  const line = (name: string, cells: readonly string[]) =>
    name.padEnd(26) + cells.map((cell) => cell.padStart(7)).join("");
  const last = byRound.length - 1;
  return [
    `features ${read.length}, loops ${loops} (${longLoops} of two rounds or more), rounds ${rounds}`,
    `blockers ${portrait.blockers} (${portrait.differentBlockers} different ones), warnings ${portrait.warnings}`,
    `after the first round ${fresh} new issues, ${repeated} that were there before`,
    `loops in which open issues rise ${portrait.rises}, loops that go on after a clean round ${portrait.reopened}`,
    `rounds without a reason ${portrait.unknownRounds}, entries without a verdict ${silent}, copies left out ${copies}`,
    "",
    line(
      "round",
      byRound.map((_, at) => `${at + 1}${at === last ? "+" : ""}`),
    ),
    line(
      "how many",
      byRound.map((round) => String(round.rounds)),
    ),
    line("blockers, mean", byRound.map(meanOf("blockers"))),
    line("warnings, mean", byRound.map(meanOf("warnings"))),
  ].join("\n");
}

function meanOf(severity: "blockers" | "warnings"): (round: Portrait["byRound"][number]) => string {
  return (round) => (round.rounds === 0 ? "-" : round[severity].toFixed(2));
}

function printRows(rows: readonly Row[]): string {
  const line = (name: string, saved: string, later: string, open: string, most: string) =>
    `${name.padEnd(34)}${saved.padStart(20)}${later.padStart(20)}${open.padStart(9)}${most.padStart(9)}`.trimEnd();
  return [
    line("", "", "blockers lost:", "", "both,"),
    line("  rule", "rounds saved", "came later", "open", "at most"),
    ...rows.map(({ rule, saved, later, open, lost, isOnFrontier }) =>
      line(
        `${isOnFrontier ? "*" : " "} ${rule}`,
        spread(saved),
        spread(later),
        percent(open.share),
        percent(lost.high),
      ),
    ),
  ].join("\n");
}

/** `21.4 % (18.2-24.9)` */
function spread({ share, low, high }: Share): string {
  return `${percent(share)} (${(100 * low).toFixed(1)}-${(100 * high).toFixed(1)})`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/** Two halves that choose differently say that the choice hangs on few features. */
function printHeldOut(heldOut: readonly HeldOut[]): string[] {
  if (heldOut.length === 0) return [];
  const lines = heldOut.map(
    ({ rule, saved, lost }) => `  ${rule.padEnd(34)} saves ${percent(saved)}, loses ${percent(lost)}`,
  );
  return [["Chosen by half of the features, and what that does on the other half:", ...lines].join("\n")];
}

const LEGEND = `In brackets 95 % intervals: features drawn again 2,000 times with a fixed seed, and never
narrower than Wilson's. *: no other rule saves as much and loses less. Came later: first
raised after the stop. Open: raised in the round of the stop, so that nobody judged the fix.
Warnings are no loss here. A round without blocker and warning ends a loop under every rule.
Contract: from round 3 no blocker, before that none twice in a row. Its clause about text
that did not change cannot be replayed, because a history holds no texts.`;

const REASON = `Of the rules that lose less than ${100 * MOST_LOST} % of the blockers at the upper end of the interval, the
one that saves most rounds; the strict one if there is none, or fewer than ${FEWEST_FEATURES} features.`;

const CANNOT_KNOW = `What a replay cannot know: a reviewer who knew that this is the last round might have judged
otherwise. Without the later rounds there would have been no later revisions, nor the faults
they brought in, so a blocker that came later need not have been in the text at the stop.
Not every blocker is right, and a later phase may find what a stopped loop missed. An
approval without a list counts as a clean round, an issue in quite other words as a new one.`;

function printUnread({ unread }: Histories): string[] {
  if (unread.length === 0) return [];
  return [`Not read: ${unread.length}\n${unread.map(({ path, why }) => `  ${path}: ${why}`).join("\n")}`];
}
