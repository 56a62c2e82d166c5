import { existsSync, statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../test/support/temp-repo.ts";
import { makeFolders } from "./make-folders.ts";

test("makes what is missing, and says where that began", async () => {
  const root = await tempFolder();
  expect(await makeFolders(join(root, "a", "b", "c"), 0o700)).toBe(join(root, "a"));
  expect(await makeFolders(join(root, "a", "b", "c"))).toBeUndefined();
  expect(statSync(join(root, "a", "b")).mode & 0o777).toBe(0o700);
  await Promise.all([1, 2, 3].map(() => makeFolders(join(root, "x", "y", "z"))));
  expect(existsSync(join(root, "x", "y", "z"))).toBe(true);
});

test("a file on the way is an error", async () => {
  const root = await tempFolder();
  await writeFile(join(root, "file"), "");
  await expect(makeFolders(join(root, "file"))).rejects.toMatchObject({ code: "EEXIST" });
  await expect(makeFolders(join(root, "file", "below"))).rejects.toMatchObject({ code: "ENOTDIR" });
});

test.runIf(process.platform === "linux")("where nothing can be made it ends at once", async () => {
  await expect(makeFolders("/proc/nope/iflow/begun")).rejects.toMatchObject({ code: "ENOENT" });
});
