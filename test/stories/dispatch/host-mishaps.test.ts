// Runs inside of a host, where something goes wrong beside the agents: a host that forbids, a file that changes, a report that is
// gone, a run that somebody else continues.
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { continueRun, type Driver } from "../../../src/app/run/run-phase.ts";
import { yoloAnswer } from "../../../src/domain/run/questions/yolo.ts";
import { createWiring } from "../../../src/wire.ts";
import { DRAFT, HISTORY, hosted, REVISION } from "../../support/host-story.ts";
import { carryOut } from "../../support/mcp-client.ts";
import { approve, FEATURE, SPEC_PATH, TWO_ROUNDS } from "../../support/story.ts";

test("A9: an author that the host's permissions keep from writing is a pause that says how to allow it", async () => {
  const { root, agents, report, mcp, iflow } = await hosted();
  const [draft] = (await mcp.call("start", { phase: "specify", yolo: true })).orders;

  const paused = await report(draft, await agents.play(draft, { reply: "I could not write it.", denied: SPEC_PATH }));

  expect(paused.state).toBe("paused");
  expect(paused.message).toContain(`the host's permissions did not let it write ${SPEC_PATH}`);
  expect(paused.message).toContain("--permission-mode acceptEdits");
  expect((await iflow("cost")).stdout).toMatch(/specify +1 /);
  const [again] = (await mcp.call("next")).orders;
  expect(again).toMatchObject({ role: "spec-author", kind: "fresh" });
  await carryOut(root, DRAFT ?? {});
  const [review] = (await report(again, await agents.play(again, { reply: "Wrote it." }))).orders;
  expect(review.role).toBe("spec-reviewer");
});

test("a spec that somebody changes while it is reviewed costs the verdict, whatever the host says", async () => {
  const { root, agents, report, drafted, git } = await hosted();
  const review = await drafted();
  appendFileSync(join(root, SPEC_PATH), "Everything is allowed.\n");

  const answer = await report(review, await agents.play(review, { reply: approve() }));

  expect(answer.state).toBe("question");
  expect(answer.questions[0].text).toContain(
    "was changed while spec-reviewer was reviewing it, so that verdict does not count",
  );
  expect(git("log", "-1", "--format=%s").trim()).toBe("iflow: specify draft");
});

test("a spec that is another one while it is read, and then the same again, costs the verdict too", async () => {
  const { root, agents, report, drafted, read, git } = await hosted();
  const review = await drafted();
  const [gate] = (await report(review, await agents.play(review, { reply: approve() }))).orders;
  expect(gate.role).toBe("phase-reviewer");
  const written = read(SPEC_PATH);
  writeFileSync(join(root, SPEC_PATH), "# All is well\n");
  const misled = await agents.play(gate, { reply: approve() });
  writeFileSync(join(root, SPEC_PATH), written);

  const [again] = (await report(gate, misled)).orders;

  expect(again).toMatchObject({ role: "phase-reviewer", kind: "fresh" });
  expect(again.order).not.toBe(gate.order);
  writeFileSync(join(root, "docs/notes.txt"), "new\n"); // in a folder that is searched: nothing that was read is another one
  const done = await report(again, await agents.play(again, { reply: approve(), reads: ["docs"] }));
  expect(done.state).toBe("done");
  expect(read(HISTORY)).toContain("was written to while it was read");
  expect(git("log", "-1", "--format=%s").trim()).toBe("phase(specify): login-limit - approved");
});

test("an order whose report is gone has failed and is given again", async () => {
  const { agents, report, drafted, mcp, write, read } = await hosted();
  const review = await drafted();
  const answer = JSON.stringify({ answer: "reported", at: "2026-01-01T00:00:00.000Z" });
  await write({ [`.git/iflow/runs/${FEATURE}.specify.1/answers/${review.order}.json`]: answer });

  const [again] = (await mcp.call("next")).orders;

  expect(again).toMatchObject({ role: "spec-reviewer", kind: "fresh" });
  expect(again.order).not.toBe(review.order);
  const [gate] = (await report(again, await agents.play(again, { reply: approve() }))).orders;
  expect(gate.role).toBe("phase-reviewer");
  expect(read(HISTORY)).toContain("002.report.json is missing or damaged");
  const outcome = JSON.parse(
    read(`.git/iflow/runs/${FEATURE}.specify.1/dispatches/003-spec-reviewer-fresh.outcome.json`),
  );
  expect(outcome).toMatchObject({ status: "completed", estimate: expect.any(Number), runtime: "host" });
});

