// UI-1: every page, in both colour schemes, at a desk and at 320 pixels: nothing is in the way of anybody, nothing is wider than
// the window, nothing is asked of anybody else. Empty pages and dialogs are pages, too.
import { expect, inject } from "vitest";
import { verifies } from "../requirements.ts";
import { type Workplace, workplace } from "../support/iflow.ts";
import { codes, FIXED, finds, KEY, passes, quick, TYPO, withTypo } from "../support/quick-story.ts";
import { createFeature, FEATURE, reject, specify, TWO_ROUNDS } from "../support/story.ts";
import { expectAccessible, expectNoSideways, type OpenedPage, servePage, withBrowser } from "./opened-page.ts";

const open = withBrowser();
/** Colours and widths in every pair with IFLOW_TEST_ALL=1, else each of them once. */
const LOOKS = [
  { colorScheme: "light", width: 320 },
  { colorScheme: "dark", width: 1280 },
  ...(inject("matrix").all
    ? ([
        { colorScheme: "light", width: 1280 },
        { colorScheme: "dark", width: 320 },
      ] as const)
    : []),
] as const;
const CONTENT = "main :is(.card, article, .problem, form)";

/** Refused once, mended, approved; it waits for a word on how it should end. */
async function finishing(): Promise<Workplace> {
  const place = await withTypo({
    ...TYPO,
    implementer: [codes({ "src/page.mjs": 'export const title = "Wellcome";\n' })],
    "light-reviewer": [finds("it says Wellcome"), passes({ expect: "resume" })],
    fixer: [codes(FIXED, { reply: "LR1.1 fixed: one l\nFiles changed:\n- src/page.mjs" })],
  });
  const worked = await quick(place, "--yolo", "--until", "implement");
  expect(worked.code, worked.stderr).toBe(0);
  expect((await place.iflow("finish-feature", "--script", place.scriptPath)).code).toBe(4);
  return place;
}

/** Three questions wait before a first draft, one of them after a limit was reached in between. */
async function asked(): Promise<Workplace> {
  const place = await workplace({ ...TWO_ROUNDS, "spec-reviewer": [{ reply: reject("When does the count end?") }] });
  await createFeature(place);
  expect((await specify(place, "--max-dispatches", "1")).code).toBe(4);
  return place;
}

async function expectEveryone({ page }: OpenedPage, path: string): Promise<void> {
  for (const { colorScheme, width } of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, `${path}, ${colorScheme}, ${width}`);
    await expectNoSideways(page, `${path}, ${width}`);
  }
}

verifies("UI-1", "every page is there for everybody, in both colour schemes and down to 320 pixels", async () => {
  const [first, second] = [await finishing(), await asked()];
  const served = await servePage([first.root, second.root]);
  const opened = await open(served);
  const { page, complaints } = opened;
  const own = `/features/${idOf(first)}/${KEY}`;
  const pages = [
    ...["/", "/board", "/board?show=merged", "/new", "/money", own, `${own}?phase=implement&issues=open`],
    ...[`${own}/changes?what=merge`, `${own}/documents/spec.md`, `${own}/dispatches/1`, `${own}/dispatches/5`],
    ...[`/features/${idOf(second)}/${FEATURE}`, `/questions/${idOf(second)}/001.2`],
  ];
  for (const path of pages) {
    await page.goto(`${served.origin}${path}`);
    await page.locator(CONTENT).first().waitFor();
    await expectEveryone(opened, path);
  }
  for (const key of ["?", "/"]) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.keyboard.press(key);
    await page.getByRole("dialog").waitFor();
    await expectEveryone(opened, `dialog of ${key}`);
    await page.keyboard.press("Escape");
  }
  expect(complaints).toEqual([]);
});

verifies("UI-1", "so are pages with nothing on them, and an address that leads nowhere", async () => {
  const place = await workplace();
  place.git("checkout", "--quiet", "-b", "a-branch-whose-name-is-longer-than-the-side-bar-is-wide");
  const served = await servePage([place.root]);
  const opened = await open(served);
  for (const [path, words] of [
    ["/", "Nothing waits for you"],
    ["/board", "No feature is open"],
    ["/money", "Nothing was spent"],
    ["/questions/shop/077.7", "077.7 is not open in shop"],
    ["/nowhere", "Nothing is here"],
  ] as const) {
    await opened.page.goto(`${served.origin}${path}`);
    await opened.page.getByText(words).first().waitFor();
    await expectEveryone(opened, path);
  }
  const ends = (selector: string) =>
    opened.page.evaluate<number>(`document.querySelector("${selector}").getBoundingClientRect().right`);
  await opened.page.goto(served.origin);
  await opened.page.setViewportSize({ width: 1280, height: 900 });
  await opened.page.getByText("a-branch-whose-name").waitFor();
  expect(await ends(".repositories .cut")).toBeLessThan(await ends(".side")); // it is cut with an ellipsis
  expect(opened.complaints).toEqual([]);

  // with the cookie alone nothing is shown
  await opened.page.evaluate("localStorage.clear()");
  await opened.page.reload();
  await opened.page.getByRole("heading", { name: "This browser is not let in" }).waitFor();
  await expectEveryone(opened, "not let in");
});

/** In addresses: the name of its folder. */
function idOf({ root }: Workplace): string {
  return root.slice(root.lastIndexOf("/") + 1);
}
