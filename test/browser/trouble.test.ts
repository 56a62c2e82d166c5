// UI-1 under trouble: two tabs, an answer from a terminal, a server that is killed under the page.
import { expect, onTestFinished } from "vitest";
import { verifies } from "../requirements.ts";
import { type Workplace, workplace } from "../support/iflow.ts";
import { createFeature, FEATURE, specify, TWO_ROUNDS } from "../support/story.ts";
import { servePage, withBrowser } from "./opened-page.ts";

const open = withBrowser();

/** A tab that nobody looks at, with a desktop that takes notifications; there is none behind the browser of the tests. */
const IN_THE_BACKGROUND = `
  globalThis.told = [];
  Object.defineProperty(document, "hidden", { get: () => true });
  globalThis.Notification = class extends EventTarget {
    static permission = "granted";
    static requestPermission = async () => "granted";
    constructor(title, { body }) {
      super();
      told.push(body);
    }
  };`;

/** Half a minute is over at once. */
const HURRY = `
  const limit = AbortSignal.timeout;
  AbortSignal.timeout = () => limit.call(AbortSignal, 300);`;

async function askedPlace(): Promise<Workplace> {
  const place = await workplace(TWO_ROUNDS);
  await createFeature(place);
  expect((await specify(place)).code).toBe(4);
  return place;
}

verifies(
  "UI-1",
  "what is answered in another tab or in a terminal folds its card, and what comes is appended",
  async () => {
    const place = await askedPlace();
    const served = await servePage([place.root]);
    const { page, complaints } = await open(served);
    const other = await page.context().newPage();
    await other.addInitScript(IN_THE_BACKGROUND);
    await other.goto(served.origin);
    await other.getByRole("article").first().waitFor();
    // a browser opens six connections to one server: many tabs must not need one each
    const many = [page, other];
    while (many.length < 9) {
      const next = await page.context().newPage();
      await next.goto(served.origin);
      await next.getByText("live", { exact: true }).waitFor();
      many.push(next);
    }

    await other.getByRole("article").nth(1).getByRole("textbox").fill("429 after five");
    await other.getByRole("article").nth(1).getByRole("button", { name: "Answer", exact: true }).click();
    for (const tab of many) await tab.getByRole("article").nth(1).getByText("429 after five").waitFor();
    expect((await place.iflow("answer", "001.1", "from-description")).code).toBe(0);
    await page.getByRole("article").nth(0).getByText("Answered elsewhere:").waitFor();
    await page.keyboard.press("1"); // meant for the one that is answered now
    expect(await page.getByText(/sent in \d s/).count()).toBe(0);

    await other.getByRole("button", { name: /Notify me/ }).click();
    expect((await place.iflow("answer", "001.3", "no new service")).code).toBe(0);
    expect((await place.iflow("continue")).code).toBe(4);
    const closing = page.getByRole("article").last();
    await closing.getByRole("button", { name: /Continue/ }).waitFor();
    expect(await page.getByRole("article").first().getAttribute("class")).toContain("ended"); // nothing has moved
    await other.getByRole("status").getByText("001-login-limit asks:").waitFor({ state: "attached" });
    expect(await other.evaluate<string[]>("told")).toContainEqual(expect.stringMatching(/^001-login-limit asks: /));
    expect(complaints).toEqual([]);

    await page.close(); // it had the stream
    const last = many.at(-1) ?? other;
    await last
      .getByRole("article")
      .last()
      .getByRole("button", { name: /Continue/ })
      .click();
    await other.getByRole("article").last().getByText("Answered elsewhere:").waitFor();

    await last.addInitScript(HURRY);
    await last.route("**/api/money*", () => undefined); // a server that takes a request and says nothing
    await last.goto(`${served.origin}/money`);
    await last.getByText(/iflow ui has not answered for 30 seconds/).waitFor();
  },
);

verifies("UI-1", "a server that is killed and started again under an open page loses nothing", async () => {
  const place = await askedPlace();
  const first = await servePage([place.root]);
  const { page } = await open(first);
  const cards = page.getByRole("article");
  await page.getByText("live", { exact: true }).waitFor();

  await cards
    .first()
    .getByRole("button", { name: /Leave it to the author/ })
    .waitFor();
  await first.server.kill();
  await page.getByText(/last event .* ago, retrying/).waitFor();
  await cards
    .first()
    .getByRole("button", { name: /Leave it to the author/ })
    .click({ force: true });
  await cards
    .first()
    .getByText(/would not arrive/)
    .waitFor();
  expect((await place.iflow("answer", FEATURE, "skip")).code).toBe(0);
  expect((await place.iflow("continue")).code).toBe(4);

  const again = await servePage([place.root], { port: Number(new URL(first.origin).port) });
  onTestFinished(() => again.server.kill());
  await page.getByText("live", { exact: true }).waitFor();
  await cards
    .last()
    .getByRole("button", { name: /Continue/ })
    .click();
  await cards.last().getByText("Answered:").waitFor();
  const { document } = await place.json("history", FEATURE);
  expect(document.ok).toBe(true);
});
