// The five commands of git that only look, with the options that choose what is shown and how. Left out on purpose are
// all that write a file, read one outside or start a program.

export interface Command {
  readonly flags: string;
  /** Options with a value, which must look like this. */
  readonly options: Readonly<Record<string, RegExp>>;
  /** Git knows these without a value too, and then takes the next word for something of its own: `--pretty --output=x`. */
  readonly joined: Readonly<Record<string, RegExp>>;
  /** What git itself is told besides. */
  readonly quiet: readonly string[];
}

const NUMBER = /^\d{1,6}$/;
const TEXT = /^[^\p{Cc}]*$/u;
/** Behind a single letter: if it were empty, git would take the next word for it. */
const SOME_TEXT = /^[^\p{Cc}]+$/u;
/**
 * One of git's own names, or a format in full: by any other name the configuration may hold what it likes. `%G…` would start
 * the program that checks signatures.
 */
const FORMAT =
  /^(?:oneline|short|medium|full|fuller|reference|email|mboxrd|raw|(?=$|t?format:|.*%)(?!.*%[-+ ]?G)[^\p{Cc}]*)$/u;

const DIFF_FLAGS =
  "-p -u --patch -s --no-patch --stat --shortstat --numstat --name-only --name-status --summary --raw -w -b --ignore-all-space --ignore-space-change --ignore-blank-lines --word-diff -M --find-renames -C --find-copies --no-renames --minimal --patience --histogram --full-index -R --check --no-color --function-context -W";
const DIFF_OPTIONS = {
  ...{ "-S": SOME_TEXT, "-G": SOME_TEXT, "--diff-filter": /^[A-Za-z]+$/, "--inter-hunk-context": NUMBER },
};
const DIFF_JOINED = {
  ...{ "-U": NUMBER, "--unified": NUMBER, "--stat": /^[\d,]+$/, "--word-diff": /^(?:plain|none|porcelain)$/ },
};
const LOG_FLAGS =
  "--oneline --graph --decorate --no-decorate --all --branches --tags --remotes --merges --no-merges --first-parent --reverse --abbrev-commit -i --pickaxe-regex";
const LOG_OPTIONS = {
  ...{ "-n": NUMBER, "--max-count": NUMBER, "--skip": NUMBER, "--since": TEXT, "--after": TEXT, "--until": TEXT },
  ...{ "--before": TEXT, "--author": TEXT, "--grep": TEXT, "--date": TEXT },
};
const LOG_JOINED = { "--format": FORMAT, "--pretty": FORMAT };
const NO_PROGRAMS = ["--no-ext-diff", "--no-textconv"];
const NOT_INSIDE = "--ignore-submodules=dirty";

const COMMANDS: Readonly<Record<string, Command>> = {
  diff: {
    flags: `${DIFF_FLAGS} --cached --staged --merge-base --exit-code --quiet`,
    options: DIFF_OPTIONS,
    joined: DIFF_JOINED,
    quiet: [...NO_PROGRAMS, NOT_INSIDE],
  },
  log: {
    flags: `${DIFF_FLAGS} ${LOG_FLAGS} --follow`,
    options: { ...DIFF_OPTIONS, ...LOG_OPTIONS },
    joined: { ...DIFF_JOINED, ...LOG_JOINED },
    quiet: [...NO_PROGRAMS, NOT_INSIDE],
  },
  show: {
    flags: `${DIFF_FLAGS} ${LOG_FLAGS}`,
    options: { ...DIFF_OPTIONS, ...LOG_OPTIONS },
    joined: { ...DIFF_JOINED, ...LOG_JOINED },
    quiet: [...NO_PROGRAMS, NOT_INSIDE],
  },
  status: {
    flags: "-s --short -b --branch --porcelain --long -u --untracked-files --ignored",
    options: {},
    joined: { "-u": /^(?:no|normal|all)$/, "--porcelain": /^v[12]$/, "--untracked-files": /^(?:no|normal|all)$/ },
    quiet: [NOT_INSIDE],
  },
  blame: {
    flags: "-w -M -C -s -e -l -t --show-email --show-name --show-number --line-porcelain --porcelain -p",
    options: { "-L": /^[^\p{Cc}-][^\p{Cc}]*$/u, "--date": TEXT },
    joined: {},
    quiet: ["--no-textconv"],
  },
};

export const GIT_LOOKS: readonly string[] = Object.keys(COMMANDS);

export function findCommand(name: string): Command | undefined {
  return Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
}

export interface Arguments {
  readonly options: readonly string[];
  /** Revisions, or paths that stand where revisions may. */
  readonly either: readonly string[];
  /** Behind `--`. */
  readonly paths: readonly string[];
}

export function readArguments(
  name: string,
  { flags, options, joined }: Command,
  words: readonly string[],
): Arguments | { readonly refused: string } {
  const known = new Set(flags.split(" "));
  const end = words.indexOf("--");
  const front = end < 0 ? words : words.slice(0, end);
  const given: string[] = [];
  const either: string[] = [];
  for (let place = 0; place < front.length; place++) {
    const word = front[place] ?? "";
    if (!word.startsWith("-")) {
      either.push(word);
    } else if (known.has(word) || (/^-\d{1,6}$/.test(word) && name !== "status" && name !== "blame")) {
      given.push(word);
    } else {
      const { option, value: ownValue } = splitOption(word);
      const isJoined = Object.hasOwn(joined, option);
      const form = isJoined ? joined[option] : Object.hasOwn(options, option) ? options[option] : undefined;
      if (!form) return { refused: `${option} is no option of git ${name} that may be used` };
      if (isJoined && ownValue === undefined)
        return { refused: `${option} of git ${name} needs its value in the same word` };
      const value = ownValue ?? front[++place];
      if (value === undefined || !form.test(value))
        return { refused: `${option} of git ${name} cannot be ${value ?? "empty"}` };
      given.push(option.startsWith("--") ? `${option}=${value}` : `${option}${value}`);
    }
  }
  return { options: given, either, paths: end < 0 ? [] : words.slice(end + 1) };
}

/** `--name=value`, `-Lvalue`, or a value in the next word. */
function splitOption(word: string): { readonly option: string; readonly value?: string } {
  const place = word.indexOf("=");
  if (word.startsWith("--"))
    return place < 0 ? { option: word } : { option: word.slice(0, place), value: word.slice(place + 1) };
  return word.length === 2 ? { option: word } : { option: word.slice(0, 2), value: word.slice(2) };
}
