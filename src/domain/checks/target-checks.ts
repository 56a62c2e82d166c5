// Targets and recipes that people wrote to be typed: make, just, rake.
import { CHECK_NAMES, type CheckName } from "../config/check-names.ts";
import type { CheckSources, ProposedCheck } from "./proposed-check.ts";

interface TargetFile {
  readonly files: readonly string[];
  readonly program: (names: readonly string[]) => string;
  /** Its group is a list of targets. */
  readonly pattern: RegExp;
}

const TARGET_FILES: readonly TargetFile[] = [
  {
    files: ["GNUmakefile", "makefile", "Makefile"],
    program: () => "make",
    pattern: /^([A-Za-z0-9_. -]+?)\s*::?(?!=)/gm,
  },
  { files: ["justfile", "Justfile", ".justfile"], program: () => "just", pattern: /^@?([\w-]+)[^:=\n]*:(?!=)/gm },
  {
    files: ["Rakefile"],
    program: (names) => (names.includes("Gemfile") ? "bundle exec rake" : "rake"),
    pattern: /^\s*(?:task|Rake::TestTask\.new|RSpec::Core::RakeTask\.new)\(?\s*:?["']?(\w+)/gm,
  },
];

/** By convention `make check` runs the tests, and `rake spec` those of RSpec. */
const TARGETS: Record<CheckName, readonly string[]> = {
  test: ["test", "tests", "check", "spec"],
  lint: ["lint", "rubocop"],
  typecheck: ["typecheck", "mypy"],
  build: ["build"],
};

export function fromTargets({ names, files }: CheckSources): ProposedCheck[] {
  return TARGET_FILES.flatMap(({ files: candidates, program, pattern }) => {
    const file = candidates.find((name) => files[name] !== undefined);
    if (file === undefined) return [];
    const targets = new Set([...(files[file] ?? "").matchAll(pattern)].flatMap(([, list = ""]) => list.split(/\s+/)));
    return CHECK_NAMES.flatMap((name) => {
      const target = TARGETS[name].find((candidate) => targets.has(candidate));
      return target === undefined ? [] : [{ name, command: `${program(names)} ${target}`, from: `target in ${file}` }];
    });
  });
}
