// What is wrong in a source of settings, in plain words, with the line where it has lines. The expectations come from the
// schema itself; zod's own sentences are for programmers.
import * as z from "zod";
import { jsonPlaces, pathKey } from "../text/json/json-places.ts";
import { withoutSecrets } from "../text/secrets/secrets.ts";
import { nearestWord } from "../text/words/nearest.ts";

export interface ConfigSource {
  readonly origin: string;
  readonly values: unknown;
  /** The text of a file, for its lines. */
  readonly text?: string;
}

export interface ConfigProblem {
  readonly message: string;
  readonly fix: string;
}

/** One per mistake, in the order of the settings. */
export function configProblems(schema: z.ZodType, source: ConfigSource, { issues }: z.ZodError): ConfigProblem[] {
  const root = z.toJSONSchema(schema, { io: "input" }) as Setting; // printed by zod
  return issues.flatMap((issue) => {
    if (issue.code === "unrecognized_keys")
      return issue.keys.map((key) => unknownKey(root, source, [...issue.path, key]));
    if (issue.code === "invalid_key") return [unknownKey(root, source, issue.path)];
    return [wrongValue(root, source, issue)];
  });
}

/** The parts of a JSON schema that the settings use. */
interface Setting {
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Setting>>;
  readonly propertyNames?: Setting;
  readonly items?: Setting;
  readonly anyOf?: readonly Setting[];
  readonly minimum?: number;
  readonly maximum?: number;
}

type Path = readonly PropertyKey[];

/** Also a name that is none, such as a role's. */
function unknownKey(root: Setting, source: ConfigSource, path: Path): ConfigProblem {
  const around = path.slice(0, -1);
  const { properties, propertyNames } = settingAt(root, around) ?? {};
  const known = Object.keys(properties ?? {})
    .filter((key) => key !== "$schema")
    .concat(propertyNames?.enum ?? []);
  const meant = nearestWord(String(path.at(-1)), known);
  return {
    message: `unknown key "${path.join(".")}" ${placeOf(source, path)}`,
    fix: meant ? `Did you mean "${[...around, meant].join(".")}"?` : `Remove it. Known here: ${known.join(", ")}`,
  };
}

function wrongValue(root: Setting, source: ConfigSource, issue: z.core.$ZodIssue): ConfigProblem {
  const name = issue.path.join(".") || "the file";
  const value = valueAt(source.values, issue.path);
  const expected = expectation(settingAt(root, issue.path), issue);
  return {
    message: `${name} ${expected}${expected.startsWith("must be") ? `, not ${shown(value)}` : ""} ${placeOf(source, issue.path)}`,
    fix: `Correct ${name === "the file" ? source.origin : `${name} in ${source.origin}`}.`,
  };
}

/** `must be a whole number` */
function expectation(setting: Setting | undefined, issue: z.core.$ZodIssue): string {
  const own = ownWords(issue);
  if (own !== undefined) return own;
  if (issue.code === "too_small" && issue.origin === "string") return "must not be empty";
  if (issue.code === "too_small" && issue.origin === "array") return "must have at least one entry";
  const range = issue.code === "too_small" || issue.code === "too_big" ? rangeOf(setting) : "";
  return `must be ${kindOf(setting)}${range}`;
}

/** Sentences written for the settings themselves (`must be a folder inside the repository`), also in one of several forms. */
function ownWords(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code === "invalid_union")
    return issue.errors
      .flat()
      .map(ownWords)
      .find((words) => words !== undefined);
  if (issue.code === "invalid_format" && issue.format === "url") return "must be an address that begins with http";
  return /^(?:must|has|may) /.test(issue.message) ? issue.message : undefined;
}

function kindOf(setting: Setting | undefined): string {
  if (setting?.enum) return listed(setting.enum.map((word) => JSON.stringify(word)));
  if (setting?.anyOf) return listed(setting.anyOf.map(kindOf));
  return listed([setting?.type ?? ""].flat().map((type) => KINDS[type] ?? "something else"));
}

const KINDS: Readonly<Record<string, string>> = {
  string: "a text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "a list in [ ]",
  object: "a group of settings in { }",
};

function rangeOf({ minimum, maximum }: Setting = {}): string {
  const isOpen = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER;
  if (minimum === undefined) return isOpen ? " above 0" : ` above 0, at most ${maximum}`;
  return isOpen ? ` from ${minimum} up` : ` from ${minimum} to ${maximum}`;
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

function settingAt(root: Setting, path: Path): Setting | undefined {
  return path.reduce<Setting | undefined>(
    (setting, key) => (typeof key === "number" ? setting?.items : setting?.properties?.[String(key)]),
    root,
  );
}

function valueAt(values: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
    values,
  );
}

const LONGEST_VALUE = 40;

function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = withoutSecrets(JSON.stringify(value));
  return text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE)}…`;
}

/** `(iflow.config.json, line 4)` */
function placeOf({ origin, text }: ConfigSource, path: Path): string {
  const places = text === undefined ? undefined : jsonPlaces(text);
  const line = places && "lines" in places ? places.lines.get(pathKey(path)) : undefined;
  return `(${origin}${line === undefined ? "" : `, line ${line}`})`;
}
