// 200 features and 5,000 dispatches beside a tenth of them, in one run: what a person waits for grows less than what there is.
// Heavy, so only `npm run test:all` plays it; `node scripts/bench.mjs ui` prints the figures.
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { fill } from "../../bench/ui/shop.ts";
import { CSRF_HEADER, LOOKS } from "../../src/frontends/ui/view/model/addresses.ts";
import { tempFolder } from "../support/temp-repo.ts";
import { servePage, withBrowser } from "./opened-page.ts";

const open = withBrowser();
const FEATURES = 200;
const DISPATCHES = 25;
const ROUNDS = 5;

interface Waits {
  /** Of the command and its first inbox, with an empty memory. */
  readonly start: number;
  /** The pages in the browser, and the inbox's own request: the middle of several. */
  readonly inbox: number;
  readonly board: number;
  readonly request: number;
}

/** Milliseconds until each is there. */
async function waitsWith(features: number): Promise<Waits> {
  const root = join(await tempFolder(), "shop");
  await fill(root, features, DISPATCHES);
  const began = performance.now();
  const served = await servePage([root]);
  const { page, complaints } = await open(served);
  await page.locator("main .card").first().waitFor();
  const start = performance.now() - began;
  const shown = (path: string) =>
    middle(async () => {
      await page.goto(`${served.origin}${path}`, { waitUntil: "commit" });
      await page.locator("main .card").first().waitFor();
      return page.evaluate<number>("performance.now()");
    });
  const waits = {
    inbox: await shown("/"),
    board: await shown("/board?show=merged"),
    request: await middle(asks(page)),
  };
  expect(complaints).toEqual([]);
  return { start, ...waits };
}

function asks(page: Page): () => Promise<number> {
  const word = `{ "${CSRF_HEADER}": localStorage.getItem("iflow.right") }`;
  const asked = `fetch("${LOOKS.inbox}", { headers: ${word} }).then((answer) => answer.text())`;
  return () =>
    page.evaluate<number>(`(async (began) => (await ${asked}, performance.now() - began))(performance.now())`);
}

async function middle(measure: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await measure());
  return times.sort((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? 0;
}

test.runIf(inject("matrix").all)("ten times as many features are there in less than seven times the time", async () => {
  const [few, many] = [await waitsWith(FEATURES / 10), await waitsWith(FEATURES)];
  const words = (["start", "inbox", "board", "request"] as const).map(
    (name) => `${name} ${few[name].toFixed(0)} and ${many[name].toFixed(0)} ms`,
  );
  console.log(`${FEATURES / 10} and ${FEATURES} features: ${words.join(", ")}`);
  expect(many.start / few.start).toBeLessThan(7);
  expect(many.inbox / few.inbox).toBeLessThan(4);
  expect(many.board / few.board).toBeLessThan(6);
  expect(many.request / few.request).toBeLessThan(4);
});
