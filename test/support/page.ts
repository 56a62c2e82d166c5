// `iflow ui` as a process of its own, asked over HTTP on loopback as its page asks it, and by others.
import { request } from "node:http";
import { onTestFinished } from "vitest";
import { addressOf, CSRF_HEADER, STREAM } from "../../src/frontends/ui/view/model/addresses.ts";
import { startIflowWith, type Workplace } from "./iflow.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into views of many shapes
  readonly json: any;
}

export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Page {
  readonly port: number;
  readonly pid: number;
  readonly token: string;
  readonly cookie: string;
  /** What the browser was told about the cookie; empty in a session that was there before. */
  readonly cookieRules: string;
  readonly csrf: string;
  /** As anybody on this machine could: no cookie, no word, unless they are given. */
  ask(path: string, asked?: Asked): Promise<Answer>;
  get(path: string): Promise<Answer>;
  post(path: string, body: unknown): Promise<Answer>;
  /** The live stream of one tab, from a place on. */
  follow(after?: string): Promise<Tab>;
  /** What it has complained about until then. */
  kill(signal: NodeJS.Signals): Promise<string>;
}

export interface Told {
  readonly event: string;
  readonly id: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: events of many shapes
  readonly data: any;
}

export interface Tab {
  readonly told: readonly Told[];
  readonly status: number;
  close(): void;
}

/** `session`: of an earlier server; without one a token is used up. */
export async function openPage(
  place: Workplace,
  {
    args = [],
    session,
    port = 0,
    env = {},
  }: {
    args?: readonly string[];
    session?: Pick<Page, "cookie" | "csrf">;
    port?: number;
    env?: Readonly<Record<string, string>>;
  } = {},
): Promise<Page> {
  const words = ["--json", "ui", "--no-open", "--port", String(port), ...args];
  const { child, ended } = startIflowWith({ env }, place.root, ...words);
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  let text = "";
  child.stdout.on("data", (more) => {
    text += more;
  });
  const over = ended.then(({ stdout, stderr }) => {
    throw new Error(`the page ended: ${stdout}${stderr}`);
  });
  over.catch(() => undefined);
  while (!text.includes("\n")) await Promise.race([over, new Promise((resolve) => child.stdout.once("data", resolve))]);
  const url = new URL(JSON.parse(text.split("\n")[0] ?? "").url);
  const token = url.searchParams.get("token") ?? "";
  const listening = Number(url.port);
  const opened = session ?? (await open(listening, token));
  const own = { cookie: opened.cookie, origin: `http://127.0.0.1:${listening}`, [CSRF_HEADER]: opened.csrf };
  const writing = { ...own, "content-type": "application/json" };
  return {
    ...{ port: listening, pid: child.pid ?? 0, token, cookie: opened.cookie, csrf: opened.csrf },
    cookieRules: "cookieRules" in opened ? String(opened.cookieRules) : "",
    ask: (path, asked) => ask(listening, path, asked),
    get: (path) => ask(listening, path, { headers: own }),
    post: (path, body) => ask(listening, path, { method: "POST", headers: writing, body: JSON.stringify(body) }),
    follow: (after) => follow(listening, own, after),
    kill: async (signal) => {
      child.kill(signal);
      return (await ended).stderr;
    },
  };
}

async function open(port: number, token: string): Promise<Pick<Page, "cookie" | "cookieRules" | "csrf">> {
  const { headers } = await ask(port, `/open?token=${token}`);
  const [line = ""] = [headers["set-cookie"]].flat();
  const [cookie = "", ...rules] = line.split("; ");
  return { cookie, cookieRules: rules.join("; "), csrf: String(headers.location).split("csrf=")[1] ?? "" };
}

function ask(port: number, path: string, { method = "GET", headers = {}, body }: Asked = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, method, headers: { ...headers }, agent: false }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (more: string) => {
        text += more;
      });
      answer.on("error", reject);
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, json: parsed(text) }),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function follow(port: number, own: Record<string, string>, after: string | undefined): Promise<Tab> {
  return new Promise((resolve, reject) => {
    const headers = { ...own, ...(after !== undefined && { "last-event-id": after }) };
    const sent = request({ host: "127.0.0.1", port, path: addressOf(STREAM, {}), headers, agent: false }, (answer) => {
      const told: Told[] = [];
      let rest = "";
      answer.setEncoding("utf8").on("data", (more: string) => {
        const parts = (rest + more).split("\n\n");
        rest = parts.pop() ?? "";
        told.push(...parts.map(readEvent));
      });
      answer.on("error", () => undefined); // the server was killed
      resolve({ told, status: answer.statusCode ?? 0, close: () => sent.destroy() });
    });
    sent.on("error", reject);
    sent.end();
  });
}

function readEvent(part: string): Told {
  const lines = part.split("\n");
  const field = (name: string) =>
    lines.flatMap((line) => (line.startsWith(`${name}: `) ? [line.slice(name.length + 2)] : []));
  return { event: field("event")[0] ?? "message", id: field("id")[0], data: parsed(field("data").join("\n")) };
}

/** Asks until it is so: what a person sees who looks again. */
export async function seen<Value>(look: () => Promise<Value | undefined | false | null>): Promise<Value> {
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false && found !== null) return found;
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
}
