// A file that could not be loaded or compiled, as the language says it. Asked last: most runners say it themselves.
import type { Mark } from "./marked-tests.ts";

export const NOT_LOADED: readonly Mark[] = [
  // node: the place, the line of code, a caret, the error
  {
    test: /^(?:.{0,40}: )?(?:file:\/\/)?(?<name>(?:\/|[A-Z]:\\)\S{1,300}:\d+)\n.*\n\s*\^+\n\n(?<message>\w*Error.*)$/gm,
  },
  { test: /^Error: While loading (?<name>\S+): (?<message>.+)$/gm }, // Jasmine
  { test: /^SyntaxError: (?<name>\S+): (?<message>.+)$/gm }, // Babel
  {
    // deno
    test: /^(?:error|TS\d+ \[ERROR\]): (?<message>.+)(?:\n.*){0,8}?\n +at (?:file:\/\/)?(?<name>\S+:\d+:\d+)$/gm,
  },
  // Python: the innermost place, its code, the error
  { test: /^ {2}File "(?<name>[^"\n]+)", line \d+.*\n(?: {4}.*\n){1,3}(?<message>[\w.]+(?:Error|Exception)\b.*)$/gm },
  { test: /^(?<name>\S+\.rb:\d+)(?::in .+?)?: (?<message>syntax error.*|.* \(\w+Error\))$/gm }, // Ruby
  { test: /^PHP (?:Fatal|Parse) error: +(?:Uncaught )?(?<message>.+) in (?<name>\S+?)(?::| on line )\d+$/gm },
  { test: /^\[ERROR\] (?<name>\S+:\[\d+,\d+\]) (?<message>.+)$/gm }, // Maven
  { test: /^(?::\w+)?(?<name>\S+\.(?:java|groovy|scala):\d+): error: (?<message>.+)$/gm },
  { test: /^error(?:\[E\d+\])?: (?<message>.+)\n +--> (?<name>\S+:\d+:\d+)$/gm }, // Rust
];
