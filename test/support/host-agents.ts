// Agents of Claude Code without Claude Code: a transcript in its form, and the hook it runs when an agent stops. For what a
// host could do if no guard stood in its way.
import { appendFileSync, existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { createClock } from "../../src/adapters/clock.ts";
import { openHookDesk } from "../../src/adapters/host/hook-desk.ts";
import type { FlowState } from "../../src/frontends/drive/host/flow-state.ts";
import { moveRun } from "../../src/frontends/drive/host/move-run.ts";
import { type HookPlace, runHook } from "../../src/frontends/hook/run-hook.ts";
import { createWiring } from "../../src/wire.ts";
import { trusting } from "./trusting.ts";

type Order = FlowState["orders"][number];

export interface Played {
  readonly reply: unknown;
  /** Another kind of agent than the order asks for. */
  readonly type?: string;
  /** What it is told instead of the sentence, or before it. */
  readonly told?: readonly string[];
  readonly reads?: readonly string[];
  readonly agent?: string;
  /** A file that Claude Code's permissions keep it from writing. */
  readonly denied?: string;
  /** The transcript is written while the hook is already running. */
  readonly late?: boolean;
  /** Another file than the one Claude Code would write. */
  readonly forged?: string;
}

type Where = Pick<HookPlace, "cwd" | "project">;

const LATE_MS = 300;

export class HostAgents {
  readonly #root: string;
  readonly #folder: string;
  #count = 0;

  constructor(root: string, folder: string) {
    this.#root = root;
    this.#folder = folder;
  }

  /** Plays one order to its end; returns the agent's id. */
  async play(
    order: Order,
    {
      reply,
      type = order.agent_type,
      told = [order.sentence],
      reads = [],
      agent,
      denied,
      late = false,
      forged,
    }: Played,
  ): Promise<string> {
    const id = agent ?? order.agent ?? `agent${++this.#count}`;
    const transcript = forged ?? this.transcriptOf(id);
    mkdirSync(dirname(transcript), { recursive: true });
    const lines: string[] = [];
    const say = (line: object) => lines.push(`${JSON.stringify({ timestamp: "2026-01-01T00:00:00.000Z", ...line })}\n`);
    const write = () => appendFileSync(transcript, lines.join(""));
    for (const message of told) {
      const isFirst = lines.length === 0 && !existsSync(transcript);
      const words = `The coordinator sent a message while you were working:\n${message}\n\nAddress this before completing your current task.`;
      say(
        isFirst
          ? { type: "user", message: { role: "user", content: message } }
          : { type: "user", isMeta: true, origin: { kind: "coordinator" }, message: { role: "user", content: words } },
      );
    }
    const content = reads.map((path) => ({
      type: "tool_use",
      name: "Read",
      input: { file_path: join(this.#root, path) },
    }));
    if (denied !== undefined) {
      const input = { file_path: join(this.#root, denied) };
      const text = `Claude requested permissions to write to ${input.file_path}, but you haven't granted it yet.`;
      const result = { type: "tool_result", tool_use_id: "w1", is_error: true, content: text };
      say({ type: "assistant", message: { content: [{ type: "tool_use", id: "w1", name: "Write", input }] } });
      say({ type: "user", message: { role: "user", content: [result] }, toolDenialKind: "user-rejected" });
    }
    const usage = { input_tokens: 100, output_tokens: 10, cache_read_input_tokens: 50, cache_creation_input_tokens: 5 };
    const last = typeof reply === "string" ? reply : JSON.stringify(reply);
    say({
      type: "assistant",
      message: { id: `m${id}`, model: "claude-opus-5-5", content: [...content, { type: "text", text: last }], usage },
    });
    if (late) setTimeout(write, LATE_MS);
    else write();
    await this.hook("subagent-stop", {
      agent_id: id,
      agent_type: type,
      agent_transcript_path: transcript,
      last_assistant_message: last,
    });
    return id;
  }

  /** The session's own model tells an agent the sentence of this order, and pays so much for it. */
  drives(order: Pick<Order, "sentence">, usage: object): void {
    const id = `main${++this.#count}`;
    const content = [{ type: "tool_use", id, name: "Agent", input: { prompt: order.sentence } }];
    const told = { type: "user", message: { role: "user", content: "go on" } };
    const did = { type: "assistant", message: { id, model: "claude-opus-5-5", content, usage } };
    const timestamp = new Date().toISOString(); // while its run is open
    const lines = [told, did].map((line) => `${JSON.stringify({ timestamp, ...line })}\n`);
    mkdirSync(this.#folder, { recursive: true });
    appendFileSync(join(this.#folder, "s1.jsonl"), lines.join(""));
  }

  transcriptOf(agent: string): string {
    return join(this.#folder, "s1", "subagents", `agent-${agent}.jsonl`);
  }

  /** What the hook prints, parsed; undefined for silence. */
  // biome-ignore lint/suspicious/noExplicitAny: each event has a shape of its own
  async hook(event: string, input: object, place: Where = { cwd: this.#root }): Promise<any> {
    const given = JSON.stringify({
      cwd: this.#root,
      session_id: "s1",
      transcript_path: join(this.#folder, "s1.jsonl"),
      ...input,
    });
    const clock = createClock(undefined);
    const move = (cwd: string, feature: string) =>
      moveRun(
        {
          wiring: createWiring("test", { ...process.env, ...trusting(this.#root) }),
          cwd,
          signal: new AbortController().signal,
        },
        feature,
      );
    const printed = await runHook(event, given, (cwd) => openHookDesk(cwd, clock), { ...place, move });
    return printed === undefined ? undefined : JSON.parse(printed);
  }
}
