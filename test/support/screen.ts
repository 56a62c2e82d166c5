// A terminal to look at: it does what a terminal does with the few control sequences we use, and no others.
import { columnsOf } from "../../src/frontends/cli/screen/columns.ts";
import type { Host } from "../../src/frontends/cli/screen/terminal.ts";

const PIECES = /\p{Cc}\[(\d*)([A-Za-z])|\p{Cc}\[[\d;]*m|[\s\S]/gu;

export class TestScreen {
  readonly isTTY = true;
  columns: number;
  rows: number;
  /** Every write as it came. */
  readonly writes: string[] = [];
  #lines: string[] = [""];
  /** The first line that is in sight; what is above it has scrolled away for good. */
  #top = 0;
  #row = 0;
  #column = 0;

  constructor(columns = 100, rows = 20) {
    this.columns = columns;
    this.rows = rows;
  }

  /** What stands there, scrolled away or not. */
  get text(): string {
    return this.#lines.map((line) => line.replaceAll("\u0000", "").trimEnd()).join("\n");
  }

  write(text: string): boolean {
    this.writes.push(text);
    for (const [piece, number, command] of text.matchAll(PIECES)) {
      if (command === undefined || command === "m") this.#put(piece);
      else this.#obey(command, Number(number || 1));
    }
    return true;
  }

  /** Lines that no longer fit are wrapped, as most terminals do. */
  resize(columns: number): void {
    const before = this.#lines.slice(0, this.#row).flatMap((line) => wrap(line, columns));
    this.#lines = [...before, ...this.#lines.slice(this.#row).flatMap((line) => wrap(line, columns))];
    this.#row = before.length;
    this.columns = columns;
  }

  #put(piece: string): void {
    if (piece.startsWith("\u001b")) return; // colour
    if (piece === "\r") this.#column = 0;
    else if (piece === "\n") this.#goDown();
    else {
      // a wide character takes a second, empty place
      const places = piece >= "\u1100" ? `${piece}\u0000` : piece;
      if (this.#column + places.length > this.columns) this.#goDown();
      const line = (this.#lines[this.#row] ?? "").padEnd(this.#column);
      this.#lines[this.#row] = line.slice(0, this.#column) + places + line.slice(this.#column + places.length);
      this.#column += places.length;
    }
  }

  #obey(command: string, number: number): void {
    if (command === "A") this.#row = Math.max(this.#top, this.#row - number);
    else if (command === "K" || command === "J") {
      this.#lines[this.#row] = (this.#lines[this.#row] ?? "").slice(0, this.#column);
      if (command === "J") this.#lines.splice(this.#row + 1);
    } else throw new Error(`this screen does not know ESC[${number}${command}`);
  }

  #goDown(): void {
    this.#row += 1;
    this.#column = 0;
    this.#top = Math.max(this.#top, this.#row - this.rows + 1);
    if (this.#row === this.#lines.length) this.#lines.push("");
  }
}

export interface TestHost extends Host {
  readonly stderr: TestScreen | TestPipe;
  exit(): void;
}

export class TestPipe {
  text = "";
  write(text: string): boolean {
    this.text += text;
    return true;
  }
}

/** A process whose stdout and stderr go to the same place. */
export function testHost<Place extends TestScreen | TestPipe>(place: Place): TestHost & { readonly stderr: Place } {
  let exit = () => {};
  return {
    stdout: place,
    stderr: place,
    stdin: { isTTY: place instanceof TestScreen },
    on(_, listener) {
      exit = listener;
    },
    exit: () => exit(),
  };
}

function wrap(line: string, columns: number): string[] {
  const rows = Math.max(1, Math.ceil(line.trimEnd().length / columns));
  return Array.from({ length: rows }, (_, row) => line.slice(row * columns, (row + 1) * columns));
}

/** Lines that a terminal of so many columns would break. */
export function linesWiderThan(columns: number, text: string): string[] {
  return text.split("\n").filter((line) => columnsOf(line) > columns);
}

/** The same without what must not be broken: one word, such as a path, or one command, alone on its line. */
export function linesTooWide(columns: number, text: string): string[] {
  const isWhole = /^\s*(?:(?:Fix|Next|Look|then|[Ii]n CI): +)?(?:\S+|\(?(?:iflow|git|mv|rm) (?!.* {3}).*)$/;
  return linesWiderThan(columns, text).filter((line) => !isWhole.test(line));
}

/** The words, wherever lines end. */
export function inWords(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}
