// A small repository for `iflow demo`: real git, with its own identity and nothing of the user's.
import { mkdir, mkdtemp, readdir, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { IflowError } from "../../domain/text/errors.ts";
import { Git } from "./checkout/git.ts";

export async function createSampleRepository(
  files: Readonly<Record<string, string>>,
  folder: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const root = folder === undefined ? await realpath(await mkdtemp(join(tmpdir(), "iflow-demo-"))) : resolve(folder);
  const present = await readdir(root).catch(() => []);
  if (present.length > 0) {
    throw new IflowError("usage", `${root} is not empty`, { fix: "name a folder that is empty or does not exist yet" });
  }
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content, { flag: "wx" }); // never overwrites an existing file
  }
  const git = new Git(root, env);
  await git.run(["init", "--quiet", "--initial-branch", "main"]);
  await git.run(["config", "user.name", "iflow demo"]);
  await git.run(["config", "user.email", "demo@iflow.invalid"]);
  await git.run(["config", "commit.gpgsign", "false"]);
  await git.run(["add", "--", ...Object.keys(files)]);
  await git.run(["commit", "--quiet", "--message", "A small login service"]);
  return root;
}
