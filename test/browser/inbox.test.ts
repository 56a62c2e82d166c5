// UI-1: what waits for a person is on one page, in a real browser, and is answered there.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { verifies } from "../requirements.ts";
import { type Workplace, workplace } from "../support/iflow.ts";
import { TYPO, withTypo } from "../support/quick-story.ts";
import { createFeature, FEATURE, reject, spec, specify, TWO_ROUNDS } from "../support/story.ts";
import { expectNoSideways, servePage, withBrowser } from "./opened-page.ts";

const open = withBrowser();

/** Before the first draft: three questions, all of which may be skipped. */
async function askedPlace(): Promise<Workplace> {
  const place = await workplace(TWO_ROUNDS);
  await createFeature(place);
  const asked = await specify(place);
  expect(asked.code, asked.stderr).toBe(4);
  return place;
}

/** The spec was approved in its second round; the person is asked what next. */
async function approvedPlace(): Promise<Workplace> {
  const place = await askedPlace();
  const skipped = await place.iflow("answer", FEATURE, "skip");
  expect(skipped.code, skipped.stderr).toBe(0);
  const asked = await place.iflow("continue");
  expect(asked.code, asked.stderr).toBe(4);
  return place;
}

verifies(
  "UI-1",
  "what waits is answered with the keyboard alone, and taken back for as long as it is not sent",
  async () => {
    const place = await approvedPlace();
    const { page, complaints } = await open(await servePage([place.root]));
    const card = page.getByRole("article");
    await card.getByRole("button", { name: /Continue/ }).waitFor();
    expect(await page.title()).toMatch(/^\(1\)/);

    await page.keyboard.press("j");
    await page.keyboard.press("1");
    await card.getByText(/sent in \d s/).waitFor();
    await page.keyboard.press("u");
    await card.getByRole("button", { name: /Continue/ }).waitFor();
    expect((await place.json("answer")).document.data).not.toEqual([]);

    await page.keyboard.press("1");
    await card.getByText("Answered:").waitFor();
    expect((await place.iflow("history", FEATURE)).code).toBe(0);
    expect(complaints).toEqual([]);
  },
);

verifies("UI-1", "words that were typed stay until they are stored, however many they are", async () => {
  const place = await askedPlace();
  const { page } = await open(await servePage([place.root]));
  const card = page.getByRole("article").nth(1);
  const field = card.getByRole("textbox");
  const words = "After five in a minute. ".repeat(4000);
  const isThere = async () => expect(await field.inputValue()).toBe(words);
  await field.fill(words);
  await page.getByRole("link", { name: "Board" }).click();
  await page.getByRole("heading", { name: "Board" }).waitFor();
  await page.getByRole("link", { name: /^Inbox/ }).click();
  await isThere();
  await page.reload();
  await isThere();

  const answer = card.getByRole("button", { name: "Answer", exact: true });
  await answer.click();
  const asksBeforeItCloses = "!dispatchEvent(new Event('beforeunload', { cancelable: true }))";
  expect(await page.evaluate<boolean>(asksBeforeItCloses)).toBe(true);
  await card.getByRole("button", { name: "Undo" }).click();
  expect(await page.evaluate<boolean>(asksBeforeItCloses)).toBe(false);
  await isThere();
  await page.route("**/answer", (route) => route.abort(), { times: 1 });
  await answer.click();
  await card.getByText(/was not sent: iflow ui does not answer/).waitFor();
  await isThere();
  await answer.click();
  await card.getByText("Answered:").waitFor();
  expect(await page.evaluate<string>("sessionStorage.getItem('iflow.drafts')")).toBe("[]");
});

verifies("UI-1", "what an agent wrote is text, whatever it looks like", async () => {
  const evil = `<img src=x onerror="document.title='pwned'"><script>document.title='pwned'</script> [a](javascript:alert(1)) \u001b]0;pwned\u0007`;
  const place = await workplace({
    ...TWO_ROUNDS,
    "spec-reviewer": [
      { reply: reject(evil) },
      { reply: reject(evil) },
      { reply: reject(evil) },
      { reply: reject(evil) },
      { reply: reject(evil) },
    ],
    "spec-author": [1, 2, 3, 4, 5].map((round) => ({
      writes: {
        "{feature}/spec.md": `${spec()}\n${evil}\n\n## ${evil}\n${round}\n${"x".repeat(round === 5 ? 5_000_000 : 0)}\n`,
      },
      reply: `SR1.1: not changed: ${evil}`,
    })),
  });
  await createFeature(place);
  expect((await specify(place)).code).toBe(4);
  expect((await place.iflow("answer", FEATURE, "skip")).code).toBe(0);
  const asked = await place.iflow("continue"); // refused five times: what now?
  expect(asked.code, asked.stderr).toBe(4);
  const { page, complaints } = await open(await servePage([place.root]));
  await page.getByRole("article").first().getByText("<script>").first().waitFor();
  const own = `/features/${place.root.slice(place.root.lastIndexOf("/") + 1)}/${FEATURE}`;
  for (const path of ["/", "/board", own, `${own}/documents/spec.md`, `${own}/dispatches/2`, `${own}/dispatches/3`]) {
    await page.goto(`${new URL(page.url()).origin}${path}`);
    await page.locator("main :is(.card, article)").first().waitFor();
    expect(await page.title(), path).not.toContain("pwned");
    const ran = "img[src=x], a[href^='javascript'], script:not([src]), iframe, [onerror]";
    expect(await page.locator(ran).count(), path).toBe(0);
    expect(await page.locator("body").textContent(), path).not.toContain("\u001b");
    await expectNoSideways(page, path);
  }
  expect(complaints).toEqual([]);
});

verifies(
  "UI-1",
  "everything is reached with the keyboard alone: a feature begun, a question answered, a page found",
  async () => {
    const place = await withTypo(TYPO);
    const { page, complaints } = await open(await servePage([place.root], { args: ["--script", place.scriptPath] }));
    await page.getByText("No feature is open. One sentence begins one.").waitFor();
    await page.keyboard.press("n");
    await page.getByLabel("What should it do?").waitFor();
    await page.keyboard.type("fix the typo 1"); // a digit is a digit while one types
    await tabTo(page, "full: all seven phases");
    await page.keyboard.press("ArrowDown");
    const budget = page.getByLabel("Budget");
    for (const none of ["0", ".", "-1", "five"]) {
      await budget.fill(none);
      await page.getByRole("button", { name: "Begin" }).click();
      const refusal = "document.querySelector('.money-field input').validationMessage";
      expect(await page.evaluate<string>(refusal), none).toMatch(/amount above 0/);
    }
    await budget.fill("");
    await tabTo(page, "Begin");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Board" }).waitFor();

    await page.keyboard.press("g");
    await page.keyboard.press("i");
    await page.getByRole("button", { name: /Continue/ }).waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("o");
    await page.getByRole("heading", { name: "001 fix the typo 1" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("heading", { name: "Board" }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("money");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Money" }).waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("Tab");
    expect(await focused(page)).not.toBe(""); // whoever closed it goes on where they were
    expect(complaints).toEqual([]);
  },
);

/** With the Tab key, as somebody without a mouse. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    if ((await focused(page)).includes(name)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${name} is not reached with the Tab key`);
}

function focused(page: Page): Promise<string> {
  return page.evaluate<string>(
    "(document.activeElement?.closest('label, button, a') ?? document.activeElement)?.textContent ?? ''",
  );
}
