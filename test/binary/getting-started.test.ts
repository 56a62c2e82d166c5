// docs/getting-started.md is true: the first feature it tells of is played here, by a person who answers at a terminal.
import { writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { expect } from "vitest";
import { SHOP } from "../../examples/first-feature/shop.ts";
import { IDEA, PHASES, SCRIPT } from "../../examples/first-feature/story.ts";
import { withoutChance } from "../../scripts/docs/played.ts";
import { verifies } from "../requirements.ts";
import { type Workplace, workplace } from "../support/iflow.ts";
import { checkBlocks } from "../support/played-docs.ts";
import { linesWiderThan } from "../support/screen.ts";
import { tempFolder } from "../support/temp-repo.ts";
import { noTmux, type TerminalSession, withTerminal } from "../support/tmux.ts";

const ANSWER = "Support is asked every day why a large cart pays for shipping";

verifies(
  ["USE-2", "FIN-1"],
  "docs/getting-started.md shows what is printed from init to the merge (if not: npm run docs -- --play)",
  async (context) => {
    context.skip(noTmux !== undefined, noTmux);
    const place = await workplace({}, SHOP);
    await writeFile(place.scriptPath, JSON.stringify(SCRIPT));
    const home = await tempFolder();

    const init = await sit(place, home, ["init"], async ({ sees, press }) => {
      for (const question of ["Which agent should", "How are changes", "may one feature", "Write iflow.config"]) {
        await sees(question);
        press("Enter");
      }
    });
    place.git("add", "iflow.config.json");
    place.git("commit", "--quiet", "--message", "iflow");
    const asked: Record<string, string> = {};
    const flags = ["--phases", PHASES, "--script", place.scriptPath];
    const run = await sit(place, home, ["run", IDEA, ...flags], async ({ sees, press }) => {
      asked["before"] = openQuestion(await sees("Anything the author should know?"));
      press("Down", "Enter");
      await sees(/◆ +Whose problem/);
      press(ANSWER, "Enter");
      await sees(/● Start now/);
      press("Enter");
      asked["phase"] = openQuestion(await sees(/◆ +The spec is approved/));
      press("Enter");
      await sees(/◆ +The code is approved/);
      press("Enter");
      asked["merge"] = openQuestion(await sees(/◆ +.* is ready\. How should it end/));
      press("Enter");
    });
    const forecast = await forecastOf(["--phases", PHASES]);
    const issues = await place.iflow("history", "1", "--issues");

    expect(place.git("log", "-1", "--format=%p").split(" ")).toHaveLength(2);
    expect(place.git("status", "--porcelain")).toBe("");
    checkBlocks("docs/getting-started.md", {
      init: `$ iflow init\n${init}`,
      "forecast-small": forecast,
      "ask-before": asked["before"] ?? "",
      "ask-phase": asked["phase"] ?? "",
      "ask-merge": asked["merge"] ?? "",
      specify: part(run, /^001-.* · /, /^✓ Spec approved/),
      implement: part(run, /^implement {3}/, /^✓ Code approved/),
      finish: part(run, /^finish {3}/, /^ {6}iflow cost /),
      issues: `$ iflow history 1 --issues\n${withoutChance(issues.stdout.trimEnd())}`,
    });
  },
);

/** As `iflow` on the path, with a key that nobody is sent and without what the tests have set. */
async function sit(
  place: Workplace,
  home: string,
  args: readonly string[],
  use: (session: TerminalSession) => Promise<void>,
): Promise<string> {
  const env = { HOME: home, ...KEY, EDITOR: "vim", VISUAL: "" };
  const command = ["env", "-u", "IFLOW_CHECKS_NONE", "iflow", ...args];
  const { code, lines } = await withTerminal({ cwd: place.root, env }, command, async (session) => {
    await use(session);
    return session.ended();
  });
  const text = lines.join("\n").trim();
  expect([code, linesWiderThan(80, text)]).toEqual([0, []]);
  return withoutChance(text.replaceAll(basename(place.root), "shop"));
}

verifies("USE-3", "README.md shows what is told before anything is paid", async () => {
  checkBlocks("README.md", { forecast: await forecastOf([]) });
});

/** Of a real agent; the run waits for its first answer, so nobody is asked anything. */
async function forecastOf(flags: readonly string[]): Promise<string> {
  const place = await workplace({}, SHOP);
  const ended = await place.iflowWith({ env: KEY }, "run", IDEA, ...flags, "--runtime", "anthropic");
  return part(ended.stderr, /^(?:001-.* · )?free shipping/, /resumes\.$/);
}

const KEY = { ANTHROPIC_API_KEY: "never sent" };

function openQuestion(screen: string): string {
  return screen.slice(screen.lastIndexOf("◆"), screen.lastIndexOf("└") + 1);
}

function part(text: string, from: RegExp, to: RegExp): string {
  const lines = text.split("\n");
  const begin = lines.findIndex((line) => from.test(line));
  const end = lines.findIndex((line, at) => at > begin && to.test(line));
  return lines.slice(begin, end + 1).join("\n");
}