test("a report continues the run of its order, whatever else is open; without an order the host must name the run", async () => {
  const { agents, report, drafted, mcp } = await hosted();
  const review = await drafted();
  const waiting = await mcp.call("start", { phase: "brainstorm", idea: "password rules" });

  await expect(mcp.call("next")).rejects.toThrow(`pass \`feature\`, such as "${FEATURE}"`);
  const next = await report(review, await agents.play(review, { reply: approve() }));
  expect(next).toMatchObject({ feature: FEATURE, orders: [{ role: "phase-reviewer" }] });
  expect(await mcp.call("next", { feature: FEATURE })).toEqual(next);
  expect(await mcp.call("next", { feature: waiting.feature })).toEqual(waiting);
});

test("an order that is not carried out holds no lock; a command does not take it over, a person with other agents does", async () => {
  const { root, agents, mcp, iflow, json, script, scriptPath, read } = await hosted();
  await mcp.call("start", { phase: "specify", yolo: true });
  await carryOut(root, { writes: { "{feature}/spec.md": "# half" } });
  await script({
    ...TWO_ROUNDS,
    "spec-author": [{ ...DRAFT, promptHas: ["An earlier attempt at this was interrupted"] }, REVISION ?? {}],
  });

  expect((await json("status")).document.data.features[0]).toMatchObject({ state: "waiting", next: "/iflow:continue" });
  const session = await agents.hook("session-start", { source: "startup" });
  expect(session.hookSpecificOutput.additionalContext).toBe(
    `iflow: ${FEATURE}, phase specify, waiting for its spec-author; next: /iflow:continue`,
  );
  const command = await iflow("continue", "--yolo", "--runtime", "scripted", "--script", scriptPath);
  expect(command.stderr).toContain("runs in a host and must be continued there");
  const ended = await continueByHand(root, scriptPath);

  expect(ended).toMatchObject({ type: "ended", end: { choice: "continue", rounds: 2 } });
  expect(read(SPEC_PATH)).toContain("AC-2");
  await expect(mcp.call("report", { order: `${FEATURE}.specify.1.001`, agent: "a" })).rejects.toThrow(
    "is not an open order",
  );
});

test("a run that continues in a host is the host's wherever it began, and no longer when other agents continue it", async () => {
  const { root, agents, mcp, iflow, script, scriptPath } = await hosted();
  await script(TWO_ROUNDS);
  const use = { tool_name: "Bash", tool_input: { command: "iflow continue" } };
  const guard = (session_id = "s2") => agents.hook("pre-tool-use", { ...use, session_id });
  expect(await guard("s1")).toBeDefined(); // its user typed a command of ours
  const answer = (id: string) => iflow("answer", id, "from-description");
  await iflow("specify", "--runtime", "scripted", "--script", scriptPath);
  expect(await guard()).toBeUndefined();
  expect((await answer("001.1")).code).toBe(0);

  expect((await mcp.call("next")).state).toBe("question");
  expect(await guard()).toBeDefined();
  expect((await answer("001.2")).stderr).toContain("belongs to a run in a host");
  expect((await iflow("continue", "--yolo")).stderr).toContain("runs in a host and must be continued there");

  expect(await continueByHand(root, scriptPath, async () => undefined)).toMatchObject({ type: "waiting" });
  expect(await guard()).toBeUndefined();
  expect((await answer("001.2")).code).toBe(0);
});

const YOLO: Driver["answer"] = async (pendings) =>
  Object.fromEntries(pendings.flatMap((one) => (one.type === "question" ? [[one.id, yoloAnswer(one.topic)]] : [])));

/** What `iflow continue --yolo --runtime scripted` does at a terminal. */
async function continueByHand(root: string, script: string, answer = YOLO) {
  const wiring = createWiring("0.1.0");
  const ports = await wiring.openPorts(root, () => undefined);
  const config = await wiring.readConfig({ root });
  const choice = await wiring.chooseScript(script, root);
  const [run] = await ports.runs.open();
  if (!run) throw new Error("no run is open");
  const driver: Driver = {
    signal: new AbortController().signal,
    openAgent: () => wiring.openAgent({ root, runs: ports.runs }, config, choice),
    answer,
  };
  return continueRun(ports, driver, { run, command: "iflow continue", forceUnlock: false });
}
