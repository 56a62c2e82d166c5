// What npm sets was seen by running it (npm 11.19): npx gives npm_command=exec and, with -p, npm_config_package.
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startedAs } from "./started-as.ts";

/** A package, a project that depends on it, and a folder that is on the path. */
function scene() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "started-")));
  const main = join(root, "lib", "iflow-engine", "dist", "main.js");
  const [project, bin] = [join(root, "project"), join(root, "bin")];
  for (const folder of [join(main, ".."), bin, join(project, "src"), join(project, "node_modules", ".bin")]) {
    mkdirSync(folder, { recursive: true });
  }
  writeFileSync(main, "#!/usr/bin/env node\n");
  chmodSync(main, 0o755);
  const link = join(project, "node_modules", ".bin", "iflow");
  return { root, main, project, bin, link };
}

const NPX = { npm_command: "exec", npm_lifecycle_event: "npx", npm_lifecycle_script: "'iflow'" };

test("U4: what npx started is printed with npx, although npm has put it on the path", () => {
  const { main, project, link } = scene();
  symlinkSync(main, link);
  const env = { ...NPX, PATH: `${join(link, "..")}:/usr/bin` };

  expect(startedAs({ script: link, cwd: project, env })).toBe("npx iflow");
  expect(startedAs({ script: link, cwd: project, env: { ...env, npm_config_package: "./a b" } })).toBe(
    "npx --package='./a b' iflow",
  );
  expect(startedAs({ script: join(link, "..", "iflow-engine"), cwd: project, env })).toBe("npx iflow-engine");
});

test("U4: a script of package.json that is iflow alone is run again by its name; any other one is not", () => {
  const { main, project, link } = scene();
  symlinkSync(main, link);
  const env = {
    npm_command: "run",
    npm_lifecycle_event: "flow",
    npm_lifecycle_script: "iflow",
    PATH: join(link, ".."),
  };

  expect(startedAs({ script: link, cwd: project, env })).toBe("npm run flow --");
  expect(
    startedAs({ script: link, cwd: join(project, "src"), env: { ...env, npm_lifecycle_script: "iflow gc" } }),
  ).toBe("npx iflow");
});

test("U4: it is iflow where the path has this very program, also below a process of npm", () => {
  const { main, project, bin, root } = scene();
  symlinkSync(main, join(bin, "iflow"));

  expect(startedAs({ script: join(bin, "iflow"), cwd: project, env: { PATH: bin } })).toBe("iflow");
  expect(startedAs({ script: main, cwd: project, env: { ...NPX, PATH: bin } })).toBe("iflow");
  expect(startedAs({ script: main, cwd: root, env: { PATH: "/usr/bin" } })).toBe("node lib/iflow-engine/dist/main.js");
});

test("U4: another program of that name on the path does not count; a small script that starts this one does", () => {
  const { main, bin } = scene();
  const other = join(bin, "iflow");
  writeFileSync(other, "#!/bin/sh\necho something else\n");
  chmodSync(other, 0o755);
  const seen = () => startedAs({ script: main, cwd: "/", env: { PATH: bin } });

  expect(seen()).toBe(`node ${main.slice(1)}`);
  writeFileSync(other, `#!/bin/sh\nexec node "$basedir/../lib/iflow-engine/dist/main.js" "$@"\n`);
  expect(seen()).toBe("iflow");
});

test("U4: a file below the home folder is named from there where that is shorter, unless it is quoted by that", () => {
  const { main, root } = scene();
  const env = { PATH: "/usr/bin", HOME: root };

  expect(startedAs({ script: main, cwd: "/usr/local/share", env })).toBe("node ~/lib/iflow-engine/dist/main.js");
  expect(startedAs({ script: main, cwd: join(root, "lib"), env })).toBe("node iflow-engine/dist/main.js");
  expect(startedAs({ script: join(root, "my lib", "main.js"), cwd: "/usr", env })).toBe("node ~/'my lib/main.js'");
  expect(startedAs({ script: "/elsewhere/main.js", cwd: "/usr", env })).toBe("node /elsewhere/main.js");
});

test("U4: without any of these node is told the file, by the shorter of two ways, as one word", () => {
  const { main, project, root } = scene();
  const env = { PATH: "/usr/bin" };

  expect(startedAs({ script: main, cwd: project, env })).toBe("node ../lib/iflow-engine/dist/main.js");
  expect(startedAs({ script: main, cwd: join(root, ..."a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q/r".split("/")), env })).toBe(
    `node ${main}`,
  );
  expect(startedAs({ script: "/o dd/it's.js", cwd: "/", env })).toBe(`node 'o dd/it'\\''s.js'`);
});
