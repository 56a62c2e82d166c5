import { expect, test } from "vitest";
import { configuredChecks } from "./check-names.ts";

test("the commands in the order in which they run; a switch is no command", () => {
  const checks = { build: "make", none: true, repairFirst: false, test: "make test" };
  expect(configuredChecks(checks)).toEqual([
    { name: "test", command: "make test" },
    { name: "build", command: "make" },
  ]);
  expect(configuredChecks({})).toEqual([]);
});
