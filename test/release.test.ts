// The checks before a release, each broken once. They are pure, so nothing here is built or packed.
import { expect, test } from "vitest";
import { checkRelease } from "../scripts/release/checks.ts";
import type { Facts } from "../scripts/release/facts.ts";
import { isReady, printChecks, printNext } from "../scripts/release/report.ts";

const GOOD: Facts = {
  version: "1.2.0",
  license: "MIT",
  branch: "main",
  changes: [],
  tags: ["v1.1.0"],
  changelog:
    "# Changelog\n\n## Unreleased\n\n## 1.2.0 - 2026-11-16\n\n- A thing.\n\n## 1.1.0 - 2026-10-01\n\n- Another.\n",
  versions: { "package-lock.json": "1.2.0", "plugin/.claude-plugin/plugin.json": "1.2.0" },
  licenseText: "MIT License\n\nCopyright …",
  licences: { zod: "MIT", odd: "(GPL-3.0 OR Apache-2.0)" },
  carried: { ajv: "MIT" },
  bundled: ["zod"],
  thirdParty: "zod 4.6.7\nLicence: MIT\nnames of commander and ms in a text",
  packed: {
    size: 600_000,
    files: ["package.json", "prompts/fixer.md", "dist/main.js", "dist/THIRD-PARTY.txt"],
    tracked: ["package.json", "prompts/fixer.md"],
    built: ["dist/main.js", "dist/THIRD-PARTY.txt"],
  },
};

test("a tree that is ready passes every check, and what is next is only printed", () => {
  const checks = checkRelease(GOOD);

  expect(printChecks(checks)).toBe(
    [
      "✓ working tree   clean, on main",
      "✓ version        1.2.0",
      "✓ same version   package-lock.json, plugin/.claude-plugin/plugin.json",
      "✓ changelog      1.2.0 - 2026-11-16",
      "✓ licence        MIT",
      "✓ packages       3, each with an allowed licence",
      "✓ third parties  all bundled packages are named (1)",
      "✓ packed size    0.6 MB of at most 2.5 MB",
      "✓ packed files   4, exactly those intended",
    ].join("\n"),
  );
  expect(isReady(checks)).toBe(true);
  expect(printNext("1.2.0")).toContain('git tag -a v1.2.0 -m "v1.2.0"');
});

const packed = (change: Partial<Facts["packed"]>): Partial<Facts> => ({ packed: { ...GOOD.packed, ...change } });
const withFile = (file: string, part: "tracked" | "built") =>
  packed({ files: [...GOOD.packed.files, file], [part]: [...GOOD.packed[part], file] });

test.each<[string, string, Partial<Facts>]>([
  ["working tree", "on feature/x", { branch: "feature/x" }],
  ["working tree", "on no branch", { branch: "" }],
  [
    "working tree",
    "not committed: a.ts, b.ts, c.ts and 1 more",
    { changes: ["?? a.ts", " M b.ts", "A  c.ts", "?? d"] },
  ],
  [
    "version",
    '"next" is not a version',
    { version: "next", versions: {}, changelog: "## next - 2026-11-16\n\n- A thing.\n" },
  ],
  ["version", "v1.2.0 is tagged already", { tags: ["v1.2.0"] }],
  ["same version", "package-lock.json has 1.1.0", { versions: { "package-lock.json": "1.1.0" } }],
  ["same version", "a.json has none", { versions: { "a.json": undefined } }],
  ["changelog", 'no "## 1.2.0 - YYYY-MM-DD"', { changelog: "# Changelog\n\n## Unreleased\n\n- A thing.\n" }],
  ["changelog", '"## 1.2.0" has no date', { changelog: "## 1.2.0\n\n- A thing.\n" }],
  ["changelog", '"## 1.2.0 - 2026-13-01" has no date', { changelog: "## 1.2.0 - 2026-13-01\n\n- A thing.\n" }],
  ["changelog", '"## 1.2.0 - 2026-11-16" is empty', { changelog: "## 1.2.0 - 2026-11-16\n" }],
  [
    "changelog",
    '"## Unreleased" still has entries',
    { changelog: "## Unreleased\n\n- Left out.\n\n## 1.2.0 - 2026-11-16\n\n- A thing.\n" },
  ],
  ["licence", "no LICENSE", { licenseText: undefined }],
  ["licence", "LICENSE is not the MIT licence", { licenseText: "Apache License" }],
  ["packages", "x: GPL-3.0", { licences: { x: "GPL-3.0" } }],
  ["packages", "x: MIT AND GPL-3.0", { licences: { x: "MIT AND GPL-3.0" } }],
  ["packages", "x: no licence stated", { licences: { x: undefined } }],
  ["packages", "inside: GPL-3.0", { carried: { inside: "GPL-3.0" } }],
  ["packages", "inside: no licence stated", { carried: { inside: undefined } }],
  ["third parties", "no dist/THIRD-PARTY.txt", { thirdParty: undefined }],
  ["third parties", "dist/THIRD-PARTY.txt leaves out commander", { bundled: ["zod", "commander"] }],
  ["third parties", "dist/THIRD-PARTY.txt leaves out ms", { bundled: ["zod", "ms"] }],
  ["packed size", "2.5 MB of at most 2.5 MB", packed({ size: 2_500_000 })],
  ["packed files", "notes.md does not belong", packed({ files: [...GOOD.packed.files, "notes.md"] })],
  ["packed files", "plugin/x.test.ts does not belong", withFile("plugin/x.test.ts", "tracked")],
  ["packed files", "dist/main.js.map does not belong", withFile("dist/main.js.map", "built")],
  ["packed files", "prompts/fixer.md is missing", packed({ files: ["package.json", ...GOOD.packed.built] })],
])("%s: %s", (name, found, change) => {
  const checks = checkRelease({ ...GOOD, ...change });
  const broken = checks.filter(({ fix }) => fix !== undefined);

  expect(broken).toEqual([{ name, found, fix: expect.stringMatching(/\w/) }]);
  expect(isReady(checks)).toBe(false);
  expect(printChecks(checks)).toMatch(new RegExp(`^✗ ${name} .*\\n +Fix: `, "m"));
});
