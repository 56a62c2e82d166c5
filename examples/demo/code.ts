// The code of the demo's implement phase, as real files: what the two tasks write, what the first fix turns it into
// (safe, but wrong in a new way), and what the second fix repairs.

const ATTEMPTS_HEAD = `// Logins of the last minute that failed, by client address. In memory: a restart forgets them, and nothing else.

export function createAttempts({ limit = 5, windowMs = 60_000, now = Date.now } = {}) {
  const failures = new Map(); // address -> times in milliseconds, oldest first

  /** What is still inside the window; the rest is forgotten here. */
  function recent(address) {
    const times = (failures.get(address) ?? []).filter((time) => time > now() - windowMs);
    if (times.length > 0) failures.set(address, times);
    else failures.delete(address);
    return times;
  }

  function forgetOld() {
    for (const address of [...failures.keys()]) recent(address);
  }

  const secondsUntil = (time) => Math.ceil((time - now()) / 1000);
`;

export const ATTEMPTS = `${ATTEMPTS_HEAD}
  return {
    /** Whole seconds until a try may be checked; 0 when it may be checked now. */
    waitSeconds(address) {
      const times = recent(address);
      return times.length < limit ? 0 : secondsUntil(times[0] + windowMs);
    },

    /** Notes a failure. */
    count(address) {
      forgetOld();
      failures.set(address, [...recent(address), now()]);
    },
  };
}
`;

export const ATTEMPTS_TEST = `import assert from "node:assert/strict";
import { test } from "node:test";
import { createAttempts } from "../src/attempts.mjs";

const HERE = "192.0.2.7";

function attemptsAt(time) {
  const clock = { time };
  return { clock, attempts: createAttempts({ now: () => clock.time }) };
}

test("AC-1: after five failures an address has to wait, another one does not", () => {
  const { attempts } = attemptsAt(0);
  for (let n = 0; n < 4; n++) attempts.count(HERE);
  assert.equal(attempts.waitSeconds(HERE), 0);
  attempts.count(HERE);
  assert.equal(attempts.waitSeconds(HERE), 60);
  assert.equal(attempts.waitSeconds("192.0.2.8"), 0);
});

test("AC-2: the window slides: 60 seconds after the first failure there is room for one", () => {
  const { attempts, clock } = attemptsAt(0);
  attempts.count(HERE);
  clock.time = 30_000;
  for (let n = 0; n < 4; n++) attempts.count(HERE);
  clock.time = 60_000;
  assert.equal(attempts.waitSeconds(HERE), 0);
});

test("AC-4: the wait ends when the oldest failure leaves the window", () => {
  const { attempts, clock } = attemptsAt(0);
  attempts.count(HERE);
  clock.time = 29_500;
  for (let n = 0; n < 4; n++) attempts.count(HERE);
  assert.equal(attempts.waitSeconds(HERE), 31);
});
`;

const LOGIN_HEAD = `// The answer to POST /login, without HTTP: a try in, a status, a body and perhaps headers out.
import { createAttempts } from "./attempts.mjs";

export function createLogin({ checkPassword, attempts = createAttempts() }) {
  return async ({ address, user, password }) => {
`;

const LOGIN_TAIL = `  };
}

function tooMany(seconds) {
  return { status: 429, headers: { "retry-after": String(seconds) }, body: { error: "too many failed logins" } };
}
`;

export const LOGIN = `${LOGIN_HEAD}    const wait = attempts.waitSeconds(address);
    if (wait > 0) return tooMany(wait);
    if (await checkPassword(user, password)) return { status: 200, body: { user } };
    attempts.count(address);
    return { status: 401, body: { error: "wrong user or password" } };
${LOGIN_TAIL}`;

export const SERVER_CHANGES = [
  [
    "send(response, await login(await readJson(request)))",
    "send(response, await login({ ...(await readJson(request)), address: request.socket.remoteAddress }))",
  ],
  ["function send(response, { status, body }) {", "function send(response, { status, body, headers }) {"],
  ['{ "content-type": "application/json" }', '{ "content-type": "application/json", ...headers }'],
] as const;

export const LOGIN_TEST = `import assert from "node:assert/strict";
import { test } from "node:test";
import { createAttempts } from "../src/attempts.mjs";
import { createLogin } from "../src/login.mjs";

function service() {
  const seen = { time: 0, checked: 0 };
  const login = createLogin({
    attempts: createAttempts({ now: () => seen.time }),
    checkPassword: async (user, password) => {
      seen.checked += 1;
      return user === "ana" && password === "right";
    },
  });
  return { seen, attempt: (password) => login({ address: "192.0.2.7", user: "ana", password }) };
}

test("the right password is let in", async () => {
  assert.deepEqual(await service().attempt("right"), { status: 200, body: { user: "ana" } });
});

test("AC-1, AC-4: the sixth failure is answered 429 with the wait, and not checked", async () => {
  const { seen, attempt } = service();
  for (let n = 0; n < 5; n++) assert.equal((await attempt("wrong")).status, 401);
  seen.time = 10_500;
  const refused = await attempt("right");
  assert.deepEqual([refused.status, refused.headers, seen.checked], [429, { "retry-after": "50" }, 5]);
});

test("AC-2: after 60 seconds one more try is checked", async () => {
  const { seen, attempt } = service();
  for (let n = 0; n < 5; n++) await attempt("wrong");
  seen.time = 60_000;
  assert.equal((await attempt("right")).status, 200);
});

test("AC-3: after two mistypes the right password is let in, and is no failure", async () => {
  const { attempt } = service();
  for (const password of ["wrong", "wrong", "right", "wrong", "wrong", "wrong"]) await attempt(password);
  assert.equal((await attempt("right")).status, 429);
});
`;

