// Ended runs of a team: the contract of the files, and what is gone for one is gone for all.
import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { createRowRuns } from "../../src/adapters/runs/row-runs.ts";
import { createRowArchive } from "../../src/adapters/runs/rows/row-archive.ts";
import { runArchiveContract } from "../contracts/run-archive.contract.ts";
import { exampleHead } from "../support/run-head.ts";
import { teamDatabase } from "../support/team-database.ts";
import { tempFolder } from "../support/temp-repo.ts";

const clock = { now: () => new Date("2026-03-01T10:00:00.000Z") };
const shared = teamDatabase();
let repositories = 0;

async function machine(repository: string) {
  const { database } = await shared;
  const gitDir = await tempFolder();
  const here = { host: "here", clone: gitDir, tree: gitDir };
  const place = { database, repository, mirror: `${gitDir}/team` };
  return {
    runs: createRowRuns({ ...place, gitDir, here, clock }),
    archive: createRowArchive({ ...place, sessions: `${gitDir}/sessions` }),
    mirror: place.mirror,
  };
}

runArchiveContract("PostgreSQL", () => machine(`repository ${++repositories}`));

it("a run that one machine removes is gone on the other, with its copy there; another repository keeps its own", async () => {
  const [here, there, stranger] = [await machine("shop"), await machine("shop"), await machine("other")];
  for (const { runs } of [here, stranger]) {
    const session = await runs.create(exampleHead());
    await session.run.folder.write("texts/a.md", "words");
    await session.end("continue");
  }
  const { id } = exampleHead();
  expect(existsSync(`${here.mirror}/${id}/texts/a.md`)).toBe(true);
  expect(await there.archive.ended()).toHaveLength(1);

  expect(await here.archive.remove(id)).toBe(true);

  expect(existsSync(`${here.mirror}/${id}`)).toBe(false);
  expect(await there.archive.ended()).toEqual([]);
  expect(await stranger.archive.ended()).toHaveLength(1);
});
