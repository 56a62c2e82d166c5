// Completion for three shells from one description. Words are fixed when the script is printed; feature names are
// requested when a key is pressed.
import type { CommandWords, FlagWords, ProgramWords, Value } from "./program-words.ts";

export interface CompletedProgram extends ProgramWords {
  /** Words of a value that do not depend on the repository; empty if there are none. */
  wordsOf(value: Value): readonly string[];
}

const PROGRAMS = "iflow iflow-engine";
const FEATURES = "iflow complete --words 2>/dev/null";

export function bashScript(program: CompletedProgram): string {
  const { commands, flags } = program;
  const withValue = flags.filter(({ value }) => value).map(({ flag }) => flag);
  const values = [
    ...flags.flatMap((flag) => bashValue(program, `*" ${flag.flag}"`, flag)),
    ...commands.flatMap((command) =>
      command.flags.flatMap((flag) => bashValue(program, `"${command.name} ${flag.flag}"`, flag)),
    ),
  ];
  return `# bash completion for iflow; how to install it: iflow complete --help
_iflow() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" command="" flags="" words="" i
  if [[ $cur == "=" ]]; then cur=""
  elif [[ $prev == "=" ]]; then prev="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${COMP_WORDS[i]}" in
      ${withValue.join("|")}) [[ \${COMP_WORDS[i+1]} == "=" ]] && ((i++)); ((i++)) ;;
      -*|=) ;;
      *) command="\${COMP_WORDS[i]}"; break ;;
    esac
  done
  COMPREPLY=()
  case "$command $prev" in
${values.map((line) => `    ${line}`).join("\n")}
  esac
  case "$command" in
    "") words="${commands.map(({ name }) => name).join(" ")}" ;;
${commands.map((command) => `    ${bashCommand(program, command)}`).join("\n")}
  esac
  [[ $cur == -* ]] && words="$flags ${flagWords(flags)} --help"
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -F _iflow ${PROGRAMS}
`;
}

function bashValue(program: CompletedProgram, pattern: string, { value }: FlagWords): string[] {
  return value ? [`${pattern}) ${bashReply(program, value)}return ;;`] : [];
}

function bashReply(program: CompletedProgram, value: Value): string {
  if (value.kind === "files") return 'COMPREPLY=($(compgen -f -- "$cur")); ';
  const words = bashWords(program, value);
  return words === "" ? "" : `COMPREPLY=($(compgen -W "${words}" -- "$cur")); `;
}

function bashWords(program: CompletedProgram, value: Value): string {
  return value.kind === "features" ? `$(${FEATURES})` : program.wordsOf(value).join(" ");
}

function bashCommand(program: CompletedProgram, { name, flags, argument }: CommandWords): string {
  const words = argument ? bashWords(program, argument) : "";
  return `${name}) flags="${flagWords(flags)}"${words === "" ? "" : `; [[ $cur == -* ]] || words="${words}"`} ;;`;
}

function flagWords(flags: readonly FlagWords[]): string {
  return flags.map(({ flag }) => flag).join(" ");
}

export function zshScript(program: CompletedProgram): string {
  const { commands, flags } = program;
  const globals = flags.map((flag) => zshFlag(program, flag));
  return `#compdef ${PROGRAMS}
# zsh completion for iflow; how to install it: iflow complete --help
_iflow_features() {
  local -a keys
  keys=(\${(f)"$(${FEATURES})"})
  compadd -a keys
}
_iflow() {
  local curcontext="$curcontext" state line
  local -a commands globals
  globals=(
${indented([...globals, "'--help[show help]'"], 4)}
  )
  commands=(
${indented(
  commands.map(({ name, description }) => quoted(`${name}:${description.replaceAll(":", "\\:")}`)),
  4,
)}
  )
  _arguments -C $globals '1:command:->command' '*::argument:->argument'
  case $state in
    command) _describe command commands ;;
    argument)
      case $words[1] in
${indented(
  commands.map((command) => zshCommand(program, command)),
  8,
)}
      esac ;;
  esac
}
if [[ $funcstack[1] == _iflow ]]; then _iflow "$@"; else compdef _iflow ${PROGRAMS}; fi
`;
}

function zshCommand(program: CompletedProgram, { name, flags, argument }: CommandWords): string {
  const specs = flags.map((flag) => zshFlag(program, flag));
  if (argument) specs.push(quoted(`1:${name}:${zshAction(program, argument)}`));
  return `${name}) _arguments $globals ${specs.join(" ")} ;;`.replace("  ;;", " ;;");
}

function zshFlag(program: CompletedProgram, { flag, description, value }: FlagWords): string {
  const words = description.replaceAll(/[[\]:\\]/g, "\\$&");
  return quoted(value ? `${flag}=[${words}]:value:${zshAction(program, value)}` : `${flag}[${words}]`);
}

function zshAction(program: CompletedProgram, value: Value): string {
  if (value.kind === "features") return "_iflow_features";
  if (value.kind === "files") return "_files";
  const words = program.wordsOf(value);
  return words.length > 0 ? `(${words.join(" ")})` : " ";
}

export function fishScript(program: CompletedProgram): string {
  const lines = PROGRAMS.split(" ").flatMap((name) => [
    `complete -c ${name} -f`,
    ...program.flags.map((flag) => `complete -c ${name}${fishFlag(program, flag)}`),
    ...program.commands.flatMap((command) => fishCommand(program, name, command)),
  ]);
  return `# fish completion for iflow; how to install it: iflow complete --help\n${lines.join("\n")}\n`;
}

function fishCommand(program: CompletedProgram, name: string, command: CommandWords): string[] {
  const behind = `complete -c ${name} -n '__fish_seen_subcommand_from ${command.name}'`;
  const words = command.argument ? fishWords(program, command.argument) : "";
  return [
    `complete -c ${name} -n __fish_use_subcommand -a ${command.name} -d ${quoted(command.description)}`,
    ...(words === "" ? [] : [`${behind} -a ${quoted(words)}`]),
    ...command.flags.map((flag) => `${behind}${fishFlag(program, flag)}`),
  ];
}

function fishFlag(program: CompletedProgram, { flag, description, value }: FlagWords): string {
  const words = value ? fishWords(program, value) : "";
  const takes = value === undefined ? "" : value.kind === "files" ? " -r -F" : " -x";
  return ` -l ${flag.slice(2)}${takes}${words === "" ? "" : ` -a ${quoted(words)}`} -d ${quoted(description)}`;
}

function fishWords(program: CompletedProgram, value: Value): string {
  return value.kind === "features" ? `(${FEATURES})` : program.wordsOf(value).join(" ");
}

/** Single-quoted for all three shells; none of them allows a single quote inside. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "’")}'`;
}

function indented(lines: readonly string[], columns: number): string {
  return lines.map((line) => `${" ".repeat(columns)}${line}`).join("\n");
}
