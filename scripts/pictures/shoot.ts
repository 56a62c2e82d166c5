// Pages of one `iflow ui` as pictures, in both colour schemes.
import { spawn } from "node:child_process";
import { launchBrowser } from "../../test/browser/browser.ts";
import type { Scene } from "./scene.ts";

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof launchBrowser>>["newPage"]>>;

export interface Picture {
  readonly name: string;
  readonly path: string;
  readonly width: number;
  /** Of the window; without it the page is shown whole. */
  readonly height?: number;
}

export interface Shot {
  readonly file: string;
  readonly bytes: Buffer;
}

const SCHEMES = ["light", "dark"] as const;
const LOGIN = "/features/login/001-limit-logins-to-5-a-minute";
const EXPORT = "/features/shop/002-export-orders-as-csv";

/** Those of docs/page.md. */
export const OF_DOCS: readonly Picture[] = [
  { name: "page-inbox", path: "/", width: 1280, height: 1000 },
  { name: "page-board", path: "/board", width: 1280, height: 960 },
  { name: "page-feature", path: `${LOGIN}?phase=implement`, width: 1280, height: 1180 },
  { name: "page-dispatch", path: `${LOGIN}/dispatches/33`, width: 1280, height: 720 },
  { name: "page-phone", path: "/", width: 390, height: 844 },
];

const EVERY_PATH: Readonly<Record<string, string>> = {
  ...{ inbox: "/", board: "/board", merged: "/board?show=merged", abandoned: "/board?show=abandoned", new: "/new" },
  ...{ feature: `${LOGIN}?phase=implement`, finish: LOGIN, disputed: EXPORT, money: "/money" },
  ...{ running: "/features/shop/006-search-by-customer-name", changes: `${LOGIN}/changes?what=merge` },
  ...{ document: `${LOGIN}/documents/spec.md`, dispatch: `${LOGIN}/dispatches/33`, nowhere: "/features/shop/999-x" },
};

/** Every page, to be looked at. */
export const EVERY_PAGE: readonly Picture[] = Object.entries(EVERY_PATH).flatMap(([name, path]) =>
  [1280, 390, 320].map((width) => ({ name: `${name}-${width}`, path, width })),
);

/** `home`: of the scene; `main`: the built command. */
export async function shoot(
  { login, shop, env }: Scene,
  home: string,
  main: string,
  pictures: readonly Picture[],
): Promise<Shot[]> {
  const args = ["--json", "ui", "--no-open", "--port", "0", "--repo", login, shop];
  const server = spawn(process.execPath, [main, ...args], { cwd: home, env, stdio: ["ignore", "pipe", "inherit"] });
  const browser = await launchBrowser(home);
  try {
    const line = await new Promise<string>((resolve) => server.stdout.once("data", (text) => resolve(String(text))));
    const page = await browser.newPage();
    const url = new URL(JSON.parse(line.split("\n")[0] ?? "").url);
    await page.goto(url.href);
    const shots: Shot[] = [];
    for (const picture of pictures) {
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        const ending = picture.height === undefined ? "png" : "webp";
        shots.push({ file: `${picture.name}-${colorScheme}.${ending}`, bytes: await take(page, url, picture) });
      }
    }
    return shots;
  } finally {
    await browser.close();
    server.kill("SIGINT");
  }
}

async function take(page: Page, url: URL, { path, width, height }: Picture): Promise<Buffer> {
  await page.setViewportSize({ width, height: height ?? 900 });
  await page.goto(new URL(path, url).href);
  await page.locator("main :is(.card, article, .problem)").first().waitFor();
  await page.getByText("live", { exact: true }).waitFor();
  if (height === undefined) return page.screenshot({ fullPage: true });
  // playwright itself makes no WebP, which is a third of a PNG
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 88 });
  await session.detach();
  return Buffer.from(data, "base64");
}
