// What the tools of a language do by default, where the repository shows that it uses them.
import type { CheckName } from "../config/check-names.ts";
import type { CheckSources, ProposedCheck, Reader } from "./proposed-check.ts";
import { python } from "./python-checks.ts";

export function fromLanguages(sources: CheckSources): ProposedCheck[] {
  return [python, go, rust, maven, gradle, ruby, php].flatMap((read) => {
    const [from, commands] = read(sources) ?? ["", {}];
    return Object.entries(commands).flatMap(
      ([name, command]) => (command === undefined ? [] : [{ name: name as CheckName, command, from }]), // the keys of Commands
    );
  });
}

const go: Reader = ({ names }) => {
  if (!names.includes("go.mod")) return undefined;
  const hasLinter = names.some((name) => /^\.golangci\.(?:ya?ml|toml|json)$/.test(name));
  const lint = hasLinter ? "golangci-lint run" : "go vet ./...";
  return ["go.mod", { test: "go test ./...", lint, build: "go build ./..." }];
};

const rust: Reader = ({ names }) =>
  names.includes("Cargo.toml")
    ? ["Cargo.toml", { test: "cargo test", lint: "cargo clippy", typecheck: "cargo check", build: "cargo build" }]
    : undefined;

const maven: Reader = ({ names }) => {
  const program = names.includes("mvnw") ? "./mvnw" : "mvn";
  return names.includes("pom.xml")
    ? ["pom.xml", { test: `${program} --batch-mode test`, build: `${program} --batch-mode package` }]
    : undefined;
};

const gradle: Reader = ({ names }) => {
  const from = ["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"].find((name) =>
    names.includes(name),
  );
  const program = names.includes("gradlew") ? "./gradlew" : "gradle";
  return from === undefined ? undefined : [from, { test: `${program} test`, build: `${program} assemble` }];
};

const ruby: Reader = ({ names, files }) => {
  if (!names.includes("Gemfile")) return undefined;
  const usesRSpec = names.includes(".rspec") || (names.includes("spec") && /rspec/.test(files.Gemfile ?? ""));
  const test = usesRSpec ? "bundle exec rspec" : undefined;
  return ["Gemfile", { test, lint: names.includes(".rubocop.yml") ? "bundle exec rubocop" : undefined }];
};

const php: Reader = ({ names }) => {
  if (!names.includes("composer.json")) return undefined;
  const has = (pattern: RegExp) => names.some((name) => pattern.test(name));
  return [
    "composer.json",
    {
      test: has(/^phpunit\.xml(?:\.dist)?$/) ? "vendor/bin/phpunit" : undefined,
      typecheck: has(/^phpstan\.neon(?:\.dist)?$/) ? "vendor/bin/phpstan analyse" : undefined,
    },
  ];
};
