import { expect, test } from "vitest";
import { tempRepo } from "../../../../test/support/temp-repo.ts";
import { openGit } from "../open-repository.ts";

test("what git knows of the person, and what it is told", async () => {
  const repo = await tempRepo();
  const { commits } = await openGit(repo.root, process.env);
  expect(await commits.identity()).toEqual({ isEnough: true, name: "iflow test", email: "test@iflow.invalid" });

  repo.git("config", "--unset", "user.email");
  repo.git("config", "user.useConfigOnly", "true"); // whatever the machine is called, git does not guess
  expect(await commits.identity()).toEqual({ isEnough: false, name: "iflow test" });

  await commits.storeIdentity({ name: 'Ada "A" Lovelace', email: "ada@example.com" });
  expect(await commits.identity()).toEqual({ isEnough: true, name: 'Ada "A" Lovelace', email: "ada@example.com" });
  await commits.requireIdentity();
});
