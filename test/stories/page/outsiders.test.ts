// Everybody else on this machine, and every page of the web that can send a browser here: nobody gets in, nothing leaks, and the
// server stays up. What agents wrote stays text.
import { readFileSync } from "node:fs";
import { createConnection } from "node:net";
import { describe, expect, test } from "vitest";
import { ACTS, addressOf, CSRF_HEADER, LOOKS, STREAM } from "../../../src/frontends/ui/view/model/addresses.ts";
import { verifies } from "../../requirements.ts";
import { type Roles, type Workplace, workplace } from "../../support/iflow.ts";
import { openPage, type Page, seen } from "../../support/page.ts";
import { createFeature, FEATURE, FOLDER, ONE_ROUND, spec, specify, writes } from "../../support/story.ts";

const HOSTILE = [
  "# Spec <script>alert(1)</script>",
  "[a](javascript:alert(1)) [b](data:text/html,x) ![c](https://evil.invalid/p.png) <img src=x onerror=alert(1)>",
  "\u001b]8;;https://evil.invalid\u0007link\u001b]8;;\u0007 \u202eabc",
].join("\n\n");

async function prepared(roles: Roles = ONE_ROUND): Promise<Workplace> {
  const place = await workplace(roles, { "README.md": "x", "prd.md": "# PRD: Login limit\n\nText.\n" });
  await createFeature(place, "--prd", "prd.md");
  return place;
}

const open = (page: Page) => page.get(LOOKS.inbox).then(({ json }) => json.data.repositories[0].id as string);
const codeOf = ({ status, json }: { status: number; json: { error?: { code?: string } } | undefined }) => [
  status,
  json?.error?.code,
];

