// What `iflow doctor` prints, line by line.
import { type Check, type CheckedRuntime, SECRET_FILES } from "../../../../app/setup/doctor.ts";
import type { TestedSessions } from "../../../../app/setup/session-test.ts";
import { sumKnown } from "../../../../domain/billing/bill.ts";
import { type GateResult, isCold } from "../../../../domain/dispatch/gate.ts";
import { columnsOf, padEndTo } from "../../screen/columns.ts";
import { duration, percent, price } from "../../screen/numbers.ts";
import type { Terminal } from "../../screen/terminal.ts";
import { fixLines } from "../../screen/whole-commands.ts";
import { hangWords } from "../../screen/wrap-words.ts";

/** Columns of the name of a check or runtime; what follows it continues under it. */
const NAME = 18;
const INDENT = " ".repeat(NAME + 4);

export function checkLine({ name, state, detail, fix }: Check, terminal: Terminal): string {
  const { marks, paint } = terminal;
  const mark = { ok: paint.green(marks.pass), warning: paint.yellow(marks.fail), problem: paint.red(marks.fail) }[
    state
  ];
  return [...row(`  ${mark} `, name, detail, terminal), ...howToFix(fix, terminal)].join("\n");
}

/** What each of them means to a person. */
const ABILITIES = {
  resume: "continue a conversation",
  fork: "branch it",
  schema: "answer in a fixed form",
  usage: "count its tokens",
  web: "look things up on the web",
} as const;

/**
 * With one agent that is ready nobody needs another one: only their names are told. Without, all of them are, with how to get
 * each. `needed` is the one that the settings or the person name.
 */
export function agentLines(runtimes: readonly CheckedRuntime[], needed: string | undefined, terminal: Terminal) {
  const isShown = ({ state, name, id }: CheckedRuntime) => state === "ready" || name === needed || id === needed;
  const isAll = terminal.verbose || !runtimes.some(({ state }) => state === "ready");
  const shown = isAll ? runtimes : runtimes.filter(isShown);
  const others = runtimes.filter((one) => !shown.includes(one)).map(({ name }) => name);
  const how = "how to get one: iflow doctor --verbose";
  return [
    ...shown.flatMap((one) => runtimeLines(one, terminal)),
    ...(others.length === 0
      ? []
      : [...hangWords("    ", `also possible: ${others.join(", ")}`, terminal.columns), `    ${how}`].map(
          terminal.paint.dim,
        )),
  ];
}

function runtimeLines(runtime: CheckedRuntime, terminal: Terminal): string[] {
  const { marks, paint } = terminal;
  const { state, name, version, detail, fix, abilities, gate } = runtime;
  const mark = state === "ready" ? paint.green(marks.pass) : paint.dim(marks.fail);
  const shown = version === undefined || detail.startsWith(version) ? detail : `${version} (${detail})`;
  const dim = (line: string) => (state === "ready" ? line : paint.dim(line));
  const lines = [...row(`  ${mark} `, name, shown, terminal), ...howToFix(fix, terminal)].map(dim);
  const say = (text: string) => lines.push(...hangWords(INDENT, text, terminal.columns));
  if (abilities) {
    const can = (Object.keys(ABILITIES) as (keyof typeof ABILITIES)[]).filter((one) => abilities[one]);
    if (runtime.id === "acp") say("commands: in a sandbox only where it runs them through iflow");
    say(`can: ${can.map((one) => ABILITIES[one]).join(", ") || "nothing beyond a single turn"}`);
    if (abilities.resume && gate !== undefined) say(sessionsLine(name, gate));
  }
  const secrets = SECRET_FILES[runtime.id];
  if (state === "ready" && secrets !== undefined) say(`files with secrets: ${secrets}`);
  return lines;
}

/** A path that is longer than its place loses its beginning; `--json` has all of it. */
function row(mark: string, name: string, detail: string, { columns, marks }: Terminal): string[] {
  const room = columns - INDENT.length;
  const words = detail.split(/ +/).map((word) => cutStart(word, room, marks.ellipsis));
  return hangWords(`${mark}${padEndTo(NAME, name)}`, words.join(" "), columns);
}

function cutStart(word: string, columns: number, ellipsis: string): string {
  return columnsOf(word) <= columns ? word : `${ellipsis}${word.slice(ellipsis.length - columns)}`;
}

function howToFix(fix: string | undefined, { columns }: Terminal): string[] {
  if (fix === undefined) return [];
  const lines = fixLines(fix, columns, `${INDENT}Fix: `);
  return lines.every((line) => columnsOf(line) <= columns) ? lines : fixLines(fix, columns); // a command stays whole
}

function sessionsLine(name: string, gate: GateResult | null): string {
  if (gate === null)
    return `sessions: not tested yet; iflow doctor --runtime ${name} tests them (a few cents), or the first run will`;
  const when = `tested ${gate.at.slice(0, 10)}`;
  if (gate.failure)
    return `sessions: ${gate.failure.test} failed, so every dispatch is fresh (${gate.failure.why}; ${when})`;
  return `sessions: working${cacheText(gate)} (${when})`;
}

function cacheText(gate: GateResult): string {
  if (gate.cached === null) return "";
  return `, ${percent(gate.cached, 1)} read from cache${isCold(gate) ? ", which is cold" : ""}`;
}

const QUESTIONS = {
  V1: "it returns a session id",
  V2: "it answers when resumed",
  V3: "it repeats the first line it read",
  V4: "it remembers how many issues it found",
} as const;

export function testLines({ result, conclusive, turns }: TestedSessions, terminal: Terminal): string[] {
  const { marks, paint, columns } = terminal;
  const tests = Object.entries(QUESTIONS);
  const failed = tests.findIndex(([test]) => test === result.failure?.test);
  const broken = turns.length < 2 && failed > 0 ? 0 : failed; // it was never resumed
  const lines = tests.flatMap(([test, text], index) => {
    if (broken >= 0 && index > broken) return `  ${paint.dim(`- ${test}  not reached`)}`;
    if (index === broken)
      return hangWords(`  ${paint.red(marks.fail)} ${test}  `, `${text}: ${result.failure?.why}`, columns);
    return `  ${paint.green(marks.pass)} ${test}  ${text}`;
  });
  const paid = sumKnown(turns.map((turn) => turn.cost ?? null));
  const isEstimated = turns.some(({ usage }) => usage.estimated);
  const milliseconds = turns.reduce((sum, turn) => sum + turn.milliseconds, 0);
  const facts = [price(paid, isEstimated), duration(milliseconds)];
  return [
    `sessions of ${result.runtime} ${result.version}   ${facts.join(` ${marks.dot} `)}`,
    ...lines,
    ...(result.cached === null
      ? []
      : [`    V5  ${percent(result.cached, 1)} of the earlier context came from the cache`]),
    ...(conclusive ? [] : hangWords("    ", INCONCLUSIVE, columns)),
  ];
}

const INCONCLUSIVE = "This says nothing about sessions and is not saved; try again once the agent answers.";
