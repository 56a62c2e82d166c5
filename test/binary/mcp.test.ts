// The MCP server with the official client, in both eras of the protocol, on a client that has no hooks.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { FlowState } from "../../src/frontends/drive/host/flow-state.ts";
import { verifies } from "../requirements.ts";
import { workplace } from "../support/iflow.ts";
import { carryOut, connectMcp, playOrders } from "../support/mcp-client.ts";
import { sampled } from "../support/sampled.ts";
import { shapeOf } from "../support/schema-shape.ts";
import { createFeature, FEATURE, SPEC_PATH, TWO_ROUNDS } from "../support/story.ts";

const HISTORY = `docs/features/${FEATURE}/.review-history.md`;

for (const era of sampled(["2025-11-25", "2026-07-28"] as const, 2)) {
  test(`${era}: a client plays every order of specify, its user answers a form, and the history says self-reported`, async () => {
    const place = await workplace();
    const asked: string[] = [];
    const mcp = await connectMcp(place.root, {
      era,
      user: (message) => {
        asked.push(message);
        return "continue";
      },
    });

    const progress: (string | undefined)[] = [];
    expect(await mcp.call("create_feature", { text: "login limit" })).toMatchObject({ feature: FEATURE });
    const onprogress = ({ message }: { message?: string | undefined }) => void progress.push(message);
    const lesson = { name: "Login limit", description: "A login limit is always approved.", reasoning: "x" };
    await mcp.call("store_memory", { ...lesson, category: "heuristics" });
    const started = await mcp.client.callTool(
      { name: "start", arguments: { phase: "specify", max_dispatches: 80 } },
      { onprogress },
    );
    const first = started.structuredContent as FlowState;
    // a client may miss one of several that arrive together
    expect(progress.join("\n")).toMatch(/specify of 001-login-limit|draft: spec-author \(fresh\)/);
    expect(first).toMatchObject({ state: "orders", feature: FEATURE, orders: [{ role: "spec-author", agent: null }] });
    expect(readFileSync(first.orders[0]?.prompt_file ?? "", "utf8")).toContain("login limit");
    const last = await playOrders(place.root, mcp, TWO_ROUNDS, first);

    expect(last).toMatchObject({ state: "done", next: expect.stringMatching(/^iflow --cwd \S+ design$/) });
    const told = place
      .dispatchFiles(FEATURE, ".prompt.md")
      .filter((name) =>
        readFileSync(join(place.runFolder(FEATURE), "dispatches", name), "utf8").includes(lesson.description),
      );
    expect(told).toEqual(["001-spec-author-fresh.prompt.md"]); // a reviewer is told nothing by whom it judges
    await mcp.client.listTools(); // from here on the client holds answers against the schemas, which know of no further fields
    expect((await mcp.call("history")).entries).not.toEqual([]);
    expect((await mcp.call("cost", { by: "role" })).rows).toHaveLength(3);
    for (const look of ["status", "list", "validate"]) expect(await mcp.call(look)).toBeDefined();
    expect(asked).toHaveLength(4);
    expect(asked.at(-1)).toContain("self-reported by the host: phase-reviewer, spec-reviewer");
    expect(place.read(SPEC_PATH)).toContain("AC-2");
    expect(place.read(HISTORY)).toMatch(
      /SELF-REPORTED: spec-reviewer iteration 1[\s\S]*SELF-REPORTED: spec-reviewer iteration 2/,
    );
    expect(place.git("log", "-1", "--format=%s").trim()).toBe("phase(specify): login-limit - approved");
  });
}

