import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../../test/support/temp-repo.ts";
import { lookAround } from "./sandbox-place.ts";

test("places of secrets are hidden where the XDG variables put them", async () => {
  const [root, base] = [await tempFolder(), await tempFolder()];
  const variables = { XDG_CONFIG_HOME: "gh", XDG_STATE_HOME: "iflow", XDG_DATA_HOME: "keyrings" };
  const env: Record<string, string> = { HOME: root, PATH: "" };
  for (const [name, folder] of Object.entries(variables)) {
    env[name] = join(base, name);
    await mkdir(join(base, name, folder), { recursive: true });
    await mkdir(join(base, name, "nvim"));
  }

  const hidden = lookAround({ root, env, git: undefined, network: false }).hidden.map(({ path }) => path);

  expect(hidden.filter((path) => path.startsWith(base)).sort()).toEqual(
    Object.entries(variables)
      .map(([name, folder]) => join(base, name, folder))
      .sort(),
  );
});
