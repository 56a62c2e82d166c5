// What kills cost a team: features are handed over, three workers bring them to the merge, and while they do, workers and their
// openings are killed, stopped for a while, and cut off from the database. Printed is what was lost, doubled and paid twice.
// `--features 12`, `--workers 3`, `--kills 8`, `--seconds 0.5` (each answer of an agent), `--seed 1`, `--json`.
// Needs a PostgreSQL: the one of the tests (npm --prefix test/postgres ci), or IFLOW_TEST_PG with an address.
import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { randomNumbers } from "./chaos/points.ts";
import { number } from "./many/shop.ts";
import { type Team, type WorkerProcess, withTeam } from "./team/team.ts";
import { countTrouble, mergedParts } from "./team/trouble.ts";

const options = {
  ...{ features: number("--features", 12), workers: number("--workers", 3), kills: number("--kills", 8) },
  ...{ seconds: number("--seconds", 0.5), seed: number("--seed", 1) },
};
const next = randomNumbers(options.seed);

const result = await withTeam(options.seconds, async (team) => {
  const begun = performance.now();
  const keys = await team.submit(1, options.features);
  const workers = Array.from({ length: options.workers }, (_, index) => team.startWorker(`w${index + 1}`));
  const kills = await killUntilDone(team, workers);
  const trouble = await countTrouble(team, keys);
  return { ...options, done: kills, seconds: Math.round((performance.now() - begun) / 1000), ...trouble };
});
if (process.argv.includes("--json")) console.log(JSON.stringify(result, null, 2));
else
  console.log(
    Object.entries(result)
      .map(([name, value]) => `${name.padEnd(22)} ${JSON.stringify(value)}`)
      .join("\n"),
  );

/** Each kind of harm in turn, at random times, as long as there is work. */
async function killUntilDone(team: Team, workers: WorkerProcess[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const kinds = ["worker", "opening", "frozen", "cut"] as const;
  for (let made = 0; !(await isDone(team)); ) {
    await sleep(500 + 3000 * next());
    if (made >= options.kills || (await isDone(team))) continue;
    const kind = kinds[made % kinds.length] ?? "worker";
    const place = Math.floor(next() * workers.length);
    const victim = workers[place];
    if (victim === undefined || !(await harm(team, victim, kind))) continue;
    counts[kind] = (counts[kind] ?? 0) + 1;
    made += 1;
    process.stderr.write(`${made} of ${options.kills}: ${kind} ${victim.name}; merged ${mergedParts(team).length}\n`);
    if (victim.child.exitCode !== null || victim.child.signalCode !== null || kind === "worker" || kind === "cut") {
      await victim.ended;
      workers[place] = team.startWorker(victim.name);
    }
  }
  return counts;
}

/** False when it had nothing to be harmed at. */
async function harm({ database }: Team, { child, name }: WorkerProcess, kind: string): Promise<boolean> {
  if (kind === "worker") return child.kill("SIGKILL");
  if (kind === "frozen") {
    child.kill("SIGSTOP");
    await sleep(3000);
    return child.kill("SIGCONT");
  }
  if (kind === "cut") {
    const cut = "select pg_terminate_backend(backend) from iflow.worker where starts_with(name, $1)";
    return (await database.rows(cut, [`${name}/`])).length > 0;
  }
  const [owner] = await database.rows<{ owner: string }>(
    "select h.owner from iflow.holder h join iflow.job j on j.feature = h.feature where starts_with(j.worker, $1)",
    [`${name}/`],
  );
  const pid = owner && JSON.parse(owner.owner).pid;
  if (typeof pid !== "number" || !isOurs(pid)) return false;
  process.kill(pid, "SIGKILL");
  return true;
}

/** A process that iflow itself has named, and that still is one of its openings. */
function isOurs(pid: number): boolean {
  try {
    return execFileSync("ps", ["-o", "args=", "-p", String(pid)], { encoding: "utf8" }).includes("--json continue");
  } catch {
    return false;
  }
}

async function isDone({ database }: Team): Promise<boolean> {
  const open = await database.rows<{ told: string; feature: string; state: string }>(
    "select feature, state, told from iflow.job where state <> 'done'",
  );
  const stopped = open.filter(({ state }) => state === "stopped" || state === "waiting");
  if (stopped.length > 0) throw new Error(`not for a person to do: ${JSON.stringify(stopped)}`);
  return open.length === 0;
}
