// The demo's second feature, played after the first is merged: it is created in its project, run in three phases, and
// examined for what it was given and what it taught.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { NEXT_IDEA, NEXT_PHASES, NEXT_SCRIPT, PROJECT_ID } from "../../../../../examples/demo/next-feature.ts";
import { createFeature } from "../../../../app/feature/create/create-feature.ts";
import { listBank } from "../../../../app/knowledge/knowledge-bank.ts";
import { listMemories } from "../../../../app/knowledge/memory.ts";
import type { OnEnded } from "../../../../app/run/run-chain.ts";
import type { PhaseResult } from "../../../../app/run/run-phase.ts";
import type { Config } from "../../../../domain/config/config.ts";
import type { Ports } from "../../../../ports/ports.ts";
import { runRest } from "../../../drive/chain.ts";
import { runFlags } from "../../../drive/run-driver.ts";
import { wordsRow } from "../../screen/rows/row-layout.ts";
import type { CommandPlace } from "../command-place.ts";

export async function playNext(place: CommandPlace, first: string, onEnded: OnEnded): Promise<PhaseResult | undefined> {
  const { terminal, person, ports, config } = place;
  const next = `And the next one, small and part of a project: "${terminal.paint.bold(NEXT_IDEA)}".`;
  terminal.say(`${wordsRow("", next, terminal.columns)}\n`);
  const script = join(ports.repository.gitDir, "iflow-demo-script.json");
  await writeFile(script, JSON.stringify(NEXT_SCRIPT));
  const wanted = { text: NEXT_IDEA, project: PROJECT_ID, dependsOn: [first] };
  const feature = await createFeature(ports, config, wanted);
  person.sayCreated(feature);
  const flags = { yolo: true, script, phases: NEXT_PHASES };
  return runRest(place, { feature: feature.key, kept: runFlags(flags, "chain"), flags }, onEnded);
}

export interface Learned {
  /** Lessons given to agents, and how often. */
  readonly handedOver: readonly { readonly name: string; readonly uses: number }[];
  readonly confirmed: readonly string[];
  readonly challenged: readonly string[];
}

/** What the files and records say, not what the story promises. */
export async function whatWasLearned(ports: Ports, { artifactsRoot }: Config, feature: string): Promise<Learned> {
  const entries = await listBank(ports, artifactsRoot);
  const names = new Map((await listMemories(ports, artifactsRoot)).map(({ id, name }) => [id, name]));
  const { uses } = (await ports.memory.recollect()).project;
  const number = Number.parseInt(feature, 10);
  const label = `#${String(number).padStart(3, "0")}`;
  return {
    handedOver: [...uses].flatMap(([id, all]) => {
      const own = all.filter(({ run }) => run.startsWith(`${feature}.`)).length;
      return own > 0 ? [{ name: names.get(id) ?? id, uses: own }] : [];
    }),
    confirmed: entries
      .filter(({ lastObserved, observations }) => lastObserved === number && observations > 1)
      .map(({ name }) => name),
    challenged: entries
      .filter(({ challenged }) => challenged.some((text) => text.includes(label)))
      .map(({ name }) => name),
  };
}
