// Python: a file of its tools, or tests alone, show that it is used. The runner is the one that the tests are written for.
import type { CheckSources, Reader } from "./proposed-check.ts";

const FILES = ["pyproject.toml", "setup.py", "setup.cfg", "tox.ini", "noxfile.py", "pytest.ini", "Pipfile"];

export const python: Reader = ({ names, files }) => {
  const from = FILES.find((name) => names.includes(name)) ?? names.find(isPythonTest);
  if (from === undefined) return undefined;
  const settings = [files["pyproject.toml"], files["setup.cfg"], files["tox.ini"]].join("\n");
  const has = (...any: readonly string[]) => any.some((name) => names.includes(name));
  const run = runnerOf(names, settings);
  return [
    from,
    {
      test: testsOf({ names, files }, settings, run),
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

export function isPythonTest(name: string): boolean {
  return /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/.test(name);
}

function runnerOf(names: readonly string[], settings: string): string {
  if (names.includes("uv.lock")) return "uv run ";
  if (names.includes("poetry.lock") || /\[tool\.poetry\]/.test(settings)) return "poetry run ";
  return names.includes("Pipfile") ? "pipenv run " : "";
}

/** A locked environment knows its pytest; without one, the tools that make an environment come first. */
function testsOf({ names, files }: CheckSources, settings: string, run: string): string | undefined {
  const sample = names.find(isPythonTest);
  const isPytest =
    /pytest/.test(`${settings}\n${files["requirements.txt"] ?? ""}`) ||
    ["pytest.ini", "conftest.py", "tests/conftest.py", "test/conftest.py"].some((name) => names.includes(name)) ||
    (sample !== undefined && !isForUnittest(sample, files[sample] ?? ""));
  if (run !== "" && isPytest) return `${run}pytest`;
  if (/\[tool\.hatch\.envs/.test(settings)) return "hatch test";
  if (names.includes("noxfile.py")) return "nox";
  if (names.includes("tox.ini") || /\[tool\.tox/.test(settings)) return "tox";
  if (isPytest) return "python -m pytest";
  return withUnittest(names, sample);
}

/** By its own name and words: without an argument unittest looks for `test*.py` only, and for classes of its own. */
function isForUnittest(name: string, text: string): boolean {
  return /(?:^|\/)test[^/]*$/.test(name) && /^\s*(?:import|from) unittest\b/m.test(text);
}

/** Without an argument it would find nothing below a folder that is no package, and call that a success. */
function withUnittest(names: readonly string[], sample: string | undefined): string | undefined {
  const folder = sample?.includes("/") ? sample.slice(0, sample.indexOf("/")) : undefined;
  if (folder !== undefined && !names.includes(`${folder}/__init__.py`)) return `python -m unittest discover ${folder}`;
  return sample !== undefined || names.includes("tests") || names.includes("test") ? "python -m unittest" : undefined;
}
