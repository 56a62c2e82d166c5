// `iflow stats`: whether resuming pays off over the features of this repository, and what to do if it does not.
import { type RepositoryStats, readStats } from "../../../../app/billing/stats.ts";
import type { Saving } from "../../../../domain/billing/loop-savings.ts";
import type { Rate, RateName, Stats } from "../../../../domain/billing/stats.ts";
import { count, percent, price } from "../../screen/numbers.ts";
import { wrapText } from "../../screen/rows/row-layout.ts";
import type { Terminal } from "../../screen/terminal.ts";
import { textTable } from "../../screen/text-table.ts";
import type { CommandPlace } from "../command-place.ts";

export async function statsCommand({ ports, config, terminal }: CommandPlace) {
  const { artifactsRoot, budget } = config;
  const stats = await readStats(ports, { artifactsRoot, prices: budget.prices });
  if (stats.dispatches === 0) {
    const text = 'Nothing to count yet: no agent has answered in this repository.\nNext: iflow run "what you want"';
    return { data: stats, text };
  }
  const { cost, unpriced, cached, estimated } = stats.total;
  const facts = [
    count(stats.features, "feature"),
    count(stats.dispatches, "dispatch", "dispatches"),
    price(cost, estimated, unpriced),
    ...(cached === null ? [] : [`${percent(cached, 1)} of input read from cache`]),
  ];
  return {
    data: stats,
    text: wrapText(
      [
        facts.join(` ${terminal.marks.dot} `),
        ratesText(stats.rates, terminal),
        ...savingsText(stats),
        ...convergenceText(stats),
        ...closing(stats),
      ].join("\n"),
      terminal.columns,
    ),
  };
}

const WHAT: Record<RateName, { readonly of: string; readonly advice: (rate: Rate) => string }> = {
  "resume-fallback": {
    of: "resume attempts fell back to a fresh agent",
    advice: ({ runtime }) =>
      `sessions are not reliable. Test them: iflow doctor --runtime ${runtime ?? "NAME"}; until they work: "review": {"session": "fresh"}`,
  },
  guard: {
    of: "later document rounds went fresh because of the guard",
    advice: () =>
      'revisions are too large for a delta. Let the price decide: "review": {"guard": "cost"}, or ask authors for smaller revisions',
  },
  "lazy-load": {
    of: "agents told to read files did not confirm it",
    advice: () => "agents skip files they are told to read. See which: iflow history <feature>; try a stronger model",
  },
};

function ratesText(rates: readonly Rate[], { marks, paint }: Terminal): string {
  const rows = rates.map(({ name, count: hits, of, share, limit }) => [
    `  ${share === null ? " " : share > limit ? marks.fail : marks.pass} ${name}`,
    share === null ? "-" : percent(share, 1),
    `${hits} of ${of} ${WHAT[name].of} (alarm over ${percent(limit, 1)})`,
  ]);
  const lines = textTable(rows).split("\n");
  return rates
    .flatMap((rate, index) => {
      const line = lines[index] ?? "";
      return rate.alarm ? [paint.red(line), `      ALARM: ${WHAT[rate.name].advice(rate)}`] : [line];
    })
    .join("\n");
}

/** Both measures, because a prompt that names files instead of including them is short in any case. */
function savingsText({ savings: { loops, prompt, content } }: RepositoryStats): string[] {
  if (loops === 0) return [];
  const sent = (of: Saving) => percent(of.sent, of.fresh);
  return [
    `  resumed in ${count(loops, "loop")}: ${sent(content)} of what fresh agents would have been given (prompt text alone: ${sent(prompt)})`,
    `  shorter than the first dispatch: ${content.shorter} of ${content.resumed} (prompt text alone: ${prompt.shorter})`,
  ];
}

/** How loops came to their end; nothing before there was a second round. */
function convergenceText({ convergence: { loops, rounds, later, rises, unresolved } }: RepositoryStats): string[] {
  if (rounds <= loops) return [];
  const average = (rounds / loops).toFixed(1);
  return [
    `  ${count(loops, "review loop")}: ${average} rounds on average; in later rounds ${later.fresh} new issues, ${later.repeated} still open`,
    `  more open than in the round before: ${rises} of ${loops}; ended with open issues: ${unresolved}`,
  ];
}

function closing({ judged, features }: Stats): string[] {
  if (judged) return ["Next: iflow cost <feature>"];
  return [`Alarms start with the third feature; there ${features === 1 ? "is" : "are"} ${features} so far.`];
}
