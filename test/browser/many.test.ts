// 200 features and 5,000 dispatches beside a tenth of them, in one run: what a person waits for grows less than what there is.
// Heavy, so only `npm run test:all` plays it; `node scripts/bench.mjs ui` prints the figures.
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { fill } from "../../bench/ui/shop.ts";
import { tempFolder } from "../support/temp-repo.ts";
import { servePage, withBrowser } from "./opened-page.ts";

const open = withBrowser();
const FEATURES = 200;
const DISPATCHES = 25;

/** Milliseconds until the page is there, the quickest of three: the first one finds an empty memory. */
async function loads(features: number, path: string): Promise<number> {
  const root = join(await tempFolder(), "shop");
  await fill(root, features, DISPATCHES);
  const served = await servePage([root]);
  const { page, complaints } = await open(served);
  const times: number[] = [];
  for (let round = 0; round < 3; round++) {
    await page.goto(`${served.origin}${path}`, { waitUntil: "commit" });
    await page.locator("main .card").first().waitFor();
    times.push(await page.evaluate<number>("performance.now()"));
  }
  expect(complaints).toEqual([]);
  return Math.min(...times);
}

test.runIf(inject("matrix").all)("ten times as many features are there in less than six times the time", async () => {
  const path = "/board?show=merged";
  const [few, many] = [await loads(FEATURES / 10, path), await loads(FEATURES, path)];
  console.log(`the board of ${FEATURES} features after ${many.toFixed(0)} ms, of a tenth after ${few.toFixed(0)} ms`);
  expect(many / few).toBeLessThan(6);
});
