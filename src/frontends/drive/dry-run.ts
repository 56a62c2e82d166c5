// The next prompt and what it would cost, without paying or changing anything: the command is carried out in a throw-away
// copy of the repository, up to the moment at which an agent would be asked. Nothing of the project is run there.
import type { PhaseResult } from "../../app/run/run-phase.ts";
import type { RunEvent } from "../../domain/run/events/run-event.ts";
import type { Pending } from "../../domain/run/questions/question.ts";
import type { AgentRequest, AgentRuntime } from "../../ports/agents/agent-runtime.ts";
import type { Ports } from "../../ports/ports.ts";
import type { Wiring } from "../../ports/wiring.ts";
import type { ChainEnd } from "./chain.ts";
import { type DrivePlace, NOBODY, type Person } from "./context.ts";

export type DryRun =
  | {
      readonly next: "prompt";
      readonly feature: string;
      readonly phase: string;
      readonly runtime: string;
      readonly model: string | null;
      readonly role: string;
      readonly kind: string;
      /** US dollars; null when the price is unknown. */
      readonly estimate: number | null;
      readonly prompt: string;
      /** Asked before it, and taken as if answered by default. */
      readonly asked: readonly string[];
      /** Of the whole feature, where it would be told. */
      readonly forecast: Forecast | null;
    }
  | { readonly next: "question"; readonly pendings: readonly Pending[] }
  /** A command of the project runs first, and the prompt depends on how it ends. */
  | { readonly next: "check"; readonly command: string }
  | { readonly next: "merge" }
  | { readonly next: "nothing" };

type Forecast = Extract<RunEvent, { type: "forecast-made" }>;

export async function dryRun(
  place: DrivePlace,
  command: (copy: DrivePlace) => Promise<PhaseResult | ChainEnd>,
): Promise<DryRun> {
  const { wiring, ports } = place;
  return wiring.withCopy(ports.repository, async (root) => {
    const seen: { forecast: Forecast | null; stop?: DryRun } = { forecast: null };
    const asked: string[] = [];
    const estimates = new Map<string, number | undefined>();
    const stop = (at: DryRun): never => {
      seen.stop ??= at;
      throw new Error("a dry run ends here");
    };
    const emit = (event: RunEvent) => {
      if (event.type === "forecast-made") seen.forecast = event;
      if (event.type === "dispatch-started") estimates.set(event.step, event.estimate);
    };
    const opened = await wiring.openPorts(root, emit);
    if (opened.repository.root !== root) throw new Error(`the copy in ${root} works on ${opened.repository.root}`);
    const ask = (agent: AgentRuntime, { step, feature, phase, role, model, kind, prompt }: AgentRequest) => {
      const place = { feature: feature.key, phase, runtime: agent.id, model: agent.models[model] ?? null };
      const estimate = estimates.get(step) ?? null;
      const { forecast } = seen;
      return stop({ next: "prompt", ...place, role, kind, estimate, prompt: prompt.text, forecast, asked });
    };
    const copy = {
      ...place,
      ...{
        ports: harmlessPorts(opened, ports, stop),
        wiring: askingNobody(place, ask),
        person: answeringByDefault(asked),
        emit,
      },
    };
    try {
      return ofResult(await command(copy));
    } catch (error) {
      if (seen.stop) return seen.stop;
      throw error;
    }
  });
}

/**
 * What a person may leave to the author is left to them, and how a feature is tested changes no first prompt: these do not
 * stand in its way. All other questions do.
 */
function answeringByDefault(asked: string[]): Person {
  return {
    ...NOBODY,
    interactive: true,
    ask: async ({ topic, text, options }) => {
      if (topic !== "tests") return undefined;
      asked.push(text);
      return { answer: options[0]?.value ?? "" };
    },
    askTogether: async (questions) => {
      asked.push(...questions.map(({ text }) => text));
      return questions.map((question) => question.default ?? "");
    },
  };
}

/** What a command reaches outside of the copy: processes, the project's own commands, the remote. */
function harmlessPorts(copy: Ports, original: Ports, stop: (at: DryRun) => never): Ports {
  const merge = async () => stop({ next: "merge" });
  return {
    ...copy,
    endProcess: async () => false,
    checks: { ...original.checks, run: async ({ command }) => stop({ next: "check", command }) },
    merging: { ...copy.merging, merge },
    publishing: { ...copy.publishing, push: merge, openPullRequest: merge },
  };
}

/** Settings are those of the original, whose person has confirmed them; agents are asked nothing. */
function askingNobody(
  { wiring, ports: { repository } }: DrivePlace,
  ask: (agent: AgentRuntime, request: AgentRequest) => never,
): Wiring {
  return {
    ...wiring,
    readConfig: () => wiring.readConfig(repository),
    readConfigLayers: () => wiring.readConfigLayers(repository),
    openAgent: async (place, config, choice) => {
      const agent = await wiring.openAgent(place, config, choice);
      const { id, version, models, abilities } = agent;
      return { id, version, models, abilities, dispatch: (request) => ask(agent, request) };
    },
  };
}

function ofResult(result: PhaseResult | ChainEnd): DryRun {
  const last = "last" in result ? result.last : result;
  return last?.type === "waiting" ? { next: "question", pendings: last.pendings } : { next: "nothing" };
}
