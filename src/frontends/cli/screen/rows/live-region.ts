// The lines at the bottom of a terminal that are redrawn in place. Each change is one write, and lines are overwritten
// instead of being erased first, so nothing flickers. The region must never take more rows than the terminal has: what
// has scrolled away can no longer be erased.
import { columnsOf, cutToColumns } from "../columns.ts";

export interface Screen {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  /** Its reader has gone away. */
  readonly destroyed?: boolean;
}

const ERASE_LINE_END = "\u001b[K";
const ERASE_BELOW = "\u001b[J";

export class LiveRegion {
  readonly #screen: Screen;
  readonly #ellipsis: string;
  #wanted: readonly string[] = [];
  /** The lines as last written; the cursor is below them. */
  #shown: readonly string[] = [];
  #hasDrawn = false;

  constructor(screen: Screen, ellipsis: string) {
    this.#screen = screen;
    this.#ellipsis = ellipsis;
  }

  draw(lines: readonly string[]): void {
    this.#wanted = lines;
    const fitting = this.#fit(lines);
    if (fitting.length === this.#shown.length && fitting.every((line, row) => line === this.#shown[row])) return;
    const text = fitting.map((line) => `${line}${ERASE_LINE_END}\n`).join("");
    this.#screen.write(`${this.#toTop()}${text}${ERASE_BELOW}`);
    this.#shown = fitting;
    this.#hasDrawn = true;
  }

  /** Prints text above the region, where it stays. */
  printAbove(text: string): void {
    const fitting = this.#fit(this.#wanted);
    const erase = this.#hasDrawn ? `${this.#toTop()}${ERASE_BELOW}` : "";
    this.#screen.write(`${erase}${[text, ...fitting].map((line) => `${line}\n`).join("")}`);
    this.#shown = fitting;
  }

  /** Also erases what was typed meanwhile, such as ^C. */
  erase(): void {
    if (this.#hasDrawn) this.#screen.write(`${this.#toTop()}${ERASE_BELOW}`);
    this.#wanted = [];
    this.#shown = [];
  }

  #fit(lines: readonly string[]): readonly string[] {
    // The cursor takes one row, and one row of finished text stays visible.
    const most = Math.max(2, (this.#screen.rows || 24) - 2);
    const kept = lines.length > most ? lines.slice(0, most - 1) : lines;
    const more = lines.length > kept.length ? [`  +${lines.length - kept.length} more`] : [];
    // The last column stays free: depending on the terminal, a cursor beyond it is on this row or the next.
    return [...kept, ...more].map((line) => cutToColumns(line, this.#columns() - 1, this.#ellipsis));
  }

  /** After a resize the terminal may have wrapped the lines that are shown. */
  #toTop(): string {
    const rows = this.#shown.reduce((sum, line) => sum + Math.max(1, Math.ceil(columnsOf(line) / this.#columns())), 0);
    return rows === 0 ? "\r" : `\r\u001b[${rows}A`;
  }

  #columns(): number {
    return this.#screen.columns || 80;
  }
}
