// What the tools of a language do by default, where the repository shows that it uses them.
import type { CheckName } from "../config/check-names.ts";
import type { CheckSources, ProposedCheck } from "./proposed-check.ts";

type Commands = Partial<Record<CheckName, string | undefined>>;
type Reader = (sources: CheckSources) => readonly [from: string, commands: Commands] | undefined;

export function fromLanguages(sources: CheckSources): ProposedCheck[] {
  return [python, go, rust, maven, gradle, ruby, php].flatMap((read) => {
    const [from, commands] = read(sources) ?? ["", {}];
    return Object.entries(commands).flatMap(
      ([name, command]) => (command === undefined ? [] : [{ name: name as CheckName, command, from }]), // the keys of Commands
    );
  });
}

const PYTHON_FILES = ["pyproject.toml", "setup.py", "setup.cfg", "tox.ini", "noxfile.py", "pytest.ini", "Pipfile"];

const python: Reader = ({ names, files }) => {
  const from = PYTHON_FILES.find((name) => names.includes(name));
  if (from === undefined) return undefined;
  const settings = [files["pyproject.toml"], files["setup.cfg"], files["tox.ini"]].join("\n");
  const has = (...any: readonly string[]) => any.some((name) => names.includes(name));
  const run = runnerOf(names, settings);
  const usesPytest = /pytest/.test(settings) || has("pytest.ini", "conftest.py");
  return [
    from,
    {
      test: pythonTests(names, settings, run, usesPytest),
      lint:
        /\[tool\.ruff/.test(settings) || has("ruff.toml", ".ruff.toml")
          ? `${run}ruff check`
          : /flake8/.test(settings) || has(".flake8")
            ? `${run}flake8`
            : undefined,
      typecheck:
        /\[(?:tool\.)?mypy/.test(settings) || has("mypy.ini", ".mypy.ini")
          ? `${run}mypy .`
          : /\[tool\.pyright/.test(settings) || has("pyrightconfig.json")
            ? `${run}pyright`
            : undefined,
    },
  ];
};

function runnerOf(names: readonly string[], settings: string): string {
  if (names.includes("uv.lock")) return "uv run ";
  if (names.includes("poetry.lock") || /\[tool\.poetry\]/.test(settings)) return "poetry run ";
  return names.includes("Pipfile") ? "pipenv run " : "";
}

/** A locked environment knows its pytest; without one, the tools that make an environment come first. */
function pythonTests(names: readonly string[], settings: string, run: string, usesPytest: boolean): string | undefined {
  if (run !== "" && usesPytest) return `${run}pytest`;
  if (/\[tool\.hatch\.envs/.test(settings)) return "hatch test";
  if (names.includes("noxfile.py")) return "nox";
  if (names.includes("tox.ini") || /\[tool\.tox/.test(settings)) return "tox";
  if (usesPytest) return "python -m pytest";
  return names.includes("tests") || names.includes("test") ? "python -m unittest" : undefined;
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
