// A whole JSON schema on one line, without its descriptions: what is optional has a question mark, what may hold more than
// it names has dots. For snapshots that people can read.
interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly string[];
  readonly additionalProperties?: unknown;
}

export function shapeOf(schema: Schema): string {
  const { type, properties, required = [], items, anyOf, enum: values, additionalProperties } = schema;
  if (anyOf) return anyOf.map(shapeOf).join("|");
  if (values) return values.join("|");
  if (items) return `[${shapeOf(items)}]`;
  if (!properties) return [type ?? "anything"].flat().join("|");
  const fields = Object.entries(properties).map(
    ([name, one]) => `${name}${required.includes(name) ? "" : "?"}: ${shapeOf(one)}`,
  );
  return `{${[...fields, ...(additionalProperties === false ? [] : ["..."])].join(", ")}}`;
}
