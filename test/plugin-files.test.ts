// The plugin in the repository matches the role table.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { printPlugin } from "../scripts/plugin/plugin-files.ts";
import { asHostCommand, HOST_COMMANDS } from "../src/domain/host/host-commands.ts";
import { ROLES } from "../src/domain/roles/role.ts";
import { parseRolePrompt } from "../src/domain/roles/role-prompt.ts";

const ROOT = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const { version, description } = JSON.parse(read("package.json"));
const files = printPlugin({
  version,
  description,
  rubric: (role) => parseRolePrompt(read(`prompts/${role.prompt}`)).rubric,
});

test("every file of the plugin is printed from the role table (if not: node scripts/build-plugin.mjs)", () => {
  const present = ["plugin", ".claude-plugin"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1)),
  );

  expect(present.sort()).toEqual(Object.keys(files).sort());
  for (const [path, text] of Object.entries(files)) expect(read(path), path).toBe(text);
});

test("there is an agent per role, with the tools its access allows, and a command per phase", () => {
  for (const { id, access, web, browses } of ROLES) {
    const tools = /^tools: (.*)$/m.exec(files[`plugin/agents/${id}.md`] ?? "")?.[1]?.split(", ") ?? [];
    expect(tools.includes("Write"), id).toBe(access === "write");
    expect(tools.includes("WebFetch"), id).toBe(web || browses);
    if (access === "blind") expect(tools).toEqual(["Read"]);
  }
  expect(
    HOST_COMMANDS.map(({ name }) => files[`plugin/commands/${name}.md`]?.includes("$ARGUMENTS") ?? "missing"),
  ).toEqual(HOST_COMMANDS.map(({ argument }) => argument !== undefined));
});

test("only a command that moves a run is followed by the loop, and the loop names every state and how tools are loaded", () => {
  const looping = HOST_COMMANDS.filter(({ name }) =>
    files[`plugin/commands/${name}.md`]?.includes("The engine decides"),
  );
  const still = HOST_COMMANDS.filter((command) => !looping.includes(command));
  expect(still.map(({ name }) => name)).toEqual(["create-feature", "status"]);
  for (const { name } of HOST_COMMANDS) expect(files[`plugin/commands/${name}.md`]).toContain("ToolSearch");
  for (const state of ["orders", "question", "paused", "done", "idle"])
    expect(files["plugin/skills/iflow-loop/SKILL.md"]).toMatch(new RegExp(`^\\d\\. .*\`${state}\`.*: `, "m"));
  for (const name of ["brainstorm", "run"])
    expect(files[`plugin/commands/${name}.md`]).toContain("`--yolo` in it is `yolo: true` and no part of the idea");
});

test("a command without words says so, and the session hook stays silent on compact", () => {
  const specify = HOST_COMMANDS.find(({ name }) => name === "specify");
  expect(specify?.text("")).toContain("after the command: nothing");
  const { hooks } = JSON.parse(files["plugin/hooks/hooks.json"] ?? "{}");
  expect(hooks.SessionStart[0].matcher).toBe("startup|resume|clear");
});

test.each([
  ["iflow specify --feature=001-a", "/iflow:specify 001-a"],
  ["iflow finish-feature", "/iflow:finish-feature"],
  ["iflow answer 001.1 …", "001.1 …"],
  ["iflow doctor", "iflow doctor"],
  ["/iflow:continue", "/iflow:continue"],
])("%s is typed into a host as %s", (command, typed) => {
  expect(asHostCommand(command)).toBe(typed);
});
