// What the terminal can show: colour, ornaments, a line that is redrawn. In a pipe all of it is plain text.
import colors from "picocolors";

export interface Terminal {
  /** The result; stdout. */
  out(text: string): void;
  /** Progress and prose; stderr. */
  say(text: string): void;
  /** What must be read, also with --quiet: errors and questions; stderr. */
  alert(text: string): void;
  /** A line that the next one replaces; nothing in a pipe. */
  status(text: string | undefined): void;
  readonly marks: Marks;
  readonly paint: ReturnType<typeof colors.createColors>;
  /** A person sits there and can be asked. */
  readonly interactive: boolean;
}

export interface Marks {
  readonly pass: string;
  readonly fail: string;
  readonly arrow: string;
  readonly minus: string;
  readonly dot: string;
  readonly bullet: string;
}

export interface TerminalOptions {
  readonly unicode: boolean;
  readonly quiet: boolean;
  /** stderr is a stream of events: prose goes there as one of them. */
  readonly asEvent: boolean;
}

const ORNAMENTS: Marks = { pass: "✓", fail: "✗", arrow: "→", minus: "−", dot: "·", bullet: "●" };
const PLAIN: Marks = { pass: "ok", fail: "!!", arrow: "->", minus: "-", dot: "-", bullet: "*" };

export function createTerminal({ unicode, quiet, asEvent }: TerminalOptions): Terminal {
  const { stdout, stderr, stdin } = process;
  let live = false;
  const clear = () => {
    if (live) stderr.write("\r\u001b[2K");
    live = false;
  };
  return {
    marks: unicode ? ORNAMENTS : PLAIN,
    paint: colors.createColors(colors.isColorSupported && stderr.isTTY === true && stdout.isTTY === true),
    interactive: Boolean(stdin.isTTY && stderr.isTTY),
    out: (text) => {
      clear();
      stdout.write(`${text}\n`);
    },
    say: (text) => {
      if (quiet) return;
      clear();
      stderr.write(`${text}\n`);
    },
    alert: (text) => {
      clear();
      stderr.write(`${asEvent ? JSON.stringify({ type: "told", text }) : text}\n`);
    },
    status: (text) => {
      if (quiet || !stderr.isTTY) return;
      clear();
      if (text === undefined) return;
      stderr.write(text.slice(0, (stderr.columns ?? 80) - 1));
      live = true;
    },
  };
}
