// Prints a zod object as the example a model is shown: every field in order, with the words it may use. It comes from
// the schema that will judge the answer, so that an agent is not asked for one thing and judged by another.
import * as z from "zod";

export function printShape(shape: z.ZodObject, layout: "line" | "lines"): string {
  return layout === "line" ? printInline(shape) : printLines(shape, "");
}

/** An object over several lines; a member object that would be too wide is split too, an array never is. */
function printLines(shape: z.ZodObject, indent: string): string {
  const members = Object.entries(shape.shape).map(([key, member]) => {
    const inner = bare(member);
    const inline = printInline(inner);
    const wide = inner instanceof z.ZodObject && inline.length > 100;
    return `${indent}  "${key}": ${wide ? printLines(inner, `${indent}  `) : inline}`;
  });
  return `{\n${members.join(",\n")}\n${indent}}`;
}

function printInline(schema: z.core.$ZodType): string {
  const inner = bare(schema);
  if (inner instanceof z.ZodObject) {
    const members = Object.entries(inner.shape).map(([key, member]) => `"${key}": ${printInline(member)}`);
    return `{${members.join(", ")}}`;
  }
  if (inner instanceof z.ZodArray) return `[${printInline(inner.element)}]`;
  if (inner instanceof z.ZodRecord) return `{"...": ${printInline(inner.valueType)}}`;
  if (inner instanceof z.ZodEnum) return `"${inner.options.join("|")}"`;
  if (inner instanceof z.ZodBoolean) return "true/false";
  if (inner instanceof z.ZodNumber) return "0";
  if (inner instanceof z.ZodUnknown) return "";
  const examples = z.globalRegistry.get(inner)?.examples;
  return `"${Array.isArray(examples) ? examples.join("|") : "..."}"`;
}

function bare(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodOptional ? schema.unwrap() : schema;
}
