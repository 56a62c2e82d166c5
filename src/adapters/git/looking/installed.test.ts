// Installed packages that were touched, by the disk's clock.
import { utimesSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { tempRepo } from "../../../../test/support/temp-repo.ts";
import { openGit } from "../open-repository.ts";

test("F2: rewritten files of ignored packages are found, whatever their dates say; caches and tracked folders are not", async () => {
  const repo = await tempRepo({ ".gitignore": "node_modules/\n.venv\n", "vendor/a.go": "1\n", "packages/b/x": "" });
  await repo.write({
    "node_modules/a/old.js": "1\n",
    "packages/b/node_modules/c/index.js": "1\n",
    ".venv/lib/x.py": "1\n",
    "node_modules/gone.js": "1\n",
  });
  await pause(20);
  const since = Date.now();
  await pause(20);
  await repo.write({
    "node_modules/a/run.js": "2\n",
    "node_modules/.cache/x": "2\n",
    "packages/b/node_modules/c/index.js": "2\n",
    ".venv/lib/x.py": "2\n",
    "vendor/a.go": "2\n",
  });
  utimesSync(join(repo.root, ".venv/lib/x.py"), 1, 1);
  await rm(join(repo.root, "node_modules/gone.js"));
  const { repository } = await openGit(repo.root, process.env);

  expect(await repository.touchedInstalled(since)).toEqual([
    ".venv/lib/x.py",
    "node_modules/a/run.js",
    "packages/b/node_modules/c/index.js",
  ]);
  expect(await repository.touchedInstalled(Date.now() + 1000)).toEqual([]);
});
