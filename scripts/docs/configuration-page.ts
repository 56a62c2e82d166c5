// docs/configuration.md: every setting with its type, default and variable, read from the settings' own schema.
import * as z from "zod";
import { ConfigSchema } from "../../src/domain/config/config.ts";
import { variableOf } from "../../src/domain/config/config-environment.ts";
import { isTrusted } from "../../src/domain/config/trusted-keys.ts";
import { code, sentence, table } from "./table.ts";

/** What zod prints for the kinds of settings there are. */
interface Setting {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Setting>>;
  readonly propertyNames?: Setting;
  readonly anyOf?: readonly Setting[];
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
}

export function printConfiguration(): string {
  const schema = z.toJSONSchema(ConfigSchema, { io: "input" }) as Setting; // printed by zod
  const settings = Object.entries(schema.properties ?? {});
  const sections = settings.filter(([, { properties }]) => properties);
  const single = settings.filter(([, { properties }]) => !properties);
  return [
    INTRODUCTION,
    `## The project\n\n${settingTable(single, [])}`,
    ...sections.map(([name, section]) => sectionOf(name, section)),
  ]
    .join("\n\n")
    .concat("\n");
}

const INTRODUCTION = `<!-- Printed by scripts/build-docs.mjs from the settings' own schema. Change that, then run: npm run docs -->

# Configuration

Settings live in \`iflow.config.json\` at the root of your repository. None is required. \`iflow init\` proposes the
checks your repository already has and writes the file. A small one:

\`\`\`json
{
  "checks": { "test": "npm test", "lint": "npm run lint" },
  "review": { "maxRounds": 3 }
}
\`\`\`

\`iflow config\` prints every setting, its value and where it comes from; \`iflow config review.maxRounds\` prints one.

## Where settings come from

Later layers win, key by key:

\`\`\`
defaults  <  your own file  <  iflow.config.json  <  IFLOW_… variables  <  flags of the command
\`\`\`

| layer | where |
| --- | --- |
| your own file, for all projects | \`$XDG_CONFIG_HOME/iflow/config.json\`, else \`~/.config/iflow/config.json\` |
| the project | \`iflow.config.json\`, committed |
| this shell | \`IFLOW_…\` variables, such as \`IFLOW_REVIEW_MAX_ROUNDS=3\`; values that are not text are JSON |
| this command | flags, such as \`--runtime\` over \`runtime.default\`; [Commands](commands.md) lists them |

- An unknown key, variable or value is an error (exit code 2) that names the layer. A typo is never ignored.
- Objects merge; lists and texts are replaced.
- A run keeps the settings it began with. Changes apply to the next run.
- Keys marked with ● can run something, send something somewhere, or change who judges. In \`iflow.config.json\` they count
  once you have confirmed their values with \`iflow trust\`; see [Security](security.md#what-a-repositorys-configuration-may-decide).
- Your editor completes and checks the file with \`iflow.config.schema.json\`, which the package contains.`;

function sectionOf(name: string, { description, properties = {} }: Setting): string {
  const groups = Object.entries(properties).filter(([, { properties }]) => properties);
  const plain = Object.entries(properties).filter(([, { properties }]) => !properties);
  const rows = [
    ...plain.map(([key, setting]) => settingRow([name, key], setting)),
    ...groups.flatMap(([group, { properties = {} }]) =>
      Object.entries(properties).map(([key, setting]) => settingRow([name, group, key], setting)),
    ),
  ];
  return `## ${code(name)}\n\n${sentence(description ?? "")}\n\n${table(HEAD, rows)}`;
}

const HEAD = ["key", "type", "default", "what it decides", "variable"];

function settingTable(settings: readonly (readonly [string, Setting])[], path: readonly string[]): string {
  return table(
    HEAD,
    settings.map(([key, setting]) => settingRow([...path, key], setting)),
  );
}

function settingRow(path: readonly string[], setting: Setting): string[] {
  const { default: value, description = "" } = setting;
  const key = path.join(".");
  return [
    isTrusted(key) ? `${code(key)} ●` : code(key),
    typeOf(setting),
    value === undefined ? "" : code(JSON.stringify(value)),
    sentence(description),
    path[0] === "$schema" ? "" : code(variableOf(path)),
  ];
}

function typeOf(setting: Setting): string {
  const { type, enum: words, anyOf, propertyNames } = setting;
  if (words) return words.map((word) => code(word)).join(", ");
  if (anyOf) return anyOf.map(typeOf).join(" or ");
  if (propertyNames) return "object: role → runtime";
  if (type === "array") return "list of texts";
  if (type === "boolean") return "`true`, `false`";
  if (type === "integer" || type === "number")
    return `${type === "integer" ? "whole number" : "number"}${range(setting)}`;
  return "text";
}

function range({ minimum, exclusiveMinimum, maximum }: Setting): string {
  const from = minimum ?? (exclusiveMinimum === undefined ? undefined : `over ${exclusiveMinimum}`);
  const to = maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  if (typeof from === "number") return to === undefined ? `, at least ${from}` : `, ${from} to ${to}`;
  return [from, to && `at most ${to}`].map((part) => (part === undefined ? "" : `, ${part}`)).join("");
}