verifies(
  "AGT-2",
  "a client that does not tell what it uses asks its user how often agents may be asked, and is held to it",
  async () => {
    const place = await workplace();
    await createFeature(place);
    const mcp = await connectMcp(place.root);
    const start = (given: object) => mcp.call("start", { phase: "specify", max_dispatches: undefined, ...given });

    for (const given of [{}, { yolo: true }, { phase: "brainstorm", idea: "password rules" }]) {
      await expect(start(given)).rejects.toThrow(
        /needs-answer: .*\nAsk the user how often.*\nFix: .*`max_dispatches`: 80/,
      );
    }
    const [draft] = (await start({ yolo: true, max_dispatches: 1 })).orders;
    await carryOut(place.root, TWO_ROUNDS["spec-author"]?.[0] ?? {});
    const report = { order: draft.order, agent: "a", reply: "Wrote it." };
    await expect(mcp.call("report", report)).rejects.toThrow("the limit of 1 dispatches has been reached");
    await expect(mcp.call("next")).rejects.toThrow("the limit of 1 dispatches has been reached");

    const [review] = (await mcp.call("next", { max_dispatches: 2 })).orders;
    expect(review).toMatchObject({ role: "spec-reviewer" });
    expect((await mcp.call("next")).orders).toEqual([review]); // a limit that was raised stays so
  },
);

test("a host keeps what it noticed and finds it again; what a feature cost is told; a PRD comes into its feature", async () => {
  const place = await workplace();
  await createFeature(place);
  const { client } = await connectMcp(place.root);
  const call = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });
  const lesson = {
    name: "Timeouts need a clock",
    description: "Tests that wait are slow.\n\n# Not a heading\n<script>alert(1)</script>",
    reasoning: "Seen in review.",
    category: "patterns",
  };

  await client.listTools();
  const first = await call("store_memory", lesson);
  expect(first.structuredContent).toMatchObject({ observations: 1, scope: "project", reinforced: false });
  expect((await call("store_memory", lesson)).structuredContent).toMatchObject({ observations: 2, reinforced: true });
  const found = await call("search_memory", { query: "waiting clock" });
  expect(found.structuredContent).toMatchObject({ results: [{ name: lesson.name, observations: 2 }] });
  const saidBy = (answer: { content: unknown }) => (answer.content as { text: string }[])[0]?.text.split("\n")[0];
  const id = (first.structuredContent as { id: string }).id;
  const third = await call("store_memory", lesson);
  const none = await call("search_memory", { query: "zebra" });
  expect([first, third, found, none].map(saidBy)).toEqual([
    `Stored: ${lesson.name} (id: ${id})`,
    `Reinforced: ${lesson.name} (id: ${id}, observations: 3)`,
    "Found 1 relevant memories:",
    "No matching memories found.",
  ]);
  const log = readFileSync(join(place.root, ".git", "iflow", "memory.jsonl"), "utf8");
  expect(JSON.parse(log.split("\n")[0] ?? "")).toMatchObject({ memory: { source: "session-capture" } });
  expect((await call("search_memory", { query: " " })).isError).toBe(true);
  expect((await call("store_memory", { ...lesson, category: "opinions" })).isError).toBe(true);
  expect((await call("cost", { feature: FEATURE })).structuredContent).toMatchObject({ feature: FEATURE, rows: [] });

  const wanted = { text: "password rules", prd: "docs/brainstorms/rules.prd.md" };
  expect((await call("create_feature", wanted)).isError).toBe(true);
  await place.write({ [wanted.prd]: "# PRD: Password rules\n" });
  const next = expect.stringMatching(/^iflow --cwd \S+ specify 002-password-rules$/);
  expect(saidBy(await call("create_feature", wanted))).toContain("HEAD is on feature/001-login-limit");
  const made = await call("create_feature", { ...wanted, from: "base" });
  expect(made.structuredContent).toMatchObject({ next, from: "main", stacked_on: null });
  expect(place.read("docs/features/002-password-rules/prd.md")).toBe("# PRD: Password rules\n");
});

