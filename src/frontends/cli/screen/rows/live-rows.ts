// Agents and checks at work. On a terminal each has a line that shows its time, its tokens and what it is doing; in a
// pipe an occasional line shows that it is alive. Nothing here is permanent: the finished rows report the results.
import { ROLES } from "../../../../domain/roles/role.ts";
import { doingWords } from "../../../../domain/run/events/work-words.ts";
import { columnsOf, cutToColumns, padEndTo, padStartTo } from "../columns.ts";
import { count, duration, thousands } from "../numbers.ts";
import type { Terminal } from "../terminal.ts";
import { wordsRow } from "./row-layout.ts";
import { checkName, type EventOf, inLine } from "./row-texts.ts";

interface AtWork {
  /** Those that work side by side stand in the order in which their results are told, whoever began first. */
  readonly place: number;
  /** `writing the spec` */
  readonly words: string;
  readonly since: number;
  tools: number;
  tokens: number | undefined;
  last: string;
  /** The text may continue: some agents send it in small pieces. */
  isSpeaking: boolean;
  toldAt: number;
}

const REDRAW_MS = 200;
const SIGN_OF_LIFE_MS = 30_000;
/** No line has room for more of what was said. */
const BEGINNING_CHARS = 300;
const WORDS_COLUMNS = 24;
/** Longer words push the numbers of their own line only. */
const MOST_WORDS_COLUMNS = 42;
/** Checks run one after the other; no step has this name. */
const CHECK = "check";

export class LiveRows {
  readonly #terminal: Terminal;
  readonly #now: () => number;
  readonly #agents = new Map<string, AtWork>();
  #ticking: NodeJS.Timeout | undefined;

  constructor(terminal: Terminal, now: () => number) {
    this.#terminal = terminal;
    this.#now = now;
  }

  start(event: EventOf<"dispatch-started">): void {
    this.#begin(event.step, doingWords(event), placeOf(event.role));
  }

  /** What a check prints is not kept on the screen: only its last line, while it runs. */
  check({ name, line }: EventOf<"check-output">): void {
    if (!this.#agents.has(CHECK)) this.#begin(CHECK, `running the ${checkName(name)}`);
    const check = this.#agents.get(CHECK);
    if (check && line.trim() !== "") check.last = line.slice(0, BEGINNING_CHARS);
  }

  endCheck(): void {
    this.end(CHECK);
  }

  #begin(step: string, words: string, place = 0): void {
    const since = this.#now();
    const nothingYet = { tools: 0, tokens: undefined, last: "", isSpeaking: false };
    this.#agents.set(step, { place, words, since, toldAt: since, ...nothingYet });
    this.#ticking ??= setInterval(() => this.#tick(), this.#terminal.redraws ? REDRAW_MS : 1000).unref();
  }

  /** Shown at the next tick, however fast events come. */
  take(event: EventOf<"agent-worked" | "agent-said" | "agent-used">): void {
    const agent = this.#agents.get(event.step);
    if (!agent) return;
    if (event.type === "agent-used") agent.tokens = event.tokens;
    else if (event.type === "agent-worked") {
      agent.tools += 1;
      agent.last = event.did;
      agent.isSpeaking = false;
    } else if (event.text.trim() !== "" || agent.isSpeaking) {
      const before = agent.isSpeaking ? agent.last : "";
      agent.last = `${before}${event.text}`.trimStart().slice(0, BEGINNING_CHARS);
      agent.isSpeaking = true;
    }
  }

  end(step: string): void {
    this.#agents.delete(step);
    this.#settle();
  }

  /** Interrupted work never reports its end, so a new run begins without it. */
  clear(): void {
    this.#agents.clear();
    this.#settle();
  }

  #settle(): void {
    this.#draw();
    if (this.#agents.size > 0) return;
    clearInterval(this.#ticking);
    this.#ticking = undefined;
  }

  #tick(): void {
    if (this.#terminal.redraws) this.#draw();
    else for (const agent of this.#agents.values()) this.#giveSignOfLife(agent);
  }

  #draw(): void {
    const { status, paint } = this.#terminal;
    const agents = [...this.#agents.values()].sort((one, other) => one.place - other.place);
    const numbers = alignRight(agents.map((agent) => numbersOf(agent, this.#now() - agent.since)));
    const widths = agents.map(({ words }) => columnsOf(words)).filter((width) => width <= MOST_WORDS_COLUMNS);
    const width = Math.max(WORDS_COLUMNS, ...widths);
    status(
      agents.map(({ words, last }, index) => {
        const latest = last === "" ? "" : `   ${paint.dim(inLine(last))}`;
        return `  ${padEndTo(width, words)}${numbers[index]}${latest}`;
      }),
    );
  }

  #giveSignOfLife(agent: AtWork): void {
    const now = this.#now();
    if (now - agent.toldAt < SIGN_OF_LIFE_MS) return;
    agent.toldAt = now;
    const facts = [
      agent.tools > 0 ? count(agent.tools, "tool call") : "",
      agent.tokens === undefined ? "" : `${thousands(agent.tokens)} tokens`,
      agent.last === "" ? "" : `last: ${cutToColumns(inLine(agent.last), 60, this.#terminal.marks.ellipsis)}`,
    ].filter(Boolean);
    const { say, columns } = this.#terminal;
    const text = [`${agent.words}, ${duration(now - agent.since)}`, ...facts].join(", ");
    say(wordsRow("  ... ", text, columns));
  }
}

function placeOf(role: string): number {
  const at = ROLES.findIndex(({ id, name }) => id === role || name === role);
  return at === -1 ? ROLES.length : at;
}

function numbersOf({ tools, tokens }: AtWork, milliseconds: number): readonly string[] {
  return [
    duration(milliseconds),
    tools === 0 ? "" : count(tools, "tool"),
    tokens === undefined ? "" : `${thousands(tokens)} tokens`,
  ];
}

/** Columns side by side; a column that is empty in every row is left out. */
function alignRight(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => columnsOf(row[column] ?? ""))));
  return rows.map((row) =>
    row.map((cell, column) => (widths[column] ? `   ${padStartTo(widths[column], cell)}` : "")).join(""),
  );
}
