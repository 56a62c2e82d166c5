import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../../test/support/temp-repo.ts";
import { hashValues } from "../../domain/config/repository-trust.ts";
import { createClock } from "../clock.ts";
import { createTrustFiles, type TrustPlace } from "./trust-files.ts";

const VALUES = { checks: { test: "npm test" } };
const ASKED = { values: VALUES, repository: "/work/shop/.git" };

async function trustIn(given: Partial<TrustPlace> = {}) {
  const folder = join(await tempFolder(), "state", "trusted");
  const place = { folder, given: undefined, step: undefined, clock: createClock(undefined), ...given };
  return { folder, trust: createTrustFiles(place) };
}

test("what is confirmed stays confirmed, for these values and this repository", async () => {
  const { trust, folder } = await trustIn();
  expect(await trust.isConfirmed(ASKED)).toBe(false);

  await trust.confirm(ASKED);
  await trust.confirm({ ...ASKED, values: { checks: { test: "make test" } } });

  const again = createTrustFiles({ folder, given: undefined, step: undefined, clock: createClock(undefined) });
  expect(await again.isConfirmed(ASKED)).toBe(true);
  expect(await again.isConfirmed({ ...ASKED, values: { checks: { test: "curl evil" } } })).toBe(false);
  expect(await again.isConfirmed({ ...ASKED, repository: "/work/clone/.git" })).toBe(false);
  expect(await again.isConfirmed({ ...ASKED, repository: undefined })).toBe(false);
});

test("the same values in two repositories are two confirmations", async () => {
  const { trust } = await trustIn();
  const other = { ...ASKED, repository: "/work/clone/.git" };
  await trust.confirm(ASKED);
  await trust.confirm(other);

  expect([await trust.isConfirmed(ASKED), await trust.isConfirmed(other)]).toEqual([true, true]);
});

test("a person can read what was confirmed, and when", async () => {
  const { trust, folder } = await trustIn();
  await trust.confirm(ASKED);

  const [name = ""] = await readdir(folder);
  expect(JSON.parse(await readFile(join(folder, name), "utf8"))).toEqual({
    ...{ hash: hashValues(VALUES), repository: ASKED.repository, values: VALUES },
    at: expect.stringMatching(/^\d{4}-/),
  });
});

test.each([
  ["cut off", (text: string) => text.slice(0, 40)],
  ["with another value", (text: string) => text.replace("npm test", "npm tesT")],
  ["empty", () => ""],
  ["of another repository", (text: string) => text.replace("/work/shop", "/work/other")],
  ["no object", () => "null"],
])("a damaged file confirms nothing: %s", async (_, damage) => {
  const { trust, folder } = await trustIn();
  await trust.confirm(ASKED);
  const [name = ""] = await readdir(folder);
  const file = join(folder, name);
  await writeFile(file, damage(await readFile(file, "utf8")));

  expect(await trust.isConfirmed(ASKED)).toBe(false);
  await trust.confirm(ASKED);
  expect(await trust.isConfirmed(ASKED)).toBe(true);
});

test("two at once both stay", async () => {
  const { trust } = await trustIn();
  const all = Array.from({ length: 20 }, (_, index) => ({ ...ASKED, values: { checks: { test: `t${index}` } } }));

  await Promise.all([...all, ...all].map((asked) => trust.confirm(asked)));

  expect(await Promise.all(all.map((asked) => trust.isConfirmed(asked)))).toEqual(all.map(() => true));
});

test("IFLOW_TRUST counts for exactly its hash, and keeps nothing", async () => {
  const { trust } = await trustIn({ given: hashValues(VALUES), folder: undefined });

  expect(await trust.isConfirmed(ASKED)).toBe(true);
  expect(await trust.isConfirmed({ ...ASKED, values: { checks: { test: "x" } } })).toBe(false);
});

test("without a home nothing can be kept, and the way out is named", async () => {
  const { trust } = await trustIn({ folder: undefined });

  await expect(trust.confirm(ASKED)).rejects.toMatchObject({
    code: "needs-answer",
    message: "your confirmation cannot be kept: there is no home folder",
    fix: `set IFLOW_TRUST=${hashValues(VALUES)} in the environment`,
  });
});

test("a folder that cannot be written is said as well", async () => {
  const file = join(await tempFolder(), "state");
  await writeFile(file, "");
  const { trust } = await trustIn({ folder: join(file, "trusted") });

  await expect(trust.confirm(ASKED)).rejects.toMatchObject({ code: "needs-answer" });
});

test("what an agent or a check starts cannot confirm", async () => {
  const { trust } = await trustIn({ step: "implement/1/0/task-1.1/1" });

  await expect(trust.confirm(ASKED)).rejects.toMatchObject({ code: "blocked" });
  expect(await trust.isConfirmed(ASKED)).toBe(false);
});
