import { execFileSync } from "node:child_process";
import { mkdir, readFile, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../test/support/temp-repo.ts";
import { appendPlain, checkPlain, MEGABYTE, readPlain, readPlainText } from "./plain-file.ts";

test("a regular file is read whole, whatever its size says; what is missing is undefined", async () => {
  const file = join(await tempFolder(), "file");
  expect([readPlain(file), readPlain(join(file, "below"))]).toEqual([undefined, undefined]);
  for (const text of ["", "small", "x".repeat(100_000)]) {
    await writeFile(file, text);
    expect(readPlain(file)?.toString()).toBe(text);
  }
  expect(readPlainText("/proc/self/status")).toContain("Pid:"); // it says that it is empty
});

test("a pipe, a device, a file without an end and a huge file are refused", async () => {
  const folder = await tempFolder();
  const at = (name: string) => join(folder, name);
  execFileSync("mkfifo", [at("pipe")]);
  await symlink("/dev/zero", at("device"));
  await symlink("/proc/kpagecount", at("endless"));
  await writeFile(at("huge"), "");
  await truncate(at("huge"), 2 * MEGABYTE);
  for (const name of ["pipe", "device"]) {
    expect(() => readPlain(at(name)), name).toThrow("it is not a regular file");
    expect(() => checkPlain(at(name)), name).toThrow("it is not a regular file");
    await expect(appendPlain(at(name), "x"), name).rejects.toThrow("it is not a regular file");
    expect(readPlainText(at(name)), name).toBeUndefined();
  }
  expect(() => readPlain(at("huge"), MEGABYTE)).toThrow("it is over 1 MB");
  if (process.getuid?.() === 0) expect(() => readPlain(at("endless"), MEGABYTE)).toThrow("it is over 1 MB");
  await mkdir(at("folder"));
  expect(() => readPlain(at("folder"))).toThrow("EISDIR");
});

test("what is appended is at the end", async () => {
  const file = join(await tempFolder(), "log");
  await appendPlain(file, "one\n");
  await appendPlain(file, "two\n", { flush: true });
  expect(await readFile(file, "utf8")).toBe("one\ntwo\n");
});
