// Lines of CI files. They are written for another machine, so none is proposed; a person may choose one.
import type { CheckName } from "../config/check-names.ts";

/** The commands of a workflow file: the text after `run:`, on its line or in the block below. */
export function quoteWorkflow(text: string): string[] {
  const lines = text.split(/\r?\n/);
  const found: string[] = [];
  for (const [at, line] of lines.entries()) {
    const [, indent = "", inLine = ""] = /^(\s*(?:- )?)run:\s*(.*)$/.exec(line) ?? [];
    if (/^[|>]/.test(inLine)) found.push(...blockBelow(lines.slice(at + 1), indent.length));
    else found.push(inLine.replace(/^(["'])(.*)\1$/, "$2"));
  }
  const plain = found.map((command) => command.replaceAll(/\p{Cc}/gu, " ").trim());
  return [...new Set(plain)].filter((command) => command !== "" && !command.startsWith("#"));
}

function blockBelow(lines: readonly string[], indent: number): string[] {
  const end = lines.findIndex((line) => line.trim() !== "" && line.search(/\S/) <= indent);
  return lines.slice(0, end === -1 ? lines.length : end);
}

const LOOKS_LIKE: Readonly<Record<CheckName, RegExp>> = {
  test: /\b(?:tests?|pytest|tox|nox|rspec|phpunit|vitest|jest|mocha|ctest)\b/,
  lint: /\b(?:lint|ruff|eslint|biome|clippy|rubocop|flake8|vet|pre-commit)\b/,
  typecheck: /\b(?:typecheck|tsc|mypy|pyright|phpstan|type-check)\b/,
  build: /\b(?:build|compile|package|assemble)\b/,
};

/** Those of these lines that seem to be this check; lines that only make sense in CI are left out. */
export function linesFor(name: CheckName, lines: readonly string[]): string[] {
  return lines.filter(
    (line) => LOOKS_LIKE[name].test(line) && !/\$\{\{|\binstall\b|\bapt(?:-get)?\b|\bdocker\b|>>/.test(line),
  );
}