verifies("UI-1", "nobody but the browser that was opened gets in, by any way", async () => {
  const place = await prepared();
  const page = await openPage(place);
  const repo = await open(page);
  const own = `http://127.0.0.1:${page.port}`;
  const post = (headers: Record<string, string>, body = "{}", path = addressOf(ACTS.stop, { repo, key: FEATURE })) =>
    page.ask(path, { method: "POST", headers: { cookie: page.cookie, ...headers }, body }).then(codeOf);
  const json = { "content-type": "application/json" };
  const word = { [CSRF_HEADER]: page.csrf };

  const reads = [...Object.values(LOOKS).map((one) => one.replaceAll(/:\w+/g, "1")), STREAM];

  // who is meant, who asks
  const get = (headers: Record<string, string>, path: string = LOOKS.inbox) => page.ask(path, { headers }).then(codeOf);
  expect(await get({ cookie: page.cookie, host: "evil.invalid" })).toEqual([403, "wrong-host"]);
  expect(await get({ cookie: page.cookie, host: `evil.invalid:${page.port}` })).toEqual([403, "wrong-host"]);
  expect(await get({ cookie: page.cookie, origin: "http://evil.invalid" })).toEqual([403, "wrong-origin"]);
  expect(await get({ cookie: page.cookie, origin: "null" })).toEqual([403, "wrong-origin"]);
  expect(await get({ cookie: page.cookie, "sec-fetch-site": "cross-site" })).toEqual([403, "wrong-origin"]);
  expect(await get({ cookie: page.cookie, "sec-fetch-site": "same-site" })).toEqual([403, "wrong-origin"]); // another port
  for (const cookie of ["", `iflow-ui-${page.port}=x`, `${page.cookie}x`, page.cookie.replace(/.$/, "-")])
    for (const path of reads) expect(await get({ cookie, ...word }, path)).toEqual([401, "no-session"]);
  // whoever listens on another port has been sent the cookie, and not the word: it reads nothing but the empty page
  for (const words of [{}, { [CSRF_HEADER]: "" }, { [CSRF_HEADER]: page.cookie }, { [CSRF_HEADER]: `${page.csrf}x` }])
    for (const path of reads) expect(await get({ cookie: page.cookie, ...words }, path)).toEqual([403, "csrf-missing"]);
  expect((await page.ask("/")).text).toBe(readFileSync("src/frontends/ui/page/index.html", "utf8"));

  // the token is for one browser, once; that keeps the cookie for thirty days, also when it is closed
  expect(page.cookieRules.split("; ").sort()).toEqual(["HttpOnly", "Max-Age=2592000", "Path=/", "SameSite=Strict"]);
  expect((await page.ask(`/open?token=${page.token}`)).status).toBe(403);
  expect((await page.ask("/open?token=")).status).toBe(403);
  const again = await page.ask(`/open?token=${page.token}`, { headers: { cookie: page.cookie } });
  expect([again.status, again.headers.location]).toEqual([303, "/"]); // its own tab, and no word

  // writing
  expect(await post({ ...json, origin: own })).toEqual([403, "csrf-missing"]);
  expect(await post({ ...json, origin: own, [CSRF_HEADER]: `${page.csrf}x` })).toEqual([403, "csrf-missing"]);
  expect(await post({ ...json, ...word })).toEqual([403, "wrong-origin"]);
  expect(await post({ ...json, ...word, origin: `http://localhost:${page.port}` })).toEqual([403, "wrong-origin"]);
  expect(await post({ ...word, origin: own, "content-type": "text/plain" })).toEqual([400, "usage"]);
  expect(await post({ ...json, ...word, origin: own, cookie: "" })).toEqual([401, "no-session"]);
  const other = await openPage(place); // another session of the same person
  expect(await post({ ...json, origin: own, [CSRF_HEADER]: other.csrf })).toEqual([403, "csrf-missing"]);
  expect(await get({ cookie: page.cookie.replace(String(page.port), String(other.port)) })).toEqual([
    401,
    "no-session",
  ]);
  // a browser sends the cookies of all ports everywhere: none of them takes another one's place
  const cookie = `${page.cookie}; ${other.cookie}`;
  for (const { ask, port, csrf } of [page, other]) {
    const headers = { ...json, cookie, origin: `http://127.0.0.1:${port}`, [CSRF_HEADER]: csrf };
    const path = addressOf(ACTS.stop, { repo, key: FEATURE });
    expect((await ask(path, { method: "POST", headers, body: "{}" })).status).toBe(200);
  }

  // bodies
  const good = { ...json, ...word, origin: own };
  for (const body of ["", "[]", "{", '{"now":1}', '{"more":true}', '{"__proto__":{"now":true},"x":1}'])
    expect(await post(good, body)).toEqual([400, "usage"]);
  expect(await post(good, JSON.stringify({ repo, idea: "x".repeat(400_000) }), ACTS.create)).toEqual([
    413,
    "too-large",
  ]);
  expect(await post(good, JSON.stringify({ repo, idea: "x".repeat(30_000) }), ACTS.create)).toEqual([400, "usage"]);
  expect(await post(good, JSON.stringify({ repo: "../x", idea: "x" }), ACTS.create)).toEqual([400, "usage"]);
  expect((await page.ask(ACTS.stop, { method: "PUT", headers: { cookie: page.cookie, ...good } })).status).toBe(404);

  // nothing of it did anything, and the page is not to be framed or scripted from elsewhere
  expect((await page.get(LOOKS.inbox)).json.data.running).toEqual([]);
  const { headers } = await page.ask("/");
  expect(headers["content-security-policy"]).toContain("default-src 'self'");
  expect(headers["x-frame-options"]).toBe("DENY");
  expect(headers["access-control-allow-origin"]).toBeUndefined();
});

verifies("UI-1", "no address leads out of what is shown", async () => {
  const place = await prepared();
  expect((await specify(place, "--yolo")).code).toBe(0);
  await place.write({ "secret.md": "SECRET", [`${FOLDER}/.env.md`]: "SECRET" });
  const page = await openPage(place);
  const repo = await open(page);
  const of = { repo, key: FEATURE };
  const away = [
    "..",
    "../../../secret.md",
    "..%2f..%2f..%2fsecret.md",
    "..\\..\\secret.md",
    "/etc/passwd",
    "%2e%2e%2fsecret.md",
    ".env.md",
    ".meta.json",
    "spec.md\0",
    "spec.md/../../../../secret.md",
    "a".repeat(5000),
  ];
  for (const name of away) {
    for (const path of [
      addressOf(LOOKS.document, { ...of, name }),
      `/api/features/${repo}/${FEATURE}/documents/${name.replaceAll("\0", "%00")}`,
      addressOf(LOOKS.feature, { repo, key: name }),
      addressOf(LOOKS.feature, { repo: name, key: FEATURE }),
      addressOf(LOOKS.dispatch, { ...of, number: name }),
      addressOf(LOOKS.dispatch, { repo, key: name, number: 1 }),
      addressOf(LOOKS.changes, of, { from: name, to: "HEAD" }),
      addressOf(LOOKS.newFeature, {}, { repo: name }),
      addressOf("/assets/:name", { name }),
    ]) {
      const { status, text } = await page.get(path);
      expect([
        path.slice(0, 200),
        status >= 400 || text.includes("<!doctype") || text.includes("not built"),
        text.includes("SECRET"),
      ]).toEqual([path.slice(0, 200), true, false]);
    }
    const act = await page.post(addressOf(ACTS.continue, { repo, key: name }), {});
    expect(act.status).toBeGreaterThanOrEqual(400);
  }
  expect((await page.get(addressOf(LOOKS.document, { ...of, name: "spec.md" }))).json.data.html).toContain("<h1");
  expect((await page.get(addressOf(LOOKS.changes, of, { from: "--output=/tmp/x", to: "HEAD" }))).status).toBe(400);
});

