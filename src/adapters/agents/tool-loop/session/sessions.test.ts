import { appendFile, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { until } from "../../../../../test/contracts/agent-runtime.contract.ts";
import {
  bare,
  handsIn,
  marksOf,
  play,
  prepareAnthropic,
  promptWithMarks,
  resumes,
} from "../../../../../test/support/anthropic-agent.ts";
import { TEST_KEY } from "../../../../../test/support/anthropic-options.ts";
import { bundleForNode } from "../../../../../test/support/bundle.ts";
import { startChild } from "../../../../../test/support/child-process.ts";
import { calls, fails, hangs, reply, says, text, tool } from "../../../../../test/support/fake-anthropic/reply.ts";
import { lastPrompt } from "../../../../../test/support/fake-anthropic/request.ts";
import { readSealedLines, sealLines } from "../../../../domain/text/json/sealed-lines.ts";

const child = bundleForNode(join(import.meta.dirname, "../../../../../test/support/anthropic-dispatch-child.ts"));

const idOf = (ref: string) => ref.split("@")[0] ?? "";
const fork = (ref: string) => ({ ...resumes(ref), session: { ref, mode: "fork" as const } });

describe("a session", () => {
  it("is taken up at the point its name says, whatever was said since", async () => {
    const { runtime, request, fake } = await prepareAnthropic([
      { replies: [handsIn("one"), handsIn("two"), handsIn("other two"), handsIn("three")] },
    ]);
    const first = await play(runtime, request());
    const second = await play(runtime, request(resumes(first.ref, "Second.")));

    const other = await play(runtime, request(resumes(first.ref, "Other second.")));
    const third = await play(runtime, request(resumes(second.ref, "Third.")));

    expect([first, second, other, third].map(({ ref }) => ref.split("@")[1])).toEqual(["1", "2", "3", "4"]);
    const [one, two, otherTwo, three] = fake.requests.map(bare);
    expect(otherTwo?.slice(0, -1)).toEqual(two?.slice(0, -1));
    expect(three?.slice(0, two?.length)).toEqual(two);
    expect(three?.join()).not.toContain("Other second");
    expect(one).toHaveLength(4);
  });

  it("that is forked stays as it is; the fork begins with the same bytes and goes its own way", async () => {
    const { runtime, request, again, fake, sessions } = await prepareAnthropic([
      { replies: [handsIn("one"), handsIn("forked"), handsIn("on")] },
    ]);
    const prompt = promptWithMarks(["Documents.*", "Code.*"], "Do it.");
    const { ref } = await play(runtime, request({ prompt }));
    const before = await readFile(join(sessions, `${idOf(ref)}.jsonl`), "utf8");

    const forked = await play(runtime, request(fork(ref)));
    const on = await play(again(), request(resumes(forked.ref, "On.")));

    expect(idOf(forked.ref)).not.toBe(idOf(ref));
    expect(idOf(on.ref)).toBe(idOf(forked.ref));
    expect(await readFile(join(sessions, `${idOf(ref)}.jsonl`), "utf8")).toBe(before);
    const [one, two, three] = fake.requests.map(bare);
    expect(two?.slice(0, one?.length)).toEqual(one);
    expect(three?.slice(0, two?.length)).toEqual(two);
    expect(fake.requests.map(marksOf)).toEqual([
      ["0.0", "0.1", "0.2"],
      ["0.0", "0.1", "0.2", "2.1"],
      ["0.0", "0.1", "2.1", "4.1"],
    ]);
  });

  it("keeps the results of all calls that came with the answer", async () => {
    const both = reply(tool("list", {}), tool("submit", { reply: "done" }), tool("submit", { reply: "twice" }));
    const { runtime, request, fake } = await prepareAnthropic([{ replies: [both, says("ok")] }]);
    const { ref, outcome } = await play(runtime, request());

    await play(runtime, request(resumes(ref)));

    expect(outcome).toMatchObject({ reply: "done" });
    expect(fake.requests[1]?.body.messages.at(-1)?.content).toMatchObject([
      { type: "tool_result", content: "README.md" },
      { type: "tool_result", content: "Received." },
      { type: "tool_result", content: "Only the first answer counts." },
      { type: "text", text: "Again.\n\n" },
    ]);
  });

  it("has no trace of a turn that failed or was aborted, and a new one of those is not even there", async () => {
    const { runtime, request, fake, sessions } = await prepareAnthropic([
      { replies: [handsIn("one"), fails(400), hangs(text("so")), handsIn("two"), fails(400)] },
    ]);
    const { ref } = await play(runtime, request());
    await play(runtime, request(resumes(ref, "This fails.")));
    const abort = new AbortController();
    const hanging = play(runtime, request(resumes(ref, "This hangs.")), abort.signal);
    await until(() => fake.requests.length === 3);
    abort.abort();

    expect((await hanging).outcome).toMatchObject({ status: "aborted" });
    await play(runtime, request(resumes(ref, "This works.")));
    await play(runtime, request());

    expect(bare(fake.requests[3]!).join()).not.toMatch(/fails|hangs/);
    expect(lastPrompt(fake.requests[3]!)).toContain("This works.");
    expect(await readdir(sessions)).toEqual([`${idOf(ref)}.jsonl`]);
  });

  it("survives a line that was cut off in the middle", async () => {
    const { runtime, request, again, fake, sessions } = await prepareAnthropic([{ replies: [handsIn("ok")] }]);
    const first = await play(runtime, request());
    await appendFile(join(sessions, `${idOf(first.ref)}.jsonl`), '{"type":"begin","turn":2,"aft');

    const second = await play(again(), request(resumes(first.ref, "Second.")));
    const third = await play(again(), request(resumes(second.ref, "Third.")));

    expect(third.outcome).toMatchObject({ status: "completed" });
    expect(bare(fake.requests[2]!).slice(0, -2)).toEqual(bare(fake.requests[1]!));
  });

  it("has one writer at a time", async () => {
    let release = () => {};
    const after = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { runtime, request } = await prepareAnthropic([
      { replies: [handsIn("one"), { ...handsIn("two"), after }, handsIn("forked")] },
    ]);
    const { ref } = await play(runtime, request());

    const held = play(runtime, request(resumes(ref)));
    const refused = await play(runtime, request(resumes(ref)));
    release();

    expect(refused.outcome).toMatchObject({ status: "failed", sessionLost: false });
    expect((await held).outcome).toMatchObject({ status: "completed" });
    expect((await play(runtime, request(resumes(ref)))).outcome).toMatchObject({ status: "completed" });
  });

  it.each([
    ["a point that was never reached", (ref: string) => ref.replace(/@1$/, "@2")],
    ["an id without a point", idOf],
    ["a name that leads elsewhere", () => "../../secret@1"],
  ])("is lost to %s", async (_, name) => {
    const { runtime, request, fake } = await prepareAnthropic([{ replies: [handsIn("one")] }]);
    const { ref } = await play(runtime, request());

    const { outcome } = await play(runtime, request(resumes(name(ref))));

    expect(outcome).toMatchObject({ status: "failed", sessionLost: true });
    expect(fake.requests).toHaveLength(1);
  });

  it("F10: that was held with other tools, or is damaged, is lost; the damaged file is named", async () => {
    const { runtime, request, sessions } = await prepareAnthropic([{ replies: [handsIn("one")] }]);
    const { ref } = await play(runtime, request());
    const path = join(sessions, `${idOf(ref)}.jsonl`);
    const kept = await readFile(path, "utf8");

    const lines = readSealedLines(Buffer.from(kept)).lines.map(({ value }) => value as object);
    await writeFile(path, sealLines([{ ...lines[0], frozen: 1 }, ...lines.slice(1)], "").text);
    const older = await play(runtime, request(resumes(ref)));
    await writeFile(path, kept.replace('"model":"', '"model":"x'));
    const broken = await play(runtime, request(resumes(ref)));

    expect(older.outcome).toMatchObject({ sessionLost: true, error: expect.stringContaining("another version") });
    expect(broken.outcome).toMatchObject({ sessionLost: true, error: expect.stringContaining(`${path}, line 2`) });
  });

  it("continues in another process after kill -9 in the middle of an answer, with the very same bytes", async () => {
    const { runtime, request, fake, sessions } = await prepareAnthropic([
      { replies: [calls("list", {}), handsIn("one"), hangs(text("so")), handsIn("two")] },
    ]);
    const { ref } = await play(runtime, request());
    const resumed = request(resumes(ref, "Second."));
    const input = { url: fake.url, sessions, request: resumed };
    const process_ = startChild(process.execPath, [child(), JSON.stringify(input)]);
    for (let line = ""; !line.includes("answering"); ) line = await process_.line();
    await process_.kill();

    const { outcome } = await play(runtime, resumed);

    expect(outcome).toMatchObject({ status: "completed", reply: "two", session: `${idOf(ref)}@3` });
    expect(bare(fake.requests[3]!)).toEqual(bare(fake.requests[2]!));
    expect(marksOf(fake.requests[3]!)).toEqual(marksOf(fake.requests[2]!));
  });

  it("that the disk has no room for fails the turn in words, with everything that was paid for", async () => {
    const usage = { input_tokens: 100, cache_read_input_tokens: 0, cache_creation_input_tokens: 0, output_tokens: 50 };
    const { request, fake, sessions } = await prepareAnthropic([
      {
        replies: [
          { ...calls("list", {}), usage },
          { ...says("a long answer ".repeat(10_000)), usage },
        ],
      },
    ]);
    const input = JSON.stringify({ url: fake.url, sessions, request: request() });
    const command = 'ulimit -f 64; exec "$0" "$@"'; // blocks of 512 or 1024 bytes, depending on the shell
    const full = startChild("sh", ["-c", command, process.execPath, child(), input]);
    let last = "";
    for (; !last.includes('"ended"'); ) last = await full.line();

    expect(JSON.parse(last).outcome).toMatchObject({
      ...{ status: "failed", sessionLost: false, error: expect.stringContaining("the session cannot be kept") },
      usage: { input: 200, output: 100 },
    });
  });

  it("holds no key, not even one that stands in a file of the project", async () => {
    const { runtime, request, fake, sessions } = await prepareAnthropic(
      [{ replies: [reply(tool("read", { path: ".env" }), tool("grep", { pattern: "KEY" })), says("done")] }],
      { files: { ".env": `KEY=${TEST_KEY}\n` } },
    );

    const { ref, events } = await play(runtime, request({ prompt: promptWithMarks([`Key ${TEST_KEY}`], "Go.") }));

    const kept = await readFile(join(sessions, `${idOf(ref)}.jsonl`), "utf8");
    expect(kept).toContain("KEY=[secret]");
    for (const told of [kept, JSON.stringify(events), JSON.stringify(fake.requests.map(({ body }) => body))]) {
      expect(told).not.toContain(TEST_KEY);
    }
    expect(JSON.stringify(fake.requests[0]?.headers)).toContain(TEST_KEY);
  });
});
