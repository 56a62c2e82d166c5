// Answers over HTTP, as the page gives them: what is stored, and what the one is told who came second.
import { expect } from "vitest";
import { ACTS, addressOf, LOOKS } from "../../../src/frontends/ui/view/model/addresses.ts";
import { verifies } from "../../requirements.ts";
import { workplace } from "../../support/iflow.ts";
import { openPage } from "../../support/page.ts";
import { createFeature, FEATURE, specify, TWO_ROUNDS } from "../../support/story.ts";

verifies("UI-1", "the longest answer is stored in any script, and the first one stands", async () => {
  const place = await workplace(TWO_ROUNDS);
  await createFeature(place);
  expect((await specify(place)).code).toBe(4); // three questions
  const page = await openPage(place);
  const { repositories } = (await page.get(LOOKS.inbox)).json.data;
  const address = addressOf(ACTS.answer, { repo: repositories[0].id, key: FEATURE });

  const words = "語".repeat(100_000);
  expect((await page.post(address, { id: "001.1", answer: words })).json.data).toMatchObject({
    ...{ stored: true, run: "waits" },
  });
  // whoever comes second is told what stands, and that the run waits for the other two
  expect((await page.post(address, { id: "001.1", answer: "mine" })).json.data).toMatchObject({
    ...{ answer: words, stored: false, run: "waits" },
  });
  const more = await page.post(address, { id: "001.2", answer: `${words}語` });
  expect([more.status, more.json.error.code]).toEqual([400, "usage"]);
});
