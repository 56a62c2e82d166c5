// What a person sees on a terminal, read from a test screen that obeys control sequences.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TestPipe, TestScreen, testHost } from "../../../../test/support/screen.ts";
import { createTerminal, type TerminalOptions } from "./terminal.ts";

const PLAINLY: TerminalOptions = { unicode: true, quiet: false };

function open(screen = new TestScreen(), options: Partial<TerminalOptions> = {}) {
  const host = testHost(screen);
  return { screen, host, terminal: createTerminal({ ...PLAINLY, ...options }, host) };
}

describe("F10: words of others", () => {
  const HOSTILE = "a\u001b[2Jb\u001b]0;title\u0007c\u009b8m\u001b[8mhidden\rd\te";

  it.each(["out", "alert", "say"] as const)("cannot steer the terminal, however they are printed: %s", (print) => {
    const pipe = new TestPipe();
    createTerminal(PLAINLY, testHost(pipe))[print](`${HOSTILE}\nnext`);

    expect(pipe.text).toBe("a [2Jb ]0;title c 8m [8mhidden d\te\nnext\n");
  });
});

describe("status lines", () => {
  it("are replaced in place, with one write each time", () => {
    const { screen, terminal } = open();
    terminal.say("row");

    terminal.status(["one", "a longer line", "three"]);
    terminal.status(["two", "line"]);

    expect(screen.text).toBe("row\ntwo\nline\n");
    expect(screen.writes).toHaveLength(3);
  });

  it("that did not change are not written again", () => {
    const { screen, terminal } = open();

    for (let i = 0; i < 5; i++) terminal.status(["same"]);

    expect(screen.writes).toHaveLength(1);
  });

  it("stay below a row that is said meanwhile, in one write", () => {
    const { screen, terminal } = open();
    terminal.status(["one", "two"]);

    terminal.say("row");

    expect(screen.text).toBe("row\none\ntwo\n");
    expect(screen.writes).toHaveLength(2);
  });

  it.each(["out", "alert"] as const)("are gone when the last word is printed by %s, and do not come back", (print) => {
    const { screen, terminal } = open();
    terminal.status(["one", "two"]);

    terminal[print]("iflow: stopped");
    terminal.status(["one", "two"]);

    expect(screen.text).toBe("iflow: stopped\n");
  });

  it("come back when there is progress again", () => {
    const { screen, terminal } = open();
    terminal.out("✓ specify approved");

    terminal.say("feature 001-a");
    terminal.status(["one"]);

    expect(screen.text).toBe("✓ specify approved\nfeature 001-a\none\n");
  });

  it.each([[undefined], [[]]])("are erased by %j", (nothing) => {
    const { screen, terminal } = open();
    terminal.status(["one", "two"]);

    terminal.status(nothing);

    expect(screen.text).toBe("");
  });

  it("are erased when the process ends in the middle of the work", () => {
    const { screen, terminal, host } = open();
    terminal.say("row");
    terminal.status(["one", "two"]);

    host.exit();

    expect(screen.text).toBe("row\n");
  });

  it("take what was typed meanwhile with them", () => {
    const { screen, terminal } = open();
    terminal.status(["one"]);
    screen.write("^C");
    terminal.say("row");
    screen.write("^C");

    terminal.alert("iflow: stopped");

    expect(screen.text).toBe("row\niflow: stopped\n");
  });

  it("are cut where the terminal ends, also in wide characters", () => {
    const { screen, terminal } = open(new TestScreen(12));

    terminal.status(["abcdefghijklmnop", "仕様を読むところ"]);

    expect(screen.text).toBe("abcdefghij…\n仕様を読む…\n");
  });

  it("are cut with plain dots where ornaments are not wanted", () => {
    const { screen, terminal } = open(new TestScreen(12), { unicode: false });

    terminal.status(["abcdefghijklmnop"]);

    expect(screen.text).toBe("abcdefgh...\n");
  });

  it("are only as many as fit, and the rest is counted", () => {
    const { screen, terminal } = open(new TestScreen(80, 5));

    terminal.status(["one", "two", "three", "four", "five"]);

    expect(screen.text).toBe("one\ntwo\n  +3 more\n");
  });

  it("fit the terminal again after it was made smaller or larger, and leave nothing behind", () => {
    const { screen, terminal } = open(new TestScreen(20));
    const lines = ["a line of some words", "short", "another longer line"];
    terminal.say("row");
    terminal.status(lines);

    screen.resize(8);
    terminal.status(lines);
    expect(screen.text).toBe("row\na line…\nshort\nanothe…\n");

    screen.resize(40);
    terminal.status(lines);
    expect(screen.text).toBe(`row\n${lines.join("\n")}\n`);
  });

  it("never damage what was said, in whatever order things come", () => {
    const lines = fc.array(fc.string({ unit: fc.constantFrom("a", "仕", " ", "é"), maxLength: 30 }), { maxLength: 9 });
    const act = fc.oneof(fc.record({ status: lines }), fc.record({ say: fc.stringMatching(/^[a-z]{0,25}$/) }));
    fc.assert(
      fc.property(fc.array(act, { maxLength: 30 }), (acts) => {
        const { screen, terminal, host } = open(new TestScreen(30, 6));

        for (const one of acts) {
          if ("say" in one) terminal.say(one.say);
          else terminal.status(one.status);
        }
        host.exit();

        const said = acts.flatMap((one) => ("say" in one ? [one.say] : []));
        expect(screen.text).toBe([...said, ""].join("\n"));
      }),
    );
  });
});

describe("without a terminal", () => {
  it("no status line and no control sequence is written", () => {
    const pipe = new TestPipe();
    const host = testHost(pipe);
    const terminal = createTerminal(PLAINLY, host);

    terminal.status(["one"]);
    terminal.say("row");
    terminal.alert("error");
    terminal.out("result");
    host.exit();

    expect(pipe.text).toBe("row\nerror\nresult\n");
    expect(terminal.redraws).toBe(false);
  });

  it("errors are events where stderr is a stream of events", () => {
    const pipe = new TestPipe();

    const asEvent = (text: string) => JSON.stringify({ text });
    createTerminal({ ...PLAINLY, quiet: true, asEvent }, testHost(pipe)).alert("error");

    expect(pipe.text).toBe('{"text":"error"}\n');
  });
});

it("with --quiet only results, errors and questions are shown", () => {
  const { screen, terminal } = open(new TestScreen(), { quiet: true });

  terminal.say("row");
  terminal.status(["one"]);
  terminal.alert("error");

  expect(screen.text).toBe("error\n");
  expect(terminal.redraws).toBe(false);
});
