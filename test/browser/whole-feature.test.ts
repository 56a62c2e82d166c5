// UI-1: a whole feature from the page alone: created, stopped at its budget, raised, refused and resumed, changed, merged.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { verifies } from "../requirements.ts";
import { codes, FIXED, FULL, finds, KEY, passes, TYPO, withTypo } from "../support/quick-story.ts";
import { expectAccessible, servePage, withBrowser } from "./opened-page.ts";

const open = withBrowser();

verifies("UI-1", "a whole feature is made from the page alone, in a browser", async () => {
  const place = await withTypo({
    ...FULL,
    ...TYPO,
    implementer: [codes({ "src/page.mjs": 'export const title = "Wellcome";\n' })],
    "light-reviewer": [finds("it says Wellcome"), passes({ expect: "resume" }), passes()],
    fixer: [
      codes(FIXED, { reply: "LR1.1 fixed: one l\nFiles changed:\n- src/page.mjs" }),
      codes({ "src/page.mjs": 'export const title = "Welcome!";\n' }),
    ],
  });
  const { page, complaints } = await open(await servePage([place.root], { args: ["--script", place.scriptPath] }));

  await page.keyboard.press("n");
  await page.getByLabel("What should it do?").fill("fix the typo");
  await page.getByRole("radio", { name: /^light/ }).check();
  await page.getByLabel("Budget").fill("0.0001");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Begin" }).click();

  await page.getByRole("heading", { name: "Board" }).waitFor();
  await page.getByRole("link", { name: "Inbox", exact: true }).click();
  await page.getByLabel(/New budget/).fill("20");
  await page.getByRole("button", { name: "Raise the budget" }).click();

  await answer(page, "specify", /Continue/);
  await answer(page, "implement", /Request changes/);
  await page.getByRole("textbox", { name: /^Own words/ }).fill("Please greet with an exclamation mark.");
  await page.getByRole("button", { name: "Answer", exact: true }).click();
  await answer(page, "implement", /Continue/);
  await page.getByRole("article").last().getByText("src/page.mjs").first().waitFor({ state: "attached" });
  await answer(page, "finish", /Merge/);

  await page.goto(`${new URL(page.url()).origin}/features/${await repoOf(page)}/${KEY}`);
  await page.getByText("finished").first().waitFor();
  expect(place.git("show", "main:src/page.mjs")).toContain("Welcome!");
  await page.getByText("LR1.1").first().waitFor();

  // the refused round, the resumed one, and what was changed in between with the issue at its line
  await page.getByRole("link", { name: /^implement , done/ }).click();
  await page.getByText("The same as a table").click();
  const rounds = page.getByRole("table").filter({ hasText: "Began" }).getByRole("row");
  const reviews = await rounds.filter({ hasText: "light-reviewer" }).allInnerTexts();
  expect(reviews[0]).toMatch(/fresh\s+refused/);
  expect(reviews[1]).toMatch(/resumed\s+approved/);
  await page.getByText("Between round 1 and round 2").waitFor();
  const change = page.getByRole("table", { name: /src\/page\.mjs/ }).first();
  await change.getByText("Wellcome").waitFor();
  await change.getByText("Welcome", { exact: false }).first().waitFor();
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});

/** The open question of a phase; the answer is sent when it cannot be taken back any more. */
async function answer(page: Page, phase: string, option: RegExp): Promise<void> {
  const button = page.getByRole("button", { name: option });
  await page.getByRole("article").filter({ hasText: phase }).filter({ has: button }).locator(button).first().click();
}

async function repoOf(page: Page): Promise<string> {
  const address = await page.getByRole("article").first().getByRole("link").first().getAttribute("href");
  return address?.split("/")[2] ?? "";
}
