import { spawnSync } from "node:child_process";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-repo.ts";
import { makerMark } from "../../../domain/run/maker-mark.ts";
import { removeLeftBehind } from "./left-behind.ts";
import { takeLocks } from "./locks.ts";
import { selfIdentity } from "./processes.ts";

const request = async () => ({ ...(await selfIdentity()), feature: "001-a", command: "iflow x", at: "now" });
const GONE = spawnSync("true").pid;

async function folderWith(...pids: number[]): Promise<string> {
  const folder = await tempFolder();
  await mkdir(join(folder, "runs", "001-a.specify.1"), { recursive: true });
  for (const pid of pids) {
    await mkdir(join(folder, `index-${makerMark(hostname(), pid)}AbCdEf`));
    await writeFile(join(folder, "runs", "001-a.specify.1", `.x.json.${makerMark(hostname(), pid)}1.draft`), "");
  }
  return folder;
}

it("removes locks, drafts and indexes of a process that is gone, and nothing else", async () => {
  const folder = await folderWith(GONE, process.ppid);
  const own = await request();
  await takeLocks([join(folder, "tree.lock")], { ...own, pid: GONE }, false);
  await takeLocks([join(folder, "locks", "001-a.lock")], { ...own, pid: GONE }, false);
  await takeLocks([join(folder, "locks", "002-b.lock")], own, false);
  await takeLocks([join(folder, "locks", "003-c.lock")], { ...own, pid: GONE, host: "elsewhere" }, false);
  const elsewhere = `index-${makerMark("elsewhere", GONE)}AbCdEf`;
  await mkdir(join(folder, elsewhere));

  await removeLeftBehind([folder, folder], request);

  const left = makerMark(hostname(), process.ppid);
  expect((await readdir(folder)).sort()).toEqual([`index-${left}AbCdEf`, elsewhere, "locks", "runs"].sort());
  expect(await readdir(join(folder, "locks"))).toEqual(["002-b.lock", "003-c.lock"]);
  expect(await readdir(join(folder, "runs", "001-a.specify.1"))).toEqual([`.x.json.${left}1.draft`]);
});

it("looks into the runs only where the owner of a lock is gone", async () => {
  const folder = await folderWith(GONE);
  await takeLocks([join(folder, "tree.lock")], await request(), false);

  await removeLeftBehind([folder], request);

  expect((await readdir(folder)).sort()).toEqual(["runs", "tree.lock"]);
  expect(await readdir(join(folder, "runs", "001-a.specify.1"))).toHaveLength(1);
});
