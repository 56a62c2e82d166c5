// `iflow ui` as a process of its own, and its page in a real browser. Whatever the page complains about, and whatever it asks
// of anybody else, is kept: a test that opens a page ends with neither.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, onTestFinished } from "vitest";
import { startChild, type TestChild } from "../support/child-process.ts";
import { MAIN } from "../support/iflow.ts";
import { trusting } from "../support/trusting.ts";
import { launchBrowser } from "./browser.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export interface ServedPage {
  /** `http://127.0.0.1:4747` */
  readonly origin: string;
  /** To be opened once. */
  readonly url: string;
  readonly server: TestChild;
}

/** The server looks after these folders until the test ends. */
export async function servePage(
  folders: readonly string[],
  { args = [], port = 0 }: { readonly args?: readonly string[]; readonly port?: number } = {},
): Promise<ServedPage> {
  const words = ["ui", "--no-open", "--port", `${port}`, ...folders.flatMap((folder) => ["--repo", folder]), ...args];
  const server = startChild(process.execPath, [MAIN, ...words], {
    ...process.env,
    ...trusting(folders[0] ?? ""),
  });
  for (;;) {
    const url = /http:\/\/127\.0\.0\.1:\d+\/open\?token=\S+/.exec(await server.line())?.[0];
    if (url !== undefined) return { origin: new URL(url).origin, url, server };
  }
}

export interface OpenedPage {
  readonly page: Page;
  /** What the page complained about, and addresses elsewhere that it asked for. */
  readonly complaints: readonly string[];
}

let browser: Browser | undefined;

/** One browser for the tests of a file. */
export function withBrowser(): (served: ServedPage, options?: BrowserContextOptions) => Promise<OpenedPage> {
  beforeAll(async () => {
    browser = await launchBrowser(inject("sharedFolder"));
  });
  afterAll(() => browser?.close());
  return openPage;
}

async function openPage({ origin, url }: ServedPage, options: BrowserContextOptions = {}): Promise<OpenedPage> {
  if (!browser) throw new Error("withBrowser() starts it");
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== origin) complaints.push(`asks ${request.url()}`);
  });
  onTestFinished(() => context.close());
  await page.goto(url);
  await page.getByRole("main").waitFor();
  return { page, complaints };
}

/** Nothing that axe finds: WCAG 2.2 AA and what is good practice. */
export async function expectAccessible(page: Page, where = page.url()): Promise<void> {
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(AXE);
  const { violations } = await page.evaluate<AxeResult>(`axe.run(document, { runOnly: ${JSON.stringify(RULES)} })`);
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  expect(found, where).toEqual([]);
}

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

/** No part of the page is wider than the window. */
export async function expectNoSideways(page: Page, where = page.url()): Promise<void> {
  const wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
  expect(await page.evaluate<number>(wider), where).toBeLessThanOrEqual(0);
}
