// What the readers find in the outputs of test runners.
import { describe, expect, test } from "vitest";
import { findFailedTests } from "../../src/domain/checks/failed-tests.ts";

export type Outputs = Readonly<Record<string, readonly [output: string, ...failed: readonly Failed[]]>>;
type Failed = readonly [name: string, message?: string];

export function expectFailed(outputs: Outputs): void {
  describe("TR-5: the failed tests in the output of", () => {
    test.each(Object.entries(outputs))("%s", (_, [output, ...failed]) => {
      expect(findFailedTests(output)).toEqual(
        failed.map(([name, message]) => ({ name, ...(message !== undefined && { message }) })),
      );
    });
  });
}