test("tools, prompts and resources are the same in both eras, and each tool says what it answers", async () => {
  const place = await workplace();
  await createFeature(place);
  await place.write({ [SPEC_PATH]: "# Specification: Login limit\n" });
  const older = await connectMcp(place.root, { era: "2025-11-25" });
  const newer = await connectMcp(place.root);

  const { tools } = await newer.client.listTools();
  expect((await older.client.listTools()).tools).toEqual(tools);
  const shapes = tools.flatMap(({ name, inputSchema, outputSchema = {} }) => [
    `${name} ${shapeOf(inputSchema as object)}`,
    `  -> ${shapeOf(outputSchema as object)}`,
  ]);
  expect(shapes.join("\n")).toMatchInlineSnapshot(`
    "start {phase: brainstorm|specify|design|create-plan|create-tasks|implement|finish|run, idea?: string, feature?: string, yolo?: boolean, rerun?: boolean, from?: string, max_dispatches?: integer, ...}
      -> {state: orders|question|paused|done|idle, feature: string|null, phase: string|null, run: string|null, message: string, orders: [{order: string, role: string, kind: string, agent_type: string, agent: string|null, sentence: string, prompt_file: string, access: read|write|blind, readable: [string]}], questions: [{id: string, text: string, options: [{value: string, label: string}], free_text: boolean}], next: string|null}
    next {feature?: string, max_dispatches?: integer, ...}
      -> {state: orders|question|paused|done|idle, feature: string|null, phase: string|null, run: string|null, message: string, orders: [{order: string, role: string, kind: string, agent_type: string, agent: string|null, sentence: string, prompt_file: string, access: read|write|blind, readable: [string]}], questions: [{id: string, text: string, options: [{value: string, label: string}], free_text: boolean}], next: string|null}
    report {order: string, agent?: string, reply?: string, failed?: string, ...}
      -> {state: orders|question|paused|done|idle, feature: string|null, phase: string|null, run: string|null, message: string, orders: [{order: string, role: string, kind: string, agent_type: string, agent: string|null, sentence: string, prompt_file: string, access: read|write|blind, readable: [string]}], questions: [{id: string, text: string, options: [{value: string, label: string}], free_text: boolean}], next: string|null}
    answer {question: string, answer: string, ...}
      -> {state: orders|question|paused|done|idle, feature: string|null, phase: string|null, run: string|null, message: string, orders: [{order: string, role: string, kind: string, agent_type: string, agent: string|null, sentence: string, prompt_file: string, access: read|write|blind, readable: [string]}], questions: [{id: string, text: string, options: [{value: string, label: string}], free_text: boolean}], next: string|null}
    create_feature {text: string, prd?: string, from?: string, ...}
      -> {feature: string, branch: string, folder: string, from: string, stacked_on: string|null, next: string}
    status {...}
      -> {features: [{key: string, description: string, branch: string, phase: string|null, state: string, phases: [{phase: string, outcome: approved|accepted|stopped|completed, openIssues: number|null}], depth: {asked: string, now: string|null, why: [string], escalated: {at: string, phase: string, why: [string]}|null}|null, lastActivity: string|null, project: string|null, tree: string|null, current: boolean, what: string, next: string|null, tests: string|null, run: {id: string, createdAt: string, steps: number, inFlight: string|null}|null, pendings: [{type: question|pause|order, name: string, text: string, id?: string, ...}]}]}
    list {all?: boolean, ...}
      -> {features: [{key: string, description: string, branch: string, phase: string|null, state: string, phases: [{phase: string, outcome: approved|accepted|stopped|completed, openIssues: number|null}], depth: {asked: string, now: string|null, why: [string], escalated: {at: string, phase: string, why: [string]}|null}|null, lastActivity: string|null, project: string|null}], hidden: number}
    validate {feature?: string, ...}
      -> {documents: [{path: string, kind: string, failedLevel: number|null, findings: [{code: string, line: number, message: string, fix: string}]}]}
    tasks {feature?: string, ...}
      -> {tasks: [{number: string, title: string, dependsOn: [string], references: [{raw: string, kind: string, id?: string, word?: string, resolved: string|null}], contextChars: number, fullChars: number, warnings: [string]}]}
    cost {feature?: string, by?: phase|role|round, ...}
      -> {feature: string, by: string, rows: [{name: string, dispatches: number, input: number, read: number, written: number, output: number, cost: number|null, unpriced: number, estimated: boolean, cached: number|null, writeAmplification: number|null, freshCost: number|null}], total: {name: string, dispatches: number, input: number, read: number, written: number, output: number, cost: number|null, unpriced: number, estimated: boolean, cached: number|null, writeAmplification: number|null, freshCost: number|null}, hostTurns: counted|unknown|null, selfReported: number, status?: string}
    history {feature?: string, ...}
      -> {feature: string, path: string, source: string|null, text: string, entries: [{heading: string, phase: string|null, loop: string|null, iteration: number|null, at: string|null, final: boolean, reviewer: string|null, decision: string|null, decidedBy: string|null, reviewers: [{reviewer: string, decision: string}], issues: [{severity: string|null, text: string}], changes: string|null, markers: [string], register: [{id: string, severity: string, end: string, inferred: boolean, text: string}]}], issues: [{phase: string|null, raised: string, id: string, severity: string, end: string, inferred: boolean, text: string}], phases: [{phase: string, outcome: approved|accepted|stopped|completed, openIssues: number|null}], depth: {asked: string, now: string|null, why: [string], escalated: {at: string, phase: string, why: [string]}|null}|null, refused: [string]}
    store_memory {name: string, description: string, reasoning: string, category: patterns|anti-patterns|heuristics, references?: [string], keywords?: [string], confidence?: high|medium|low, phase?: string, scope?: project|global}
      -> {id: string, observations: number, scope: string, reinforced: boolean}
    search_memory {query: string, limit?: integer, category?: string, ...}
      -> {results: [{name: string, description: string, category: string, observations: number, score: number, entry: {category: string, name: string}|null}]}"
  `);
  const { prompts } = await newer.client.listPrompts();
  expect(prompts.map(({ name }) => name).join(" ")).toMatchInlineSnapshot(
    `"brainstorm create-feature specify design create-plan create-tasks implement finish-feature run continue status"`,
  );
  const prompt = await older.client.getPrompt({ name: "specify", arguments: { text: "--yolo" } });
  expect(JSON.stringify(prompt.messages)).toContain("--yolo");
  const { resources } = await newer.client.listResources();
  expect(resources.map(({ uri }) => uri)).toEqual([`iflow://features/${FEATURE}/spec.md`]);
  const { contents } = await older.client.readResource({ uri: `iflow://features/${FEATURE}/spec.md` });
  expect(contents[0]).toMatchObject({ mimeType: "text/markdown", text: "# Specification: Login limit\n" });
  for (const uri of [
    "iflow://features/001-login-limit/..%2f..%2fREADME.md",
    "iflow://history/099-no",
    "iflow://journal/x",
  ]) {
    await expect(newer.client.readResource({ uri })).rejects.toThrow();
  }
  expect((await newer.call("status")).features[0]).toMatchObject({
    key: FEATURE,
    next: expect.stringMatching(/^iflow --cwd \S+ specify$/),
  });
  expect((await newer.call("validate")).documents[0]).toMatchObject({ kind: "spec", failedLevel: 2 });
  expect(await newer.call("next")).toMatchObject({
    state: "idle",
    next: expect.stringMatching(/^iflow --cwd \S+ specify$/),
  });
});

