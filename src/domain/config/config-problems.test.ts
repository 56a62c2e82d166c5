import { expect, test } from "vitest";
import * as z from "zod";
import { type ConfigProblem, configProblems } from "./config-problems.ts";

const Schema = z.strictObject({
  rounds: z.int().positive().max(9).optional(),
  budget: z.number().positive().optional(),
  days: z.int().min(0).optional(),
  port: z.int().min(1).max(65535).optional(),
  mode: z.enum(["auto", "off"]).optional(),
  title: z.string().min(1).optional(),
  list: z.array(z.string()).min(1).optional(),
  url: z.url().optional(),
  either: z.union([z.boolean(), z.string()]).optional(),
  folder: z
    .string()
    .regex(/^[a-z]/, "must be a folder inside the repository")
    .optional(),
  models: z.partialRecord(z.enum(["strong", "light"]), z.string()).optional(),
  group: z.strictObject({ deep: z.boolean().optional() }).optional(),
});

test.each<[unknown, string]>([
  [{ rounds: "5" }, 'rounds must be a whole number, not "5"'],
  [{ rounds: 0 }, "rounds must be a whole number above 0, at most 9, not 0"],
  [{ budget: 0 }, "budget must be a number above 0, not 0"],
  [{ days: -1 }, "days must be a whole number from 0 up, not -1"],
  [{ port: 70_000 }, "port must be a whole number from 1 to 65535, not 70000"],
  [{ mode: "on" }, 'mode must be "auto" or "off", not "on"'],
  [{ title: "" }, "title must not be empty"],
  [{ list: [] }, "list must have at least one entry"],
  [{ list: {} }, "list must be a list in [ ], not {}"],
  [{ list: [5] }, "list.0 must be a text, not 5"],
  [{ url: "nowhere" }, 'url must be an address that begins with http, not "nowhere"'],
  [{ either: 5 }, "either must be true or false or a text, not 5"],
  [{ folder: "/x" }, 'folder must be a folder inside the repository, not "/x"'],
  [{ group: true }, "group must be a group of settings in { }, not true"],
  [{ title: { long: "x".repeat(60) } }, `title must be a text, not {"long":"${"x".repeat(31)}…`],
  [undefined, "the file must be a group of settings in { }, not nothing"],
])("%j is told in plain words", (values, words) => {
  expect(messagesOf(values)).toEqual([`${words} (a file)`]);
});

test.each<[unknown, Omit<ConfigProblem, "">]>([
  [{ ronds: 5 }, { message: 'unknown key "ronds" (a file)', fix: 'Did you mean "rounds"?' }],
  [{ group: { dep: true } }, { message: 'unknown key "group.dep" (a file)', fix: 'Did you mean "group.deep"?' }],
  [{ models: { ligt: "x" } }, { message: 'unknown key "models.ligt" (a file)', fix: 'Did you mean "models.light"?' }],
  [{ group: { zzz: 1 } }, { message: 'unknown key "group.zzz" (a file)', fix: "Remove it. Known here: deep" }],
])("%j names what was meant", (values, problem) => {
  expect(problemsOf(values)).toEqual([problem]);
});

test("the line is named where there is a text, and every mistake has its own", () => {
  const text = '{\n  "mode": "on",\n  "ronds": 5\n}\n';
  const messages = messagesOf(JSON.parse(text), text);
  expect(messages.sort()).toEqual([
    'mode must be "auto" or "off", not "on" (a file, line 2)',
    'unknown key "ronds" (a file, line 3)',
  ]);
});

function messagesOf(values: unknown, text?: string): string[] {
  return problemsOf(values, text).map(({ message }) => message);
}

function problemsOf(values: unknown, text?: string): ConfigProblem[] {
  const { error } = Schema.safeParse(values);
  if (!error) throw new Error("nothing is wrong");
  return configProblems(Schema, { origin: "a file", values, ...(text === undefined ? {} : { text }) }, error);
}
