// Which tests show a criterion: those that name it, those that were written from it (test deepening), and where no single
// test is known, the test files of tasks that cite it. Everything is read from the tree and from iflow's own run records;
// a receipt that is stored somewhere has no say in it.
import { type Criterion, citedCriteria, criterionKey } from "../lint/criteria.ts";
import { parseNamedTest } from "../review/named-test.ts";
import type { Task } from "../tasks/task-list.ts";
import { type FoundTest, type SourceFile, testsIn } from "./test-titles.ts";

export interface ShowingTest {
  readonly path: string;
  /** Null for all tests of the file. */
  readonly title: string | null;
  readonly from: "marker" | "derived" | "task";
}

export interface CriterionTests {
  /** As the spec writes it. */
  readonly criterion: string;
  readonly tests: readonly ShowingTest[];
}

export interface Evidence {
  /** The number of the feature. */
  readonly number: number;
  readonly criteria: readonly Pick<Criterion, "id">[];
  readonly tasks: readonly Pick<Task, "title" | "body">[];
  /** Test files that the feature touched, as they are in the tree. */
  readonly files: readonly TouchedFile[];
  /** What test deepening said. */
  readonly outlines: readonly Outline[];
  readonly added: readonly AddedTests[];
}

/** Features share files, and all count their criteria from one: a test is a feature's own if it came with the feature. */
export interface TouchedFile extends SourceFile {
  /** Before the feature began; undefined when it was not there. */
  readonly before?: string | undefined;
  /** When the feature was completed; undefined while it is not. */
  readonly completed?: string | undefined;
}

export interface Outline {
  readonly scenario_name: string;
  readonly derived_from: string;
}

export interface AddedTests {
  readonly file: string;
  readonly tests?: readonly string[] | undefined;
  readonly derived_from?: string | undefined;
}

export function criterionTests(evidence: Evidence): CriterionTests[] {
  const found = evidence.files.map((file) => ({ path: file.path, tests: ownTests(file, evidence.number) }));
  const derived = evidence.added.flatMap((added) => derivedTests(added, evidence.outlines, found));
  return evidence.criteria.map(({ id }) => {
    const key = criterionKey(id);
    const marked = found.flatMap(({ path, tests }) =>
      tests.filter(({ criteria }) => criteria.has(key)).map(({ title }) => ({ path, title, from: "marker" as const })),
    );
    const single = [...marked, ...derived.filter(({ criteria }) => criteria.has(key)).map(({ test }) => test)];
    return { criterion: id, tests: inOrder(single.length > 0 ? single : fromTasks(evidence, key)) };
  });
}

/** The tests of the file, each with those criteria that it shows for this feature. */
function ownTests({ before, completed, ...file }: TouchedFile, number: number): FoundTest[] {
  const marksOf = (text: string) =>
    new Set(
      testsIn({ ...file, text }, number).flatMap((test) => [...test.criteria].map((key) => `${key} ${test.title}`)),
    );
  const earlier = marksOf(before ?? "");
  const last = completed === undefined ? undefined : marksOf(completed);
  return testsIn(file, number).map((test) => {
    const isOwn = (key: string) => {
      const mark = `${key} ${test.title}`;
      return test.certain.has(key) || (!earlier.has(mark) && last?.has(mark) !== false);
    };
    return { ...test, criteria: new Set([...test.criteria].filter(isOwn)) };
  });
}

interface FoundFile {
  readonly path: string;
  readonly tests: readonly FoundTest[];
}

/** Only tests that are in the file under this very title: what an agent says it wrote may have been changed since. */
function derivedTests(
  { file, tests = [], derived_from }: AddedTests,
  outlines: readonly Outline[],
  files: readonly FoundFile[],
) {
  const there = files.find(({ path }) => path === file.replace(/^\.\//, ""));
  if (!there) return [];
  return tests.flatMap((named) => {
    const wanted = parseNamedTest(named).title ?? named;
    const last = wanted.split(/::|\s[>›]\s/).at(-1) ?? wanted;
    const title = there.tests.find((one) => one.title === wanted || one.title === last)?.title;
    const outline = outlines.find(({ scenario_name }) => scenario_name === wanted || scenario_name === last);
    const criteria = citedCriteria(derived_from ?? outline?.derived_from ?? "");
    return title === undefined ? [] : [{ criteria, test: { path: there.path, title, from: "derived" as const } }];
  });
}

function fromTasks({ tasks, files }: Evidence, key: string): ShowingTest[] {
  const citing = tasks.filter(({ title, body }) => citedCriteria(`${title}\n${body}`).has(key));
  return files
    .filter(({ path }) => citing.some(({ body }) => namesPath(body, path)))
    .map(({ path }) => ({ path, title: null, from: "task" }));
}

/** As a word of its own, so that `test/a.mjs` is not found in `test/a.mjs.snap`. */
function namesPath(text: string, path: string): boolean {
  const at = text.indexOf(path);
  return at >= 0 && !/[\w/.-]$/.test(text.slice(0, at)) && !/^[\w/-]|^\.\w/.test(text.slice(at + path.length));
}

/** Each once: a test that names the criterion is a marker, wherever else it is known from. */
function inOrder(tests: readonly ShowingTest[]): ShowingTest[] {
  const byName = new Map<string, ShowingTest>();
  for (const test of tests) {
    const name = `${test.path}\0${test.title ?? ""}`;
    if (!byName.has(name)) byName.set(name, test);
  }
  return [...byName.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, test]) => test);
}
