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
const ERASE_LINE = "\u001b[2K";
const ERASE_BELOW = "\u001b[J";

export class LiveRegion {
  readonly #screen: Screen;
  readonly #ellipsis: string;
  #wanted: readonly string[] = [];
  /** The lines as last written; the cursor is below them. */
  #shown: readonly string[] = [];
  /** How many columns there were then. */
  #shownAt = 0;
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
    this.#screen.write(`${this.#isResized() ? this.#eraseShown() : this.#toTop()}${text}${ERASE_BELOW}`);
    this.#shown = fitting;
    this.#shownAt = this.#columns();
    this.#hasDrawn = true;
  }

  /** Prints text above the region, where it stays. */
  printAbove(text: string): void {
    const fitting = this.#fit(this.#wanted);
    const erase = this.#hasDrawn ? this.#eraseShown() : "";
    this.#screen.write(`${erase}${[text, ...fitting].map((line) => `${line}\n`).join("")}`);
    this.#shown = fitting;
    this.#shownAt = this.#columns();
  }

  /** Also erases what was typed meanwhile, such as ^C. */
  erase(): void {
    if (this.#hasDrawn) this.#screen.write(this.#eraseShown());
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

  #toTop(): string {
    const rows = this.#rows();
    return rows === 0 ? "\r" : `\r\u001b[${rows}A`;
  }

  /**
   * After a resize row by row, then what is below them. A terminal that has wrapped a line remembers it for the row and
   * joins it with the next one in a wider window, unless the row was erased whole; and one that is told to erase from its
   * first row on keeps a copy of what was there.
   */
  #eraseShown(): string {
    if (!this.#isResized()) return `${this.#toTop()}${ERASE_BELOW}`;
    return `${this.#toTop()}${`${ERASE_LINE}\n`.repeat(this.#rows())}${ERASE_BELOW}${this.#toTop()}`;
  }

  #isResized(): boolean {
    return this.#shownAt !== this.#columns();
  }

  /** After a resize the terminal may have wrapped the lines that are shown. */
  #rows(): number {
    return this.#shown.reduce((sum, line) => sum + Math.max(1, Math.ceil(columnsOf(line) / this.#columns())), 0);
  }

  #columns(): number {
    return this.#screen.columns || 80;
  }
}
