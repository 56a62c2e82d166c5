// What a person reads before anything is paid: what happens, what it costs and where it stops, at most 80 columns wide.
import { oneLine } from "../../../domain/text/one-line.ts";
import type { Print } from "../../drive/printed-commands.ts";
import { columnsOf, cutToColumns } from "./columns.ts";
import { count, money } from "./numbers.ts";
import type { EventOf } from "./rows/row-texts.ts";
import type { Terminal } from "./terminal.ts";
import { wrapWords } from "./wrap-words.ts";

type ForecastMade = EventOf<"forecast-made">;
/** However wide the terminal is. */
const WIDEST = 80;

type Looks = Pick<Terminal, "marks" | "paint" | "columns">;

export function forecastText(
  event: ForecastMade,
  { marks, paint, columns }: Looks,
  print: Print = (own) => own,
): string {
  const { feature, title, phases, runtime, models, branch } = event;
  const separator = ` ${marks.dot} `;
  const name = (text: string) => paint.bold(oneLine(text));
  const who = [runtime, ...models.slice(0, 1).map(shortName)].join(", ");
  const what = phases.length === 1 ? `${phases[0]}` : count(phases.length, "phase");
  const costs = `${expectedText(event, marks)} (${basisText(event)})`;
  const facts = [what, who, costs].join(separator);
  const width = Math.min(columns, WIDEST);
  return [
    cutToColumns(
      branch === undefined ? name(title) : `${name(feature)}${separator}${oneLine(title)}`,
      width,
      marks.ellipsis,
    ),
    ...(columnsOf(facts) <= width
      ? [facts]
      : [[what, who].join(separator), costs].flatMap((line) => wrapWords(line, width))),
    ...wrapWords(`${boundsText(event)} Ctrl-C stops, ${print("iflow continue")} resumes.`, width),
  ].join("\n");
}

/** `claude-opus-5-5` as people say it: `opus-5.5` */
function shortName(model: string): string {
  return model.replace(/^claude-/, "").replace(/-(\d+)-(\d+)$/, "-$1.$2");
}

/** `about $3–6 and 25 min` */
function expectedText({ dollars, minutes }: Expected, marks: Terminal["marks"]): string {
  const dash = marks.minus === "-" ? "-" : "–";
  const time = rangeText(inFives(minutes.low), inFives(minutes.high), dash, String);
  if (!dollars) return `price unknown, about ${time} min`;
  const [low, high] =
    dollars.high < 2 ? [dollars.low, dollars.high] : [Math.floor(dollars.low), Math.ceil(dollars.high)];
  const digits = dollars.high < 2 ? 2 : 0;
  return `about $${rangeText(low, high, dash, (amount) => amount.toFixed(digits))} and ${time} min`;
}

type Expected = Pick<ForecastMade, "dollars" | "minutes">;

function basisText({ basis, features, dollars }: Pick<ForecastMade, "basis" | "features" | "dollars">): string {
  if (basis !== "features" && !dollars) return "as features usually take";
  return basis === "features" ? `from ${features} of your features` : "from the price table";
}

function boundsText(event: ForecastMade): string {
  const { maxCost, maxDispatches, dollars, chain, yolo } = event;
  const limits = [
    // Where nothing has a price, a limit in dollars would stop nothing.
    ...(maxCost !== undefined && dollars ? [wholeMoney(maxCost)] : []),
    ...(maxDispatches === undefined ? [] : [count(maxDispatches, "dispatch", "dispatches")]),
  ];
  const stops = limits.length === 0 ? [] : [`stops at ${limits.join(" or ")}`];
  const asksEach = chain ? "asks you at the end of each phase" : "asks you what only you can decide";
  const asks = yolo ? "takes the default answers (--yolo)" : asksEach;
  return `It ${[...stops, asks].join(", ")}, and ${touchesText(event)}.`;
}

function touchesText({ phases, chain, branch }: ForecastMade): string {
  if (branch === undefined && !chain) return "touches no branch";
  return `touches only ${branch ?? "a branch of its own"}${phases.includes("finish") ? " until the merge" : ""}`;
}

function wholeMoney(amount: number): string {
  return Number.isInteger(amount) ? `$${amount}` : money(amount, false);
}

function rangeText(low: number, high: number, dash: string, text: (value: number) => string): string {
  return text(low) === text(high) ? text(low) : `${text(low)}${dash}${text(high)}`;
}

/** Nobody plans by the minute: from ten minutes on, in steps of five. */
function inFives(minutes: number): number {
  return minutes < 10 ? Math.max(1, Math.round(minutes)) : Math.round(minutes / 5) * 5;
}
