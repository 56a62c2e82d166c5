// What many features at once cost in time: one small feature in a work tree, from `iflow quick` to its merge, then ten of them side
// by side, each a process of its own. Their agents are the runtime `anthropic` on a fake API on loopback that takes two seconds a turn.
// Printed are the wall times and their ratio, the processor's part of it, the memory and open files of a process, and
// what is left behind. `--features 5`, `--seconds 1`, `--json`.
import { availableParallelism } from "node:os";
import { takeCpuSeconds } from "../test/support/cpu-time.ts";
import { startFakeAnthropic } from "../test/support/fake-anthropic/server.ts";
import { type Held, watchHeld } from "../test/support/held.ts";
import { partRules, TURNS } from "../test/support/part-model.ts";
import { inShop, number } from "./many/shop.ts";

const [features, seconds] = [number("--features", 10), number("--seconds", 2)];

const FLAGS = ["--worktree", "--yolo", "--runtime", "anthropic"];

const one = await play(1);
const many = await play(features);
const result = {
  ...{ seconds, turns: TURNS, processors: availableParallelism() },
  one: { ...one, perFeature: one.wall },
  many: { features, ...many, perFeature: many.wall / features },
  ratio: Number((many.wall / one.wall).toFixed(2)),
};
if (process.argv.includes("--json")) console.log(JSON.stringify(result, null, 2));
else {
  console.log(`agents take ${seconds} s a turn, ${TURNS} turns a feature; ${result.processors} processors\n`);
  console.log("                    wall   on a processor   memory   open files   merged   left behind");
  console.log(`one feature     ${cells(one)}`);
  console.log(`${`${features} at once`.padEnd(15)} ${cells(many)}`);
  console.log(`ratio           ${result.ratio.toFixed(2).padStart(6)}`);
}

interface Played extends Held {
  readonly wall: number;
  /** Of iflow, its git and the fake API. */
  readonly cpu: number;
  readonly merged: number;
  readonly left: number;
}

function cells({ wall, cpu, megabytes, files, merged, left }: Played): string {
  return [
    `${wall.toFixed(1)} s`.padStart(8),
    `${cpu.toFixed(1)} s`.padStart(16),
    `${megabytes} MB`.padStart(8),
    String(files).padStart(12),
    String(merged).padStart(8),
    String(left).padStart(13),
  ].join(" ");
}

async function play(count: number): Promise<Played> {
  const api = await startFakeAnthropic(partRules(seconds));
  try {
    return await inShop({}, async ({ iflow, git, left }) => {
      const env = { ANTHROPIC_API_KEY: "sk-ant-bench", ANTHROPIC_BASE_URL: api.url };
      const held = watchHeld();
      takeCpuSeconds();
      const begun = performance.now();
      const ended = await Promise.allSettled(
        Array.from({ length: count }, (_, index) => {
          const running = iflow.with(env, "quick", `add part ${index}`, ...FLAGS);
          held.add(running.child.pid);
          return running;
        }),
      );
      for (const end of ended) if (end.status === "rejected") throw end.reason;
      const wall = (performance.now() - begun) / 1000;
      return {
        ...{ wall, cpu: takeCpuSeconds(), ...held.stop(), left: left() },
        merged: git("log", "--first-parent", "--merges", "--format=%h").split("\n").filter(Boolean).length,
      };
    });
  } finally {
    await api.close();
  }
}
