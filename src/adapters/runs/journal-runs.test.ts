import { branchesContract } from "../../../test/contracts/run-branches.contract.ts";
import { branchesFuzz } from "../../../test/contracts/run-branches.fuzz.ts";
import { runsContract } from "../../../test/contracts/runs.contract.ts";
import { tempFolder } from "../../../test/support/temp-repo.ts";
import { createJournalRuns } from "./journal-runs.ts";

const clock = { now: () => new Date("2026-03-01T10:00:00.000Z") };

const create = async () => {
  const commonDir = await tempFolder();
  return { reopen: async () => createJournalRuns({ commonDir, gitDir: commonDir, clock }) };
};

runsContract("the journal", create);
branchesContract("the journal", create);
branchesFuzz("the journal", create);
