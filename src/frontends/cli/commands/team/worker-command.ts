// `iflow worker`: works on what a team hands over, until it is ended. `iflow workers`: who does.
import { serveJobs, type WorkerEvent } from "../../../../app/team/serve-jobs.ts";
import { requireJobs } from "../../../../app/team/submit-feature.ts";
import { repositoryName } from "../../../../domain/config/team-settings.ts";
import type { LivingWorker } from "../../../../domain/team/worker.ts";
import { IflowError } from "../../../../domain/text/errors.ts";
import type { WorkedFor } from "../../../../ports/wiring.ts";
import type { CommandContext } from "../../command.ts";
import type { CommandResult } from "../../screen/output.ts";
import type { CommandPlace } from "../command-place.ts";
import { keepSlots } from "./keep-slots.ts";
import { serveHealth } from "./serve-health.ts";
import type { WorkerFlags } from "./worker-flags.ts";

export async function workerCommand(
  context: CommandContext,
  origins: readonly string[],
  flags: WorkerFlags,
): Promise<CommandResult> {
  const { wiring, terminal, signal } = context;
  const url = flags.db ?? wiring.teamAddress;
  if (url === undefined) {
    throw new IflowError("usage", "which database? None is named", {
      fix: "export IFLOW_TEAM_DB=postgresql://NAME:PASSWORD@HOST:5432/DATABASE   (docs/team.md)",
    });
  }
  const repositories = origins.length > 0 ? origins.map(workedFor) : [await originHere(context)];
  const slots = wholeNumber("--slots", flags.slots ?? "1");
  const name = flags.name ?? wiring.hostName;
  const words = [
    ...(flags.runtime === undefined ? [] : ["--runtime", flags.runtime]),
    ...(flags.script === undefined ? [] : ["--script", flags.script]),
  ];
  const say = (text: string) => terminal.say(`${new Date().toISOString().slice(11, 19)} ${text}`);
  const health = await serveHealth(flags.health, say);
  try {
    if (slots > 1 && flags.slot === undefined) {
      await keepSlots(context, { name, slots, origins: repositories, flags, url }, say, health);
      return ended(name);
    }
    const slot = flags.slot ?? "1";
    const setting = { name: `${name}/${slot}`, slots, repositories, words };
    const worker = await wiring.openWorker(url, setting, (text) => say(`${setting.name}: queue: ${text}`));
    try {
      await serveJobs(worker, signal, (event) => {
        health.hear(event);
        say(`${setting.name}: ${lineOf(event, repositories)}`);
      });
    } finally {
      await worker.close();
    }
    if (worker.lost.aborted) throw cut();
    return ended(setting.name);
  } finally {
    health.close();
  }
}

export async function workersCommand(place: CommandPlace): Promise<CommandResult> {
  const jobs = requireJobs(place.ports);
  const [workers, all] = await Promise.all([jobs.workers(), jobs.all()]);
  const busy = new Map(all.filter(({ state }) => state === "working").map((job) => [job.worker, job.feature]));
  const rows = workers.map((worker) => workerRow(worker, busy.get(worker.name)));
  const waiting = all.filter(({ state }) => state === "due" || state === "queued");
  return {
    data: {
      workers: workers.map((worker) => ({ ...worker, feature: busy.get(worker.name) ?? null })),
      jobs: all,
    },
    text: [
      ...(rows.length === 0 ? ["No worker is there.", "Next: iflow worker --help"] : rows),
      ...(waiting.length === 0 ? [] : [`queued: ${waiting.map(({ feature }) => feature).join(", ")}`]),
    ].join("\n"),
  };
}

function workerRow({ name, host, pid, version }: LivingWorker, feature: string | undefined): string {
  return `  ${shortName(name)}  ${host}, process ${pid}, ${version}: ${feature ?? "free"}`;
}

/** Without what tells one start of it from the next. */
export const shortName = (name: string): string => name.replace(/#.*$/, "");

function lineOf(event: WorkerEvent, repositories: readonly WorkedFor[]): string {
  switch (event.type) {
    case "ready":
      return `ready for ${repositories.map(({ name }) => name).join(", ")}`;
    case "opened":
      return `${event.job.feature}: opening ${event.job.opening}`;
    case "closed":
      return `${event.job.feature}: ${event.state}${event.told === undefined ? "" : ` (${event.told})`}`;
    case "took-over":
      return `took over ${event.openings.length} from a worker that is gone`;
    case "trouble":
      return event.text;
  }
}

/** An origin, or the name that the team gives it and the origin. */
function workedFor(text: string): WorkedFor {
  const [, given, after] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  const isNamed = given !== undefined && !given.includes("://");
  const origin = isNamed && after !== undefined ? after : text;
  const name = isNamed ? given : repositoryName(origin);
  if (name !== undefined) return { name, origin };
  throw new IflowError("usage", `it is not known what the team calls ${text}`, { fix: `iflow worker NAME=${text}` });
}

async function originHere(context: CommandContext): Promise<WorkedFor> {
  const { ports } = await context.open().catch(() => {
    throw new IflowError("usage", "which repository? This folder is in none", {
      fix: "iflow worker git@github.com:acme/shop.git",
    });
  });
  const [team, origin] = await Promise.all([
    context.wiring.teamHere(ports.repository),
    context.wiring.originOf(ports.repository.root),
  ]);
  if (team && origin !== undefined) return { name: team.repository, origin };
  throw new IflowError("usage", "this repository has no origin that a worker could clone", {
    fix: "iflow worker git@github.com:acme/shop.git",
  });
}

export function wholeNumber(flag: string, text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0 && number <= 64) return number;
  throw new IflowError("usage", `${flag}: "${text}" is not a whole number from 1 to 64`, { fix: `${flag} 3` });
}

const ended = (name: string): CommandResult => ({ data: { worker: name }, text: `worker ${name} has ended` });

function cut(): IflowError {
  return new IflowError("interrupted", "the connection to the team's database was cut, so this worker has ended", {
    fix: "start it again, or let a supervisor do so: docs/team.md",
  });
}
