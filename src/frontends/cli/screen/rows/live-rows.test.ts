// Agents at work, as seen by a person at a terminal or the reader of a log.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TestPipe, TestScreen, testHost } from "../../../../../test/support/screen.ts";
import type { Activity } from "../../../../domain/run/events/activity.ts";
import { createTerminal } from "../terminal.ts";
import { LiveRows } from "./live-rows.ts";

const REDRAW_MS = 200;

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

function watch<Place extends TestScreen | TestPipe>(place: Place, quiet = false) {
  const host = testHost(place);
  const terminal = createTerminal({ unicode: true, quiet }, host);
  return { place, terminal, live: new LiveRows(terminal, Date.now) };
}

function started(role: string, activity: Activity = "review", round = 1) {
  const about = { step: role, role, activity, round };
  const plan = { number: 1, kind: "fresh", reason: "first-round", promptChars: 1, contextChars: 1 } as const;
  return { type: "dispatch-started", ...about, ...plan } as const;
}
const worked = (role: string, did: string) => ({ type: "agent-worked", step: role, role, did }) as const;
const said = (role: string, text: string) => ({ type: "agent-said", step: role, role, text }) as const;
const used = (role: string, tokens: number) => ({ type: "agent-used", step: role, role, tokens }) as const;

describe("on a terminal an agent at work", () => {
  it("shows who it is, time, tool calls, tokens and what it just did", () => {
    const { place, live } = watch(new TestScreen());
    live.start(started("security-reviewer"));
    for (let call = 0; call < 12; call++) live.take(worked("security-reviewer", "read src/a.ts"));
    live.take(used("security-reviewer", 48_123));

    vi.advanceTimersByTime(51_000);

    expect(place.text).toBe("  security reviewer          51 s   12 tools   48 k tokens   read src/a.ts\n");
  });

  it("keeps its place among others, whoever began first", () => {
    const { place, live } = watch(new TestScreen());
    for (const role of ["security-reviewer", "implementation-reviewer", "code-quality-reviewer"])
      live.start(started(role));

    vi.advanceTimersByTime(REDRAW_MS);

    expect(place.text.match(/\w+(?= reviewer)/g)).toEqual(["code", "quality", "security"]);
  });

  it("leaves out what is not known yet", () => {
    const { place, live } = watch(new TestScreen());
    live.start(started("spec-author", "draft"));

    vi.advanceTimersByTime(2000);

    expect(place.text).toBe("  writing the spec           2 s\n");
  });

  it("stands in line with the others", () => {
    const { place, live } = watch(new TestScreen());
    live.start(started("security-reviewer"));
    vi.advanceTimersByTime(9000);
    live.start(started("code-reviewer", "review", 12));
    live.take(worked("code-reviewer", "search TODO"));
    live.take(used("security-reviewer", 9000));

    vi.advanceTimersByTime(2000);

    expect(place.text).toBe(
      [
        "  security reviewer          11 s            9000 tokens",
        "  code reviewer               2 s   1 tool                 search TODO",
        "",
      ].join("\n"),
    );
  });

  it("shows the beginning of what it said, in one line, until it does something", () => {
    const { place, live } = watch(new TestScreen());
    live.start(started("spec-reviewer"));
    live.take(worked("spec-reviewer", "read spec.md"));
    for (const piece of ["\n", "Let me", " look at\n", "- AC", "-3."]) live.take(said("spec-reviewer", piece));
    vi.advanceTimersByTime(1000);
    expect(place.text).toMatch(/1 tool {3}Let me look at - AC-3\.\n$/);

    live.take(worked("spec-reviewer", "read design.md"));
    vi.advanceTimersByTime(REDRAW_MS);
    expect(place.text).toMatch(/2 tools {3}read design\.md\n$/);

    live.take(said("spec-reviewer", "Now I know."));
    vi.advanceTimersByTime(REDRAW_MS);
    expect(place.text).toMatch(/2 tools {3}Now I know\.\n$/);
  });

  it("is redrawn at most five times a second, however much it does", () => {
    const { place, live } = watch(new TestScreen());
    live.start(started("spec-reviewer"));
    place.writes.length = 0;

    for (let call = 0; call < 1000; call++) {
      live.take(worked("spec-reviewer", `read src/${call}.ts`));
      vi.advanceTimersByTime(1);
    }

    expect(place.writes).toHaveLength(5);
  });

  it("is gone as soon as it ends, while the others stay", () => {
    const { place, live } = watch(new TestScreen());
    live.start(started("spec-reviewer"));
    live.start(started("code-reviewer"));
    vi.advanceTimersByTime(1000);

    live.end("spec-reviewer");
    expect(place.text).toBe("  code reviewer              1 s\n");

    live.end("code-reviewer");
    expect(place.text).toBe("");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("shows no secret it came across", () => {
    const { place, live } = watch(new TestScreen());
    live.start(started("spec-reviewer"));
    live.take(worked("spec-reviewer", "run curl -H token=abcdefgh1234"));

    vi.advanceTimersByTime(1000);

    expect(place.text).toContain("token=[secret]");
  });

  it("does not keep the process alive", () => {
    vi.useRealTimers();
    const { live } = watch(new TestScreen());
    const before = process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;

    live.start(started("spec-reviewer"));

    expect(process.getActiveResourcesInfo().filter((name) => name === "Timeout")).toHaveLength(before);
    live.clear();
  });
});

describe("in a pipe an agent at work", () => {
  it("gives a sign of life every 30 seconds, each agent for itself", () => {
    const { place, live } = watch(new TestPipe());
    live.start(started("spec-reviewer"));
    vi.advanceTimersByTime(20_000);
    live.start(started("code-reviewer"));
    for (let call = 0; call < 12; call++) live.take(worked("spec-reviewer", "read src/a.ts"));
    live.take(used("spec-reviewer", 48_000));

    vi.advanceTimersByTime(45_000);

    expect(place.text).toBe(
      [
        "  ... spec reviewer, 30 s, 12 tool calls, 48 k tokens, last: read src/a.ts",
        "  ... code reviewer, 30 s",
        "  ... spec reviewer, 1 min, 12 tool calls, 48 k tokens, last: read src/a.ts",
        "",
      ].join("\n"),
    );
  });

  it("quotes only the beginning of a long speech", () => {
    const { place, live } = watch(new TestPipe());
    live.start(started("spec-reviewer"));
    live.take(said("spec-reviewer", "word ".repeat(100)));

    vi.advanceTimersByTime(30_000);

    expect(place.text.replaceAll(/\s+/g, " ")).toBe(
      ` ... spec reviewer, 30 s, last: ${"word ".repeat(12).trimEnd()}… `,
    );
  });

  it("says nothing with --quiet, and nothing when its work is short", () => {
    const quiet = watch(new TestPipe(), true);
    quiet.live.start(started("spec-reviewer"));
    const short = watch(new TestPipe());
    short.live.start(started("spec-reviewer"));
    vi.advanceTimersByTime(29_000);
    short.live.end("spec-reviewer");

    vi.advanceTimersByTime(60_000);

    expect([quiet.place.text, short.place.text]).toEqual(["", ""]);
  });
});
