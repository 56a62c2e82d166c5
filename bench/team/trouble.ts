// What is wrong after all of it: steps recorded twice, dispatches without an answer, features that were not merged, leftovers.
import { execFileSync } from "node:child_process";
import type { Team } from "./team.ts";

export async function countTrouble(team: Team, keys: readonly string[]) {
  const { database, api, origin } = team;
  const doubled = await database.rows(DOUBLED);
  const [sent, outcomes] = await Promise.all([database.rows(SENT), database.rows(OUTCOMES)]);
  const refs = git(origin, "for-each-ref", "--format=%(refname)");
  return {
    features: keys.length,
    merged: mergedParts(team).length,
    files: git(origin, "ls-tree", "-r", "--name-only", "main", "src", "pages").split("\n").length,
    stepsDoubled: doubled.length,
    dispatchesSent: sent.length,
    outcomes: outcomes.length,
    requests: api.requests.length,
    // of the table of --yolo; nobody else has given one
    answers: (await database.rows("select 1 from iflow.answer")).length,
    refsLeft: refs.split("\n").filter((ref) => ref !== "refs/heads/main"),
    holdersLeft: (await database.rows("select 1 from iflow.holder")).length,
  };
}

export function mergedParts({ origin }: Team): string[] {
  return git(origin, "log", "--first-parent", "--merges", "--format=%s", "main").split("\n").filter(Boolean);
}

const git = (cwd: string, ...args: string[]) => execFileSync("git", args, { cwd, encoding: "utf8" }).trim();

const DOUBLED = `
select run, body::json ->> 'step' from iflow.record where type = 'done' group by 1, 2 having count(*) > 1`;

/** Every prompt that was written down before it was sent. */
const SENT = "select name from iflow.file where name like 'dispatches/%.prompt.md'";

const OUTCOMES = "select name from iflow.file where name like 'dispatches/%.outcome.json'";
