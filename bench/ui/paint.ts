// The page in a real browser beside a static page that says the same: as many bytes, the same style, no script and no server
// behind it. Both are opened in turn in one run, so what is compared is the page and not the machine.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { launchBrowser } from "../../test/browser/browser.ts";

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof launchBrowser>>["newPage"]>>;

export interface Painted {
  /** Until something is on the screen, and until the inbox is; milliseconds from the beginning of the navigation. */
  readonly first: number;
  readonly shown: number;
  readonly static: number;
  /** Until the cards of the board are there. */
  readonly board: number;
  /** Of the static page and of what the page loads. */
  readonly bytes: number;
}

const ROUNDS = 9;

/** `home`: where the browser is unpacked; `cookie` and `word`: of a session of the server at `origin`. */
export async function paint(home: string, origin: string, cookie: string, word: string): Promise<Painted> {
  const browser = await launchBrowser(home);
  try {
    const context = await browser.newContext();
    const [name = "", value = ""] = cookie.split("=");
    await context.addCookies([{ name, value, url: origin }]);
    await context.addInitScript(`localStorage.setItem("iflow.right", "${word}")`);
    const page = await context.newPage();
    await shownAt(page, `${origin}/`);
    const twin = await serveTwin(page, origin);
    try {
      const rounds: { first: number; shown: number; twin: number; board: number }[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const shown = await shownAt(page, `${origin}/`);
        const first = await firstPaint(page);
        await shownAt(page, twin.url);
        rounds.push({ first, shown, twin: await firstPaint(page), board: await shownAt(page, `${origin}/board`) });
      }
      const middle = (key: keyof (typeof rounds)[number]) =>
        rounds.map((one) => one[key]).sort((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? 0;
      const [first, shown, board] = [middle("first"), middle("shown"), middle("board")];
      return { first, shown, board, static: middle("twin"), bytes: twin.bytes };
    } finally {
      twin.server.close();
    }
  } finally {
    await browser.close();
  }
}

/** When the content was there. */
async function shownAt(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: "commit" });
  await page.locator("main .card").first().waitFor();
  return page.evaluate<number>("performance.now()");
}

function firstPaint(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    const seen = () => performance.getEntriesByName("first-contentful-paint")[0];
    const look = () => (seen() ? resolve(seen().startTime) : requestAnimationFrame(look));
    look();
  })`);
}

async function serveTwin(page: Page, origin: string): Promise<{ server: Server; url: string; bytes: number }> {
  const loaded = await page.evaluate<number>(
    `performance.getEntriesByType("resource").reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0)`,
  );
  const said = (await page.content()).replaceAll(/<script[\s\S]*?<\/script>/g, "");
  const style = await page.evaluate<string>(`fetch("${origin}/assets/style.css").then((answer) => answer.text())`);
  const room = Math.max(0, loaded - said.length - style.length);
  const html = said.replace("</body>", `<!--${"x".repeat(room)}--></body>`);
  const server = createServer(({ url }, response) => {
    const isStyle = url?.endsWith(".css") === true;
    response.setHeader("content-type", isStyle ? "text/css" : "text/html; charset=utf-8").end(isStyle ? style : html);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { server, url: `http://127.0.0.1:${port}/`, bytes: html.length + style.length };
}
