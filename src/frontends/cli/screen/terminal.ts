// What the terminal can show: colour, symbols, lines that are redrawn. In a pipe all of it is plain text.
import colors from "picocolors";
import { LiveRegion, type Screen } from "./rows/live-region.ts";
import { onlyOwnCodes } from "./safe-text.ts";

export interface Terminal {
  /** The result; stdout. */
  out(text: string): void;
  /** A line of a result that goes on; stdout. What is below it has to be drawn again. */
  line(text: string): void;
  /** Nobody reads the result any more. */
  readonly isGone: boolean;
  /** Progress and prose; stderr. */
  say(text: string): void;
  /** What must be read even with --quiet: errors and questions; stderr. */
  alert(text: string): void;
  /** Lines below everything else, replaced by the next call; nothing in a pipe. */
  status(lines: readonly string[] | undefined): void;
  /** Status lines are shown. */
  readonly redraws: boolean;
  readonly marks: Marks;
  readonly paint: ReturnType<typeof colors.createColors>;
  /** A person is there and can be asked. */
  readonly interactive: boolean;
  /** How many columns there are now; 80 in a pipe. */
  readonly columns: number;
  /** Also how everything was sent, and what each part cost. */
  readonly verbose: boolean;
}

export type Marks = Readonly<Record<"pass" | "fail" | "arrow" | "minus" | "dot" | "bullet" | "ellipsis", string>>;

export interface TerminalOptions {
  readonly unicode: boolean;
  readonly quiet: boolean;
  /** stderr is a stream of events, so prose is sent as one of them, and is printed so. */
  readonly asEvent?: ((text: string) => string) | undefined;
  readonly verbose?: boolean;
}

/** The parts of the process that a terminal uses. */
export interface Host {
  readonly stdout: Screen;
  readonly stderr: Screen;
  readonly stdin: { readonly isTTY?: boolean };
  on(event: "exit", listener: () => void): unknown;
}

const ORNAMENTS: Marks = { pass: "✓", fail: "✗", arrow: "→", minus: "−", dot: "·", bullet: "●", ellipsis: "…" };
const PLAIN: Marks = { pass: "ok", fail: "!!", arrow: "->", minus: "-", dot: "-", bullet: "*", ellipsis: "..." };

/** What a reader of a pipe can be expected to have. */
const COLUMNS_IN_PIPE = 80;

export function createTerminal(options: TerminalOptions, host: Host = process): Terminal {
  const { unicode, quiet, asEvent, verbose = false } = options;
  const { stdout, stderr, stdin } = host;
  const marks = unicode ? ORNAMENTS : PLAIN;
  const redraws = stderr.isTTY === true && !quiet;
  const region = new LiveRegion(stderr, marks.ellipsis);
  host.on("exit", () => region.draw([]));
  // A result or an error comes last: agents that are still being stopped are not drawn below it.
  let isOver = false;
  const isColoured = colors.isColorSupported && stderr.isTTY === true && stdout.isTTY === true;
  const safe = (text: string) => onlyOwnCodes(text, isColoured);
  let isParted = false; // an empty line stands there already
  const conclude = (stream: Screen, text: string) => {
    isOver = true;
    region.erase();
    stream.write(`${safe(isParted ? text.replace(/^\n/, "") : text)}\n`);
    isParted = false;
  };
  return {
    marks,
    paint: colors.createColors(isColoured),
    interactive: Boolean(stdin.isTTY && stderr.isTTY),
    redraws,
    verbose,
    get columns() {
      return (stderr.isTTY === true && stderr.columns) || COLUMNS_IN_PIPE;
    },
    get isGone() {
      return stdout.destroyed === true;
    },
    out: (text) => conclude(stdout, text),
    line: (text) => {
      conclude(stdout, text);
      isOver = false;
    },
    say: (text) => {
      if (quiet) return;
      isOver = false;
      isParted = text === "" || text.endsWith("\n");
      region.printAbove(safe(text));
    },
    alert: (text) => conclude(stderr, asEvent ? asEvent(text) : text),
    status: (lines = []) => {
      if (redraws) region.draw(isOver ? [] : lines.map(safe));
    },
  };
}
