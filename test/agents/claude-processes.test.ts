// No process outlives its dispatch: not after an abort, not when the reader walks away, not when we are killed.
import { join } from "node:path";
import { expect, it } from "vitest";
import { collect, outcomeOf, processesOf, until } from "../contracts/agent-runtime.contract.ts";
import { newStep } from "../support/agent-request.ts";
import { bundleForNode } from "../support/bundle.ts";
import { startChild } from "../support/child-process.ts";
import { claudeEnvironment, clientsFolder, prepareClaude } from "../support/claude-agent.ts";
import { calls, hangs, says, text } from "../support/fake-anthropic/reply.ts";

const CHECK = "sh hang.sh";
const FILES = { "hang.sh": "#!/bin/sh\nsleep 100 &\nsleep 100\n" };
const WRITER = { role: "implementer", access: "write" } as const;
/** Claude, its shell, the script and the two it waits for. */
const IN_THE_MIDDLE = 4;

const dispatchChild = bundleForNode(join(import.meta.dirname, "../support/claude-dispatch-child.ts"));

it("an abort in the middle of a check ends Claude, the check and what the check started", async () => {
  const { runtime, request, fake } = await prepareClaude([{ replies: [calls("Bash", { command: CHECK })] }], {
    files: FILES,
    checks: [CHECK],
  });
  const step = newStep();
  const abort = new AbortController();

  const reading = collect(runtime, request({ ...WRITER, step }), abort.signal);
  await until(() => processesOf(step).length >= IN_THE_MIDDLE);
  abort.abort();

  const ended = outcomeOf(await reading);
  const { input_tokens: input, cache_creation_input_tokens: cacheWrite } = fake.records[0]?.usage ?? {};
  expect(ended).toMatchObject({ status: "aborted", usage: { input, cacheWrite, estimated: true } }); // paid until then
  expect(processesOf(step)).toEqual([]);
});

it("a session whose turn was aborted can be resumed", async () => {
  const { runtime, request, fake } = await prepareClaude([
    { replies: [says("one"), hangs(text("so")), says("three")] },
  ]);
  const first = outcomeOf(await collect(runtime, request()));
  const ref = (first.status === "completed" && first.session) || "none";
  const abort = new AbortController();
  const cut = collect(runtime, request({ kind: "resume", session: { ref, mode: "resume" } }), abort.signal);
  await until(() => fake.requests.length === 2);
  abort.abort();
  await cut;

  const third = outcomeOf(await collect(runtime, request({ kind: "resume", session: { ref, mode: "resume" } })));

  expect(third).toMatchObject({ status: "completed", reply: "three", session: ref });
});

it("a reader that walks away leaves nothing running", async () => {
  const { runtime, request, fake } = await prepareClaude([{ replies: [hangs(text("so"))] }]);
  const step = newStep();

  for await (const event of runtime.dispatch(request({ step }), new AbortController().signal)) {
    if (event.type !== "spawned") break;
    expect(processesOf(step)).toContain(event.pid);
  }

  expect(fake.requests).toHaveLength(1);
  expect(processesOf(step)).toEqual([]);
});

it("a kill -9 of the program ends Claude and the check it was running, without anybody's help", async () => {
  const { fake, root, home } = await prepareClaude([{ replies: [calls("Bash", { command: CHECK })] }], {
    files: FILES,
  });
  const step = newStep();
  const env = await claudeEnvironment(home, fake.url);
  const order = JSON.stringify({ clients: clientsFolder(), root, step, check: CHECK, env });
  const child = startChild(process.execPath, [dispatchChild(), order]);
  await until(() => processesOf(step).length >= IN_THE_MIDDLE);

  await child.kill();

  await until(() => processesOf(step).length === 0);
});
