import { expect, test } from "vitest";
import { tempRepo } from "../../../test/support/temp-repo.ts";
import { createWiring } from "../../wire.ts";
import { planInit } from "./init.ts";
import { changesFor, type InitAnswers } from "./init-answers.ts";

const ANSWERS: InitAnswers = {
  ...{ agent: "claude", checks: { test: "make test" }, environment: [], baseBranch: undefined, budget: 20 },
};

test("answers become settings, but not those that a place of the person's own gives already", async () => {
  expect(await changesIn({})).toEqual([
    { key: "runtime.default", value: "claude" },
    { key: "checks.test", value: "make test" },
    { key: "checks.lint", value: undefined },
    { key: "checks.typecheck", value: undefined },
    { key: "checks.build", value: undefined },
    { key: "budget.feature", value: 20 },
  ]);
  const own = { IFLOW_RUNTIME_DEFAULT: "claude", IFLOW_CHECKS_TEST: "make test", IFLOW_BUDGET_FEATURE: "20" };
  expect((await changesIn(own)).filter(({ value }) => value !== undefined)).toEqual([]);
});

test("variables that a check needs are added to those it has", async () => {
  const changes = await changesIn({ IFLOW_CHECKS_ENVIRONMENT: '["A"]' }, { ...ANSWERS, environment: ["A", "B"] });
  expect(changes).toContainEqual({ key: "checks.environment", value: ["A", "B"] });
});

async function changesIn(env: Record<string, string>, answers = ANSWERS) {
  const { root } = await tempRepo();
  const wiring = createWiring("0.1.0", { ...process.env, ...env });
  const ports = await wiring.openPorts(root, () => undefined);
  return changesFor(await planInit(ports, await wiring.readConfigLayers(ports.repository)), answers);
}
