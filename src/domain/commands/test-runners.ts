// The test runners whose commands may be narrowed to some tests, and the options that do no more than choose or show.
// Left out on purpose are all that load or run something else: configurations, plugins, setup files, reporters by name.
import type { Runner } from "./runner.ts";

const NAMED = "'part of a name'";
const LINE = /:\d+(?::\d+)*$/;
const OF_NODE: Omit<Runner, "name" | "program"> = {
  ...{ verb: "--test", takes: "paths", optionsFirst: true },
  valued: ["--import", "--require", "-r", "--loader", "--experimental-loader", "--conditions", "-C", "--test-reporter"],
  flags: "--test-only --test-update-snapshots",
  options: { "--test-name-pattern": "text", "--test-skip-pattern": "text", "--test-timeout": "number" },
  example: `--test-name-pattern=${NAMED}`,
};
const OF_JEST: Omit<Runner, "name" | "program"> = {
  ...{ installed: true, takes: "paths" },
  flags:
    "-i --runInBand -u --updateSnapshot --verbose --silent --ci --bail --passWithNoTests --runTestsByPath --findRelatedTests --watchAll=false --coverage=false --no-coverage",
  options: { "-t": "text", "--testNamePattern": "text", "--testPathPattern": "path", "--testPathPatterns": "path" },
  example: `-t ${NAMED}`,
};

const OF_JAVASCRIPT: readonly Runner[] = [
  { ...OF_NODE, name: "node --test", program: /^node$/ },
  { ...OF_NODE, name: "tsx --test", program: /^tsx$/, installed: true },
  {
    ...{
      name: "vitest",
      installed: true,
      program: /^vitest$/,
      takes: "paths",
      commands: ["run"],
      marks: LINE,
    },
    flags: "--run -u --update --passWithNoTests --no-color --silent",
    options: {
      ...{ "-t": "text", "--testNamePattern": "text", "--project": "name", "--bail": "number", "--retry": "number" },
      "--reporter": /^(?:default|verbose|dot|basic|tree)$/,
    },
    example: `-t ${NAMED}`,
  },
  { ...OF_JEST, name: "jest", program: /^jest$/ },
  { ...OF_JEST, name: "react-scripts test", program: /^react-scripts$/, verb: "test" },
  {
    ...{ name: "mocha", installed: true, program: /^(?:_|ts-)?mocha$/, takes: "paths", commands: [] },
    flags: "-b --bail -i --invert",
    options: { "-g": "text", "--grep": "text", "-f": "text", "--fgrep": "text", "--timeout": "number" },
    example: `-g ${NAMED}`,
  },
  {
    ...{ name: "ava", installed: true, program: /^ava$/, takes: "paths", commands: [], marks: LINE },
    flags: "-v --verbose -s --serial --fail-fast -u --update-snapshots",
    options: { "-m": "text", "--match": "text" },
    example: "-m '*part of a name*'",
  },
  {
    ...{ name: "playwright test", installed: true, program: /^playwright$/, verb: "test", takes: "paths", marks: LINE },
    flags: "-x --last-failed",
    options: { "-g": "text", "--grep": "text", "--project": "name", "--workers": "number" },
    example: `-g ${NAMED}`,
  },
  {
    ...{ name: "deno test", program: /^deno$/, verb: "test", takes: "paths" },
    flags: "--fail-fast -q --quiet",
    options: { "--filter": "text" },
    example: `--filter ${NAMED}`,
  },
  {
    ...{ name: "bun test", program: /^bun$/, verb: "test", takes: "paths" },
    flags: "--bail --only --todo -u --update-snapshots",
    options: { "-t": "text", "--test-name-pattern": "text", "--timeout": "number" },
    example: `-t ${NAMED}`,
  },
];

const OF_PYTHON: readonly Runner[] = [
  {
    ...{ name: "pytest", program: /^(?:pytest|py\.test)$/, takes: "paths", marks: /::.*$/su },
    flags: "-q -v -vv -x -s -l --lf --last-failed --ff --sw --co --collect-only --no-header --no-summary --exitfirst",
    options: {
      ...{ "-k": "text", "-m": "text", "--deselect": "path", "--maxfail": "number", "--durations": "number" },
      "--tb": /^(?:auto|long|short|line|native|no)$/,
    },
    example: "-k 'part of a name'",
  },
  {
    ...{ name: "unittest", program: /^unittest$/, takes: "modules" },
    flags: "-v -q -f -b --verbose --quiet --failfast --buffer --locals",
    options: { "-k": "text" },
    example: "-k 'part*'",
  },
  {
    ...{ name: "manage.py test", program: /^manage\.py$/, verb: "test", takes: "modules" },
    flags: "--keepdb --failfast --noinput --no-input --reverse",
    options: { "-k": "text", "--tag": "name", "--exclude-tag": "name", "--parallel": "number", "-v": "number" },
    example: "-k 'part*'",
  },
];