verifies(
  "UI-1",
  "hostile documents and replies are text; what is far too large is cut; the server stays up",
  async () => {
    const text = `${HOSTILE}\n\n${spec()}\n\n${"x".repeat(4_900_000)}\n`;
    const place = await prepared({
      ...ONE_ROUND,
      "spec-author": [writes(text, { reply: HOSTILE })],
      "spec-reviewer": [{ reply: { approved: true, issues: [], summary: HOSTILE } }],
    });
    expect((await specify(place)).code).toBe(4); // its closing question waits
    const page = await openPage(place);
    const repo = await open(page);
    const of = { repo, key: FEATURE };
    const paths = [
      LOOKS.inbox,
      LOOKS.board,
      addressOf(LOOKS.feature, of),
      addressOf(LOOKS.document, { ...of, name: "spec.md" }),
      addressOf(LOOKS.dispatch, { ...of, number: 1 }),
      addressOf(LOOKS.dispatch, { ...of, number: 2 }),
    ];
    for (const path of paths) {
      const answer = await page.get(path);
      expect([path, answer.status, answer.headers["content-type"]]).toEqual([
        path,
        200,
        "application/json; charset=utf-8",
      ]);
      expect(answer.text.length).toBeLessThan(1_500_000);
      expect(textsIn(answer.json).filter((one) => one.includes("\u001b") || one.includes("\u202e"))).toEqual([]);
      for (const html of markupIn(answer.json))
        expect(html).not.toMatch(/<script|<img|<a href="(?!https?:|mailto:)|onerror=[^&]*>/);
    }
  },
);

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Everything that the page puts in as markup. */
function markupIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    name === "html" && typeof one === "string" ? [one] : markupIn(one),
  );
}

describe("many at once", () => {
  test("a hundred open streams, and half a request, hold nobody else up", async () => {
    const page = await openPage(await prepared());
    const tabs = await Promise.all(Array.from({ length: 100 }, () => page.follow()));
    expect(tabs.filter(({ status }) => status === 200)).toHaveLength(32);
    expect(tabs.filter(({ status }) => status === 503)).toHaveLength(68);
    const slow = createConnection(page.port, "127.0.0.1");
    slow.write("GET /api/inbox HTTP/1.1\r\nHost: 127.0.0.1\r\n");
    expect((await page.get(LOOKS.inbox)).status).toBe(200);
    for (const tab of tabs) tab.close();
    slow.destroy();
    const next = await seen(async () => {
      const tab = await page.follow();
      return tab.status === 200 && tab;
    });
    await seen(async () => next.told.some(({ event }) => event === "hello"));
    next.close();
    expect(await page.kill("SIGINT")).not.toContain("Warning");
  });

  test("an event of 5 MB is told to every tab, cut", async () => {
    const place = await prepared({ "spec-author": [{ error: `no: ${"y".repeat(5_000_000)}` }] });
    const page = await openPage(place);
    const tab = await page.follow();
    expect((await specify(place, "--yolo")).code).not.toBe(0);
    const { data } = await seen(async () => tab.told.find((told) => told.data?.type === "dispatch-ended"));
    expect(data).toMatchObject({ status: "failed", error: expect.stringMatching(/^no: y+/) });
    expect(JSON.stringify(data).length).toBeLessThan(100_000);
    expect((await page.get(LOOKS.inbox)).text.length).toBeLessThan(1_500_000);
    tab.close();
  });

  test("a port that is taken, a folder that is no repository: an error with a fix", async () => {
    const place = await prepared();
    const page = await openPage(place);
    const ui = (...args: string[]) => place.built.json("ui", "--no-open", ...args);
    const taken = await ui("--port", String(page.port));
    expect([taken.code, taken.document.error]).toMatchObject([
      2,
      { code: "usage", message: `port ${page.port} is taken` },
    ]);
    expect((await ui("--port", "a")).document.error.fix).toContain("iflow ui --port");
    expect((await ui("--repo", "/")).document.error).toMatchObject({ code: "not-a-repository" });
  });
});
