// The contract of durable runs, held by the rows of a real PostgreSQL.
import { createRowRuns } from "../../src/adapters/runs/row-runs.ts";
import { branchesContract } from "../contracts/run-branches.contract.ts";
import { branchesFuzz } from "../contracts/run-branches.fuzz.ts";
import { runsContract } from "../contracts/runs.contract.ts";
import { teamDatabase } from "../support/team-database.ts";
import { tempFolder } from "../support/temp-repo.ts";

const here = { host: "here", clone: "/clone", tree: "/clone" };
const clock = { now: () => new Date("2026-03-01T10:00:00.000Z") };
const shared = teamDatabase();
let repositories = 0;

const create = async () => {
  const { database } = await shared;
  const [gitDir, repository] = [await tempFolder(), `repository ${++repositories}`];
  return { reopen: async () => createRowRuns({ database, repository, mirror: `${gitDir}/runs`, gitDir, here, clock }) };
};

runsContract("PostgreSQL", create);
branchesContract("PostgreSQL", create);
branchesFuzz("PostgreSQL", create);
