// Which changes of a branch change what the project's checks run. Whoever may edit a test script decides what "the tests
// pass" means, so the person is told before they decide about the work; also about what makes their own tools run
// something, and what tells agents how to work (tool-files.ts). Pure: paths, and the texts of package.json.
import { CONFIG_FILE } from "../config/settings-file.ts";
import { parseJson } from "../text/json/json.ts";
import { listNames } from "../text/list-names.ts";
import { isNamed } from "./named-files.ts";
import { isGuide, isToolFile } from "./tool-files.ts";

export interface BranchChange {
  readonly path: string;
  /** Only for `package.json`; undefined where the file is not there. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** By the name of the file, wherever it is. */
const FILES: readonly RegExp[] = [
  // runners, compilers and linters of JavaScript
  /^(?:vitest|vite|jest|playwright|cypress|ava|babel|webpack|rollup|esbuild|tsup|next|eslint|prettier|svelte|astro)\.config\.(?:[cm]?[jt]sx?|json)$/,
  /^(?:vitest\.(?:workspace|setup)|jest\.setup|karma\.conf|gulpfile|Gruntfile)\.\w+$/,
  /^\.(?:mocharc|eslintrc|babelrc|prettierrc|taprc|npmrc|yarnrc|pnpmfile|swcrc)(?:\.\w+)?$/,
  /^(?:tsconfig.*|biome|turbo|nx|lerna|project|deno)\.jsonc?$/,
  /^(?:bunfig\.toml|pnpm-workspace\.yaml)$/,
  // other languages
  /^(?:pytest|tox|mypy)\.ini$|^setup\.(?:cfg|py)$|^(?:noxfile|conftest)\.py$|^pyproject\.toml$|^Pipfile$|^requirements.*\.txt$/,
  /^\.(?:coveragerc|flake8|rspec|rubocop\.yml|golangci\.ya?ml|bazelrc)$|^\.?ruff\.toml$|^Gemfile$|^Rakefile$/,
  /^(?:build|settings)\.gradle(?:\.kts)?$|^gradle(?:w|\.properties)$|^pom\.xml$|^mvnw$|^build\.(?:sbt|xml|rs)$/,
  /^Cargo\.toml$|^rust-toolchain(?:\.toml)?$|^go\.(?:mod|work)$|^CMakeLists\.txt$|^meson\.build$/,
  /^(?:BUILD|WORKSPACE|MODULE)(?:\.bazel)?$|^composer\.json$|^php(?:unit|stan)\..*$|^mix\.exs$|^Package\.swift$/,
  /\.csproj$|^Directory\.Build\.\w+$|^global\.json$|^pubspec\.yaml$|^flake\.nix$|^shell\.nix$|^\.envrc$|^\.?mise(?:\..+)?\.toml$|^\.tool-versions$|^devbox\.json$/,
  /^(?:GNU)?[Mm]akefile$|\.mk$|^\.?[Jj]ustfile$|^Taskfile\.ya?ml$/,
  // what was installed
  /^(?:package-lock|npm-shrinkwrap|packages\.lock)\.json$|^(?:yarn|deno|bun|Cargo|poetry|uv|Gemfile|composer|mix|pubspec|flake)\.lock$/,
  /^Pipfile\.lock$|^bun\.lockb$|^pnpm-lock\.yaml$|^go\.sum$|^gradle\.lockfile$|^Package\.resolved$/,
  // CI and hooks
  /^\.(?:gitlab-ci|travis|drone|woodpecker)\.ya?ml$|^(?:azure|bitbucket)-pipelines\.ya?ml$|^Jenkinsfile$|^appveyor\.yml$/,
  /^\.git(?:modules|attributes)$/,
  // the package manager itself
  /^\.pnp\.(?:c?js|loader\.mjs)$/,
  /^\.?lefthook(?:-local)?\.\w+$|^\.pre-commit-config\.yaml$|^\.lintstagedrc|^lint-staged\.config\.\w+$/,
];

/** Everything in these folders, and a link in place of one. */
const FOLDERS =
  /(?:^|\/)(?:\.(?:github|forgejo|gitea)\/(?:workflows|actions)|\.yarn\/(?:releases|plugins|patches)|\.circleci|\.buildkite|\.woodpecker|\.husky|\.githooks|\.git-hooks|\.mvn|\.cargo|gradle\/wrapper)(?:\/|$)/;

/** Keys of package.json that decide what runs; all of them besides `scripts` are named as they are. */
const MANIFEST_KEYS =
  /^(?:.*[dD]ependencies|overrides|resolutions|workspaces|packageManager|type|jest|mocha|ava|nyc|c8|babel|eslintConfig|prettier|husky|lint-staged|simple-git-hooks|pnpm)$/;

/** Whether the texts of this file are needed to tell. */
export function isManifest(path: string): boolean {
  return /(?:^|\/)package\.json$/.test(path);
}

/** What is told about each such change, such as `package.json (scripts: test)`; `named` are the paths that checks name. */
export function findCheckChanges(changes: readonly BranchChange[], named: ReadonlySet<string>): string[] {
  return changes.flatMap((change) => {
    const { path } = change;
    if (isManifest(path)) return describeManifest(change);
    const name = path.slice(path.lastIndexOf("/") + 1);
    const decides =
      FILES.some((file) => file.test(name)) || FOLDERS.test(path) || path === CONFIG_FILE || isNamed(path, named);
    return decides || isToolFile(path) || isGuide(path) ? [path] : [];
  });
}

/** A sentence for each kind; empty when there is nothing to tell. */
export function printCheckChanges(found: readonly string[]): string {
  const told = (what: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`What ${what} was changed: ${listNames(names)}.`];
  const byChecks = found.filter((path) => !isToolFile(path) && !isGuide(path));
  return [
    ...told("your checks run", byChecks),
    ...told("your own tools run", found.filter(isToolFile)),
    ...told("agents are told here", found.filter(isGuide)),
  ].join(" ");
}

function describeManifest({ path, before, after }: BranchChange): string[] {
  const [old, now] = [recordOf(parseJson(before)), recordOf(parseJson(after))];
  const scripts = changedKeys(recordOf(old.scripts), recordOf(now.scripts));
  const keys = changedKeys(old, now).filter((key) => MANIFEST_KEYS.test(key));
  const parts = [...(scripts.length > 0 ? [`scripts: ${listNames(scripts)}`] : []), ...keys];
  return parts.length === 0 ? [] : [`${path} (${parts.join("; ")})`];
}

function changedKeys(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name])).sort();
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}
