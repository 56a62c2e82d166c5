// The repository that `iflow demo` starts from: a login service without dependencies. It works, its tests pass, and it
// lets a script guess passwords at any speed.

export const TEST_COMMAND = "node --test";

export const REPOSITORY: Readonly<Record<string, string>> = {
  "README.md": `# Login service

A small HTTP service without dependencies. \`createApp({ checkPassword }).listen(8080)\` starts it.

## POST /login

Takes \`{"user": "…", "password": "…"}\`.

| status | when |
|---|---|
| 200 | the password is right |
| 401 | the user or the password is wrong |
`,
  "AGENTS.md": `Plain JavaScript modules, no dependencies. Every behaviour has a test; run them with \`${TEST_COMMAND}\`.\n`,
  "package.json": `${JSON.stringify(
    {
      name: "login-service",
      private: true,
      type: "module",
      engines: { node: ">=20" },
      scripts: { test: TEST_COMMAND },
    },
    null,
    2,
  )}\n`,
  // The story must not depend on the reader's own memories.
  "iflow.config.json": `${JSON.stringify({ checks: { test: TEST_COMMAND }, memory: { global: false } }, null, 2)}\n`,
  "src/login.mjs": `// The answer to POST /login, without HTTP: a try in, a status and a body out.

export function createLogin({ checkPassword }) {
  return async ({ user, password }) => {
    if (await checkPassword(user, password)) return { status: 200, body: { user } };
    return { status: 401, body: { error: "wrong user or password" } };
  };
}
`,
  "src/server.mjs": `// HTTP around login.mjs, and nothing more.
import { createServer } from "node:http";
import { createLogin } from "./login.mjs";

export function createApp(options) {
  const login = createLogin(options);
  return createServer(async (request, response) => {
    if (request.method !== "POST" || request.url !== "/login") {
      return send(response, { status: 404, body: { error: "not found" } });
    }
    return send(response, await login(await readJson(request)));
  });
}

async function readJson(request) {
  let text = "";
  for await (const piece of request) text += piece;
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

function send(response, { status, body }) {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
`,
  "test/login.test.mjs": `import assert from "node:assert/strict";
import { test } from "node:test";
import { createLogin } from "../src/login.mjs";

const login = createLogin({ checkPassword: async (user, password) => user === "ana" && password === "right" });

test("the right password is let in", async () => {
  assert.deepEqual(await login({ user: "ana", password: "right" }), { status: 200, body: { user: "ana" } });
});

test("a wrong one is not", async () => {
  assert.equal((await login({ user: "ana", password: "wrong" })).status, 401);
});
`,
};
