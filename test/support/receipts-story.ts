// A feature with named acceptance criteria: AC-1 and AC-2 are shown by a test each, AC-3 by none.
import { sumOf } from "../../src/domain/text/json/seal.ts";
import { copyOf, once, templateOf } from "./crash.ts";
import { type FeatureOptions, FINISH, finishedFeature, finishFeature } from "./finish-story.ts";
import type { Workplace } from "./iflow.ts";
import { FEATURE, FOLDER, spec } from "./story.ts";

export const RECEIPTS = `${FOLDER}/receipts.json`;
export const TEST_FILE = "test/limit.test.mjs";
export const CODE_FILE = "src/limit.mjs";

export const SPEC = spec(`- AC-1: the sixth failed login is over the limit.
- AC-2: the fifth is not.
- AC-3: after a minute the count is zero again.
`);

export const SIXTH = "AC-1: the sixth login is over the limit";
export const FIFTH = "five logins are within the limit";

export const TESTS = `import assert from "node:assert";
import { test } from "node:test";
import { isOver } from "../src/limit.mjs";

test("${SIXTH}", () => {
  assert.equal(isOver(6), true);
});

// AC-2
test("${FIFTH}", () => {
  assert.equal(isOver(5), false);
});
`;

export function featureWithCriteria(options: FeatureOptions = {}): Promise<Workplace> {
  return finishedFeature(FINISH, { spec: SPEC, ...options, files: { [TEST_FILE]: TESTS, ...options.files } });
}

const template = once(async () => {
  const place = await featureWithCriteria();
  const ended = await finishFeature(place, "--yolo");
  if (ended.code !== 0) throw new Error(ended.stderr);
  return templateOf(place);
});

/** Merged; HEAD is on main. */
export async function mergedFeature(): Promise<Workplace> {
  return copyOf(await template());
}

/** What `iflow verify` says: `{ "AC-1": "holds" }`. */
export async function verify(place: Workplace, ...args: string[]): Promise<Record<string, string>> {
  const named = args.length === 0 ? [FEATURE] : args;
  const { document } = await place.json("verify", ...named);
  const criteria: { criterion: string; state: string }[] = document.data.features[0]?.criteria ?? [];
  return Object.fromEntries(criteria.map(({ criterion, state }) => [criterion, state]));
}

// biome-ignore lint/suspicious/noExplicitAny: the tests forge documents of any shape
type Forged = any;

/** Edits receipts.json; `sealed` also mends its sum, as somebody would who has read how it is made. */
export async function forge(place: Workplace, edit: (file: Forged) => unknown, sealed = true): Promise<void> {
  const file = JSON.parse(place.read(RECEIPTS));
  edit(file);
  const { sum, ...value } = file;
  await place.write({ [RECEIPTS]: JSON.stringify({ ...value, sum: sealed ? sumOf(JSON.stringify(value)) : sum }) });
}

export function commitAll(place: Workplace, message: string, ...paths: string[]): void {
  place.git("add", "--", ...paths);
  place.git("commit", "--quiet", "--message", message);
}
