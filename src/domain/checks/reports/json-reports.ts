// Reports in JSON: one object (jest, vitest, mocha, RSpec, Playwright), or an event on each line (go).
import * as z from "zod";
import { parseJson } from "../../text/json/json.ts";
import type { FailedTest } from "./failed-test.ts";
import { isGoEvents, readGoEvents } from "./go-events.ts";
import { headOf } from "./message-head.ts";

/** Nothing when the output holds no such report. */
export function readFailedJson(text: string): FailedTest[] {
  if (isGoEvents(text)) return readGoEvents(text);
  for (const json of objectsIn(text)) {
    const value = parseJson(json);
    if (value === undefined) continue;
    for (const report of REPORTS) {
      const found = report.safeParse(value).data;
      if (found) return found.map(({ name, message }) => ({ name, ...(message && { message: headOf(message) }) }));
    }
  }
  return [];
}

/** Runners print it on a line of its own, or indented from a line with a brace to the last such line. */
function objectsIn(text: string): string[] {
  const [from, to] = [`\n${text}`.indexOf("\n{\n"), text.lastIndexOf("\n}")];
  return [...(from === -1 || to < from ? [] : [text.slice(from, to + 2)]), ...text.split("\n").filter(isReport)];
}

function isReport(line: string): boolean {
  return line.startsWith('{"') && /"(?:testResults|failures|examples|suites)":\s?\[/.test(line);
}

interface Found {
  readonly name: string;
  readonly message?: string | undefined;
}

const Jest = z
  .looseObject({
    testResults: z.array(
      z.looseObject({
        name: z.string().optional(),
        status: z.string().optional(),
        message: z.string().nullish(),
        assertionResults: z.array(
          z.looseObject({
            status: z.string(),
            fullName: z.string(),
            failureMessages: z.array(z.string()).nullish(),
          }),
        ),
      }),
    ),
  })
  .transform(({ testResults }) =>
    testResults.flatMap(({ name, status, message, assertionResults }): Found[] => {
      const failed = assertionResults.filter((one) => one.status === "failed");
      if (failed.length === 0 && status === "failed") {
        return [{ name: name ?? "", message: message?.replace(/^\s*● Test suite failed to run\n/, "") }];
      }
      return failed.map(({ fullName, failureMessages }) => ({ name: fullName, message: failureMessages?.[0] }));
    }),
  );

const Mocha = z
  .looseObject({
    failures: z.array(
      z.looseObject({ fullTitle: z.string(), err: z.looseObject({ message: z.string().optional() }).optional() }),
    ),
  })
  .transform(({ failures }) =>
    failures.map(({ fullTitle, err }): Found => ({ name: fullTitle, message: err?.message })),
  );

const RSpec = z
  .looseObject({
    examples: z.array(
      z.looseObject({
        status: z.string(),
        full_description: z.string(),
        exception: z.looseObject({ message: z.string() }).optional(),
      }),
    ),
  })
  .transform(({ examples }) =>
    examples
      .filter(({ status }) => status === "failed")
      .map((one): Found => ({ name: one.full_description, message: one.exception?.message })),
  );

const Failure = z.looseObject({ message: z.string().optional() });
const Suite = z.looseObject({
  title: z.string(),
  specs: z.array(
    z.looseObject({
      title: z.string(),
      ok: z.boolean(),
      tests: z.array(z.looseObject({ results: z.array(z.looseObject({ error: Failure.optional() })) })),
    }),
  ),
  get suites(): z.ZodOptional<z.ZodArray<typeof Suite>> {
    return z.array(Suite).optional();
  },
});
const Playwright = z
  .looseObject({ suites: z.array(Suite), errors: z.array(Failure) })
  .transform(({ suites, errors }): Found[] => [
    ...errors.map(({ message = "" }) => ({ name: headOf(message) })), // a file that cannot be loaded
    ...suites.flatMap((suite) => failedIn(suite, [])),
  ]);

function failedIn({ title, specs, suites = [] }: z.infer<typeof Suite>, above: readonly string[]): Found[] {
  const path = [...above, title];
  const failed = specs.filter(({ ok }) => !ok);
  return [
    ...failed.map((spec) => ({
      name: [...path, spec.title].join(" › "),
      message: spec.tests.flatMap(({ results }) => results).find(({ error }) => error)?.error?.message,
    })),
    ...suites.flatMap((suite) => failedIn(suite, path)),
  ];
}

const REPORTS = [Jest, Mocha, RSpec, Playwright] as const;
