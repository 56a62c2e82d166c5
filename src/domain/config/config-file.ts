// Edits iflow.config.json as a text that belongs to the person: only the named keys change, and order, indentation and
// everything else stay. A text in which nothing changes stays as it is, byte for byte.

/** Undefined takes the key out. */
export interface ConfigChange {
  /** `checks.test` */
  readonly key: string;
  readonly value: string | number | readonly string[] | Readonly<Record<string, unknown>> | undefined;
}

/** `before` is a text the config schema has accepted, or undefined for a new file. */
export function changeConfig(before: string | undefined, changes: readonly ConfigChange[]): string {
  const present: Values = before === undefined ? EMPTY_FILE : JSON.parse(before);
  const content = changes.reduce((values, { key, value }) => withValue(values, key.split("."), value), present);
  if (before !== undefined && JSON.stringify(content) === JSON.stringify(present)) return before;
  const { $schema, ...others } = content;
  const sorted = $schema === undefined || "$schema" in present ? content : { $schema, ...others };
  const text = JSON.stringify(sorted, null, indentOf(before));
  return before === undefined || before.endsWith("\n") ? `${text}\n` : text;
}

/** Keys that differ between the two texts, among those of the changes. */
export function changedKeys(before: string | undefined, changes: readonly ConfigChange[]): string[] {
  const present: Values = before === undefined ? EMPTY_FILE : JSON.parse(before);
  return changes
    .filter(({ key, value }) => JSON.stringify(valueAt(present, key.split("."))) !== JSON.stringify(value))
    .map(({ key }) => key);
}

type Values = Readonly<Record<string, unknown>>;

/** A place to write checks into. */
const EMPTY_FILE: Values = { checks: {} };

function withValue(values: Values, [name = "", ...rest]: readonly string[], value: unknown): Values {
  if (rest.length > 0) {
    const group = withValue((values[name] ?? {}) as Values, rest, value); // the schema has accepted it
    const isGone = Object.keys(group).length === 0 && !(name in EMPTY_FILE);
    return isGone ? without(values, name) : { ...values, [name]: group };
  }
  return value === undefined ? without(values, name) : { ...values, [name]: value };
}

function without(values: Values, name: string): Values {
  const { [name]: _, ...others } = values;
  return others;
}

function valueAt(values: Values, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => (inner as Values | undefined)?.[name], values);
}

function indentOf(text: string | undefined): string {
  return /^([ \t]+)"/m.exec(text ?? "")?.[1] ?? "  ";
}