export const SERVER_TEST = `import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import { createApp } from "../src/server.mjs";

test("AC-5: the address of the connection counts, whatever X-Forwarded-For says", async () => {
  const app = createApp({ checkPassword: async () => false });
  const statuses = [];
  for (let n = 0; n < 6; n++) {
    const request = Object.assign(Readable.from(['{"user":"ana","password":"wrong"}']), {
      method: "POST",
      url: "/login",
      headers: { "x-forwarded-for": \`198.51.100.\${n}\` },
      socket: { remoteAddress: "192.0.2.7" },
    });
    await new Promise((end) => app.emit("request", request, { writeHead: (status) => statuses.push(status), end }));
  }
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429]);
});
`;

/** The first fix counts before it checks, so that simultaneous attempts see each other. It also counts refused ones. */
export const ATTEMPTS_COUNTING_ALL = `${ATTEMPTS_HEAD}
  return {
    /** Counts a try; whole seconds until one may be checked, 0 when this one may. */
    take(address) {
      forgetOld();
      const times = [...recent(address), now()];
      failures.set(address, times);
      return times.length <= limit ? 0 : secondsUntil(times[0] + windowMs);
    },

    /** The try was right: it is no failure. */
    giveBack(address) {
      failures.set(address, recent(address).slice(0, -1));
    },
  };
}
`;

export const LOGIN_TAKING = `${LOGIN_HEAD}    const wait = attempts.take(address); // counted before the check: tries side by side must see each other
    if (wait > 0) return tooMany(wait);
    if (!(await checkPassword(user, password))) return { status: 401, body: { error: "wrong user or password" } };
    attempts.giveBack(address);
    return { status: 200, body: { user } };
${LOGIN_TAIL}`;

export const ATTEMPTS_TEST_TAKING = ATTEMPTS_TEST.replace(
  `  for (let n = 0; n < 4; n++) attempts.count(HERE);
  assert.equal(attempts.waitSeconds(HERE), 0);
  attempts.count(HERE);
  assert.equal(attempts.waitSeconds(HERE), 60);
  assert.equal(attempts.waitSeconds("192.0.2.8"), 0);`,
  `  for (let n = 0; n < 5; n++) assert.equal(attempts.take(HERE), 0);
  assert.equal(attempts.take(HERE), 60);
  assert.equal(attempts.take("192.0.2.8"), 0);`,
)
  .replaceAll("attempts.count(HERE)", "attempts.take(HERE)")
  .replaceAll("attempts.waitSeconds(HERE)", "attempts.take(HERE)");

const SIDE_BY_SIDE = `
test("AC-1: of six tries side by side five are checked", async () => {
  const { seen, attempt } = service();
  const answers = await Promise.all(Array.from({ length: 6 }, () => attempt("wrong")));
  assert.deepEqual([seen.checked, answers.filter(({ status }) => status === 429).length], [5, 1]);
});
`;

export const LOGIN_TEST_SIDE_BY_SIDE = `${LOGIN_TEST}${SIDE_BY_SIDE}`;

/** The second fix counts only what it allows. */
export const ATTEMPTS_COUNTING_CHECKED = ATTEMPTS_COUNTING_ALL.replace(
  "/** Counts a try; whole seconds until one may be checked, 0 when this one may. */",
  "/** Counts a try and answers 0; at the limit counts nothing and answers the whole seconds to wait. */",
).replace(
  `      const times = [...recent(address), now()];
      failures.set(address, times);
      return times.length <= limit ? 0 : secondsUntil(times[0] + windowMs);`,
  `      const times = recent(address);
      if (times.length >= limit) return secondsUntil(times[0] + windowMs);
      failures.set(address, [...times, now()]);
      return 0;`,
);

const REFUSED_TRIES = `
test("AC-2: refused tries do not make the wait longer", async () => {
  const { seen, attempt } = service();
  for (let n = 0; n < 5; n++) await attempt("wrong");
  seen.time = 30_000;
  for (let n = 0; n < 5; n++) assert.equal((await attempt("wrong")).status, 429);
  seen.time = 60_000;
  assert.equal((await attempt("right")).status, 200);
});
`;

export const LOGIN_TEST_REFUSED_TRIES = `${LOGIN_TEST_SIDE_BY_SIDE}${REFUSED_TRIES}`;
