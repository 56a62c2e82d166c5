// Reports of test runners that print JSON: jest and vitest (one object), go (an event per line).
import * as z from "zod";
import { parseJson } from "../text/json.ts";
import type { FailedTest } from "./reporters.ts";

const JestReport = z.looseObject({
  testResults: z.array(
    z.looseObject({
      name: z.string().optional(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.looseObject({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

const GoEvent = z.looseObject({ Action: z.string(), Test: z.string(), Package: z.string().optional() });

/** Undefined when the output is no such report. */
export function readFailedJson(output: string): FailedTest[] | undefined {
  for (const line of [output.trim(), ...output.split("\n")]) {
    if (!line.startsWith('{"') && !line.startsWith("{\n")) continue;
    const report = line.includes('"testResults"') ? JestReport.safeParse(parseJson(line)).data : undefined;
    if (report) return report.testResults.flatMap(({ assertionResults }) => assertionResults.flatMap(failedOf));
    if (line.startsWith('{"Time"') || line.startsWith('{"Action"')) return readGo(output);
  }
  return undefined;
}

type Assertion = z.infer<typeof JestReport>["testResults"][number]["assertionResults"][number];

function failedOf({ status, fullName, failureMessages }: Assertion): FailedTest[] {
  if (status !== "failed") return [];
  const [message] = failureMessages?.[0]?.split("\n") ?? [];
  return [{ name: fullName, ...(message && { message }) }];
}

function readGo(output: string): FailedTest[] {
  return output.split("\n").flatMap((line) => {
    if (!line.includes('"Action":"fail"')) return [];
    const event = GoEvent.safeParse(parseJson(line)).data;
    return event ? [{ name: event.Test }] : [];
  });
}