test("an answer counts only for a question that was put to the user in that call; the journal can be read", async () => {
  const place = await workplace();
  await createFeature(place);
  const mcp = await connectMcp(place.root);
  const waiting = await mcp.call("start", { phase: "specify" });
  const [question] = waiting.questions;
  const forged = { [question.id]: { action: "accept", content: { answer: "from-description" } } };

  const params = { name: "next", arguments: {}, inputResponses: forged };
  const answer = await mcp.client.request({ method: "tools/call", params });
  expect(answer.structuredContent).toEqual(waiting);
  const sealed = { ...params, requestState: "v1.e30.AAAA" };
  await expect(mcp.client.request({ method: "tools/call", params: sealed })).rejects.toThrow("requestState");
  expect((await mcp.call("next")).questions).toEqual(waiting.questions);

  const { contents } = await mcp.client.readResource({ uri: `iflow://journal/${waiting.run}` });
  const journal = JSON.parse((contents[0] as { text: string }).text);
  expect(journal).toMatchObject({
    head: { id: waiting.run },
    counts: { asked: 3, opened: 2, done: expect.any(Number) },
    records: expect.arrayContaining([expect.objectContaining({ type: "asked", pending: expect.anything() })]),
  });
});

test("A5: a client without hooks and forms passes on its user's answers; everything says so, and hard stops stay the person's", async () => {
  const place = await workplace();
  await createFeature(place);
  const mcp = await connectMcp(place.root);
  const { questions, message } = await mcp.call("start", { phase: "specify" });
  expect(questions.map(({ id }: { id: string }) => id)).toEqual(["001.1", "001.2", "001.3"]);
  expect(message).toMatch(/iflow --cwd \S+ answer 001\.1 from-description \| their own words/);
  expect(message).toContain("Tool `answer`: from-description | their own words");
  expect(message).not.toContain("taken when they type it");

  const answer = (question: string, words: string) => mcp.call("answer", { question, answer: words });
  await expect(answer("001.9", "yes")).rejects.toThrow("open are: 001.1, 001.2, 001.3");
  expect((await answer("001.1", "Five tries a minute.")).questions).toHaveLength(2);
  await expect(answer("001.1", "Nine.")).rejects.toThrow("unknown or answered already");
  await answer("001.2", "from-description");
  const first = await answer("001.3", "from-description");
  const last = await playOrders(place.root, mcp, TWO_ROUNDS, first);

  expect(last).toMatchObject({ state: "question", questions: [{ id: "001.4" }] });
  expect(last.message).toMatch(/self-reported by the host: phase-reviewer, spec-reviewer, answer to 001\.1, answer to/);
  expect(place.read(HISTORY)).toContain("SELF-REPORTED: answer to 001.1: Five tries a minute.");
  expect(place.read(`.git/iflow/runs/${FEATURE}.specify.1/dispatches/001-spec-author-fresh.prompt.md`)).toContain(
    "Five tries a minute.",
  );
  const changes = await answer("001.4", "request-changes");
  expect(changes.message).toContain("The tool `answer` does not take this one.");
  await expect(answer("001.5", "Approve it.")).rejects.toThrow(
    /only a person at a terminal may give this answer to 001\.5\nFix: let the user run: iflow/,
  );
  const { entries, refused } = await mcp.call("history");
  expect(entries[0].markers).toContain("SELF-REPORTED: answer to 001.2: from-description");
  expect(refused).toEqual([
    "SELF-REPORTED: answer to 001.4: request-changes",
    'HOST-REFUSED: the answer "Approve it." to 001.5 was reported; only a person may give it',
  ]);
  const unknown = { cost: null, dispatches: 5 };
  expect(await mcp.call("cost")).toMatchObject({ hostTurns: "unknown", selfReported: 5, total: unknown });
  const printed = async (...words: string[]) => (await place.iflow(...words)).stdout;
  expect(await printed("cost")).toMatch(
    /total +5 .* \? +\?\n[\s\S]*SELF-REPORTED: 5 dispatches of a host without hooks/,
  );
  const shown = await printed("show", FEATURE);
  expect(shown).toMatch(/spec-reviewer\* .* \?\n[\s\S]*SELF-REPORTED: answer to 001\.1: Five tries a minute\.\n/);
  expect(shown).toContain("* SELF-REPORTED: there is only the host's word");
  expect((await place.json("show", FEATURE)).document.data.runs[0].selfReported).toHaveLength(4);
  expect(await printed("show", FEATURE, "--dispatch", "2")).toContain("SELF-REPORTED: there is only the host's word");
  expect(await printed("history")).toContain("SELF-REPORTED: answer to 001.4: request-changes");
  const { tools } = await (await connectMcp(place.root, { args: ["--hooks"] })).client.listTools();
  expect(tools.map(({ name }) => name)).not.toContain("answer");
  const asking = await connectMcp(place.root, { user: () => undefined });
  await expect(asking.call("answer", { question: "001.5", answer: "x" })).rejects.toThrow("in a form of its own");
});
