// How `iflow ui` grows: a repository with 20 features and one with 200, each with 25 dispatches, nine of ten features merged.
// Printed are the time from the start of the command to the first answer, the time of each view afterwards and its size, for
// both and as ratios; ten times as much is ten times the work. Then the page in the browser of the tests (npm --prefix
// test/browser ci), beside a static page of the same size. `--features 200`, `--dispatches 25`, `--json`.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addressOf, CSRF_HEADER, LOOKS } from "../src/frontends/ui/view/model/addresses.ts";
import { type Painted, paint } from "./ui/paint.ts";
import { fill, keyOf } from "./ui/shop.ts";

const MAIN = join(import.meta.dirname, "..", "dist", "main.js");
const [features, dispatches] = [number("--features", 200), number("--dispatches", 25)];
const ROUNDS = 7;

const [few, many] = [await measure(Math.max(1, features / 10)), await measure(features)];
const rows = Object.keys(many).map((name) => {
  const [small, large] = [few[name], many[name]];
  return { name, small, large, ratio: small && large ? Number((large.ms / small.ms).toFixed(1)) : null };
});
if (process.argv.includes("--json")) console.log(JSON.stringify({ features, dispatches, rows }, null, 2));
else {
  console.log(`${features / 10} and ${features} features, ${dispatches} dispatches each`);
  console.log(
    `${"".padEnd(20)}${"few".padStart(10)}${"many".padStart(10)}${"ratio".padStart(8)}${"size".padStart(10)}`,
  );
  for (const { name, small, large, ratio } of rows)
    console.log(
      `${name.padEnd(20)}${ms(small).padStart(10)}${ms(large).padStart(10)}${String(ratio).padStart(8)}${kb(large).padStart(10)}`,
    );
}

const against = (name: string) => ((few[name]?.ms ?? 0) / (few["static page"]?.ms ?? 1)).toFixed(2);
if (!process.argv.includes("--json"))
  console.log(
    `with ${features / 10} features, against the static page: first paint ${against("page: first paint")}, inbox shown ${against("page: inbox shown")}`,
  );

interface Measured {
  readonly ms: number;
  readonly bytes: number;
}

async function measure(count: number): Promise<Record<string, Measured>> {
  const home = mkdtempSync(join(tmpdir(), "iflow-bench-ui-"));
  const root = join(home, "shop");
  try {
    await fill(root, count, dispatches);
    const env = { ...process.env, HOME: home, XDG_STATE_HOME: join(home, "state"), GIT_CONFIG_GLOBAL: "/dev/null" };
    const began = performance.now();
    const child = spawn(process.execPath, [MAIN, "--json", "ui", "--no-open", "--port", "0"], {
      ...{ cwd: root, env, stdio: ["ignore", "pipe", "inherit"] },
    });
    try {
      const line = await new Promise<string>((resolve) => child.stdout?.once("data", (text) => resolve(String(text))));
      const url = new URL(JSON.parse(line.split("\n")[0] ?? "").url);
      const opened = await fetch(url, { redirect: "manual" });
      const cookie = opened.headers.get("set-cookie")?.split(";")[0] ?? "";
      const word = opened.headers.get("location")?.split("csrf=")[1] ?? "";
      const get = async (path: string): Promise<number> => {
        const answer = await fetch(new URL(path, url), { headers: { cookie, [CSRF_HEADER]: word } });
        if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
        return (await answer.text()).length;
      };
      const first = { bytes: await get(LOOKS.inbox), ms: performance.now() - began };
      const of = { repo: "shop", key: keyOf(count) };
      return {
        "start to inbox": first,
        inbox: await timed(() => get(LOOKS.inbox)),
        "inbox after a pause": await timed(() => get(LOOKS.inbox), 2100), // it is read anew behind the answer
        board: await timed(() => get(addressOf(LOOKS.board, {}, { show: "merged" }))),
        feature: await timed(() => get(addressOf(LOOKS.feature, of))),
        dispatch: await timed(() => get(addressOf(LOOKS.dispatch, { ...of, number: 3 }))),
        money: await timed(() => get(LOOKS.money)),
        ...inBrowser(await paint(home, url.origin, cookie, word)),
      };
    } finally {
      child.kill("SIGINT");
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function inBrowser({ first, shown, board, bytes, ...painted }: Painted): Record<string, Measured> {
  return {
    "page: first paint": { ms: first, bytes },
    "page: inbox shown": { ms: shown, bytes },
    "page: board shown": { ms: board, bytes },
    "static page": { ms: painted.static, bytes },
  };
}

/** The middle of several. */
async function timed(ask: () => Promise<number>, pause = 0): Promise<Measured> {
  const times: number[] = [];
  let bytes = 0;
  for (let round = 0; round < (pause > 0 ? 3 : ROUNDS); round++) {
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    const began = performance.now();
    bytes = await ask();
    times.push(performance.now() - began);
  }
  return { ms: times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0, bytes };
}

function number(flag: string, usual: number): number {
  const at = process.argv.indexOf(flag);
  return at === -1 ? usual : Number(process.argv[at + 1]);
}

function ms(one: Measured | undefined): string {
  return one ? `${one.ms.toFixed(0)} ms` : "";
}

function kb(one: Measured | undefined): string {
  return one ? `${(one.bytes / 1024).toFixed(0)} kB` : "";
}
