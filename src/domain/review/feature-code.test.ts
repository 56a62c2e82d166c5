import { expect, test } from "vitest";
import { featureCode } from "./feature-code.ts";

test("iflow's own files are not the feature", () => {
  const own = [
    "docs/features/001-login-limit/spec.md",
    "docs/features/001-login-limit/.meta.json",
    "docs/brainstorms/20260301-090000-login-limit.prd.md",
    "docs/knowledge-bank/patterns.md",
    "docs/projects/P001-shop/roadmap.md",
    "docs/backlog.md",
    "iflow.config.json",
  ];
  const code = ["src/limit.mjs", "docs/guide.md", "docs/features.md", "features/login.mjs", "README.md"];

  expect(featureCode([...own, ...code], "docs")).toEqual(code);
  expect(featureCode(own, "docs")).toEqual([]);
});