const OF_OTHERS: readonly Runner[] = [
  {
    ...{ name: "go test", program: /^go$/, verb: "test", takes: "packages", marks: /\/\.\.\.$/ },
    flags: "-v -race -short -failfast -json -cover",
    options: { "-run": "text", "-skip": "text", "-count": "number", "-timeout": /^\d+(?:ms|s|m)$/, "-cpu": "number" },
    example: "-run TestName",
  },
  {
    ...{ name: "cargo test", program: /^cargo$/, verb: "test", takes: "names" },
    flags:
      "--lib --bins --tests --doc --workspace --all -q --quiet --no-fail-fast --release --all-features --offline --locked",
    options: { "--test": "name", "--bin": "name", "--example": "name", "-p": "name", "--package": "name" },
    after: {
      ...{ name: "cargo test --", takes: "names" },
      flags: "--nocapture --exact --ignored --include-ignored",
      options: { "--skip": "name", "--test-threads": "number" },
    },
    example: "name_of_test",
  },
  {
    ...{ name: "rspec", program: /^rspec$/, takes: "paths", marks: /(?::\d+(?::\d+)*|\[[\d:,]+\])$/ },
    flags: "--fail-fast --only-failures -n --next-failure",
    options: {
      "-e": "text",
      "--example": "text",
      "-t": "name",
      "--tag": "name",
      "--format": /^(?:progress|documentation)$/,
    },
    example: `-e ${NAMED}`,
  },
  {
    ...{ name: "rails test", program: /^rails$/, verb: "test", takes: "paths", marks: LINE },
    flags: "-f --fail-fast -v --verbose -b --backtrace",
    options: { "-n": "text", "--name": "text" },
    example: "-n test_name",
  },
  {
    ...{ name: "phpunit", program: /^(?:phpunit|pest)$/, takes: "paths" },
    flags: "--testdox --stop-on-failure --no-coverage --no-progress",
    options: { "--filter": "text", "--testsuite": "name", "--group": "name", "--exclude-group": "name" },
    example: `--filter ${NAMED}`,
  },
  {
    ...{ name: "gradle", program: /^(?:gradle|gradlew)$/, takes: "nothing" },
    flags: "-q --quiet --offline --rerun --stacktrace --info --continue --no-daemon",
    options: { "--tests": /^[\w.*$#-]+$/ },
    example: "--tests '*NameTest'",
  },
  {
    ...{ name: "maven", program: /^(?:mvn|mvnw|mvnd)$/, takes: "nothing" },
    flags: "-q -B -ntp -e -o -am -DfailIfNoTests=false -Dsurefire.failIfNoSpecifiedTests=false",
    options: { "-Dtest": /^[\w.*#$+,!-]+$/, "-Dit.test": /^[\w.*#$+,!-]+$/, "-pl": "path" },
    inline: ["-Dtest", "-Dit.test"], // `-Dtest deploy` is two words to maven, and the second a goal
    example: "-Dtest=NameTest",
  },
  {
    ...{ name: "dotnet test", program: /^dotnet$/, verb: "test", takes: "paths" },
    flags: "--no-build --no-restore --nologo",
    options: { "--filter": "text", "--verbosity": /^(?:q|m|n|quiet|minimal|normal)$/ },
    example: `--filter Name`,
  },
  {
    ...{ name: "mix test", program: /^mix$/, verb: "test", takes: "paths", marks: LINE },
    flags: "--trace --failed --stale",
    options: { "--only": "name", "--exclude": "name", "--include": "name", "--seed": "number" },
    example: "test/name_test.exs:12",
  },
  {
    ...{ name: "swift test", program: /^swift$/, verb: "test", takes: "nothing" },
    flags: "--parallel",
    options: { "--filter": "text", "--skip": "text" },
    example: "--filter Name",
  },
  {
    ...{ name: "dart test", program: /^(?:dart|flutter)$/, verb: "test", takes: "paths" },
    flags: "--update-goldens",
    options: { "-n": "text", "--name": "text", "-N": "text", "--plain-name": "text", "-t": "name", "--tags": "name" },
    example: `--plain-name ${NAMED}`,
  },
  {
    ...{ name: "ctest", program: /^ctest$/, takes: "nothing" },
    flags: "-V --output-on-failure --stop-on-failure",
    options: { "-R": "text", "-E": "text", "-L": "text", "-j": "number" },
    example: "-R part_of_a_name",
  },
];

export const TEST_RUNNERS: readonly Runner[] = [...OF_JAVASCRIPT, ...OF_PYTHON, ...OF_OTHERS];

/** A word may be a task, a line for a shell, a file to write: to what is not known nothing is added. */
export const UNKNOWN_RUNNER: Runner = {
  ...{ name: "a script that starts no test runner known here", program: /^$/, takes: "nothing" },
  ...{ flags: "", options: {}, example: "" },
};
