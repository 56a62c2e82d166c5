// Memories on a real disk: several processes, kill -9, torn lines; and searches, which are made of what lies there.
import { existsSync } from "node:fs";
import { appendFile, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bundleForNode } from "../../../test/support/bundle.ts";
import { startChild } from "../../../test/support/child-process.ts";
import { tempFolder } from "../../../test/support/temp-repo.ts";
import type { BankFile } from "../../domain/knowledge/knowledge-bank.ts";
import { type MemoryRecord, memoryId, NewMemorySchema, printRecord } from "../../domain/knowledge/memory.ts";
import { createMemoryStore } from "./memory-store.ts";

const child = bundleForNode(join(import.meta.dirname, "../../../test/support/memory-child.ts"));
const clock = { now: () => new Date("2026-03-01T10:00:00.000Z") };
const placesIn = (folder: string) => ({
  global: join(folder, "home", "memory.jsonl"),
  project: join(folder, "memory.jsonl"),
});
const openIn = (folder: string) => createMemoryStore(placesIn(folder), clock);
const lesson = (description: string, more: object = {}) =>
  NewMemorySchema.parse({
    name: description.slice(0, 40),
    description,
    reasoning: "seen",
    category: "patterns",
    ...more,
  });
const project = { scope: "project" } as const;
const NO_BANK: BankFile[] = [];

describe("several processes", () => {
  test("four that store at the same time lose nothing and double nothing", async () => {
    const folder = await tempFolder();
    const names = ["ana", "ben", "cleo", "dan"];

    const children = names.map((name) => startChild(process.execPath, [child(), folder, name, "25"]));
    expect(await Promise.all(children.map((one) => one.ended()))).toEqual([0, 0, 0, 0]);

    const { memories } = (await openIn(folder).recollect()).project;
    expect(memories.size).toBe(4 * 25 + 1);
    expect(memories.get(memoryId("shared by all"))?.observations).toBe(100);
    expect([...memories.values()].filter(({ observations }) => observations !== 1)).toHaveLength(1);
  });

  test("fifty stores side by side in one process, beside four others, are all seen by that process at once", async () => {
    const folder = await tempFolder();
    const store = openIn(folder);
    const children = ["ana", "ben", "cleo", "dan"].map((name) =>
      startChild(process.execPath, [child(), folder, name, "10"]),
    );
    await children[0]?.line();

    const stored = await Promise.all(
      Array.from({ length: 50 }, async (_, number) => {
        const [own] = await Promise.all([
          store.store(lesson(`Side by side ${number}`), project),
          store.store(lesson("Shared by all"), project),
          store.recollect(),
        ]);
        return own;
      }),
    );
    expect(stored.filter(({ memory, reinforced }) => memory.observations !== 1 || reinforced)).toEqual([]);
    expect(await Promise.all(children.map((one) => one.ended()))).toEqual([0, 0, 0, 0]);

    for (const { memories } of [(await store.recollect()).project, (await openIn(folder).recollect()).project]) {
      expect(memories.size).toBe(50 + 4 * 10 + 1);
      expect(memories.get(memoryId("shared by all"))?.observations).toBe(50 + 4 * 10);
    }
  });

  test("one that is killed in the middle of a store leaves whole records, and what it reported is there", async () => {
    const folder = await tempFolder();
    for (let round = 0; round < 6; round++) {
      const one = startChild(process.execPath, [child(), folder, `killed ${round}`, "100000"]);
      const reported = [await one.line()];
      const more = (async () => {
        for (;;) reported.push(await one.line());
      })().catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 3 + 7 * round));
      await one.kill();
      await more;

      const { memories } = (await openIn(folder).recollect()).project;
      for (const said of reported) expect(memories.get(memoryId(said)), said).toMatchObject({ observations: 1 });
    }
    const { reinforced } = await openIn(folder).store(lesson("Shared by all"), project);
    expect(reinforced).toBe(true);
  });

  test("a record that is cut at any byte is absent, and the next one is whole", async () => {
    const folder = await tempFolder();
    await openIn(folder).store(lesson("First"), project);
    const first = await readFile(placesIn(folder).project, "utf8");
    await openIn(folder).store(lesson("Second"), project);
    const both = await readFile(placesIn(folder).project, "utf8");
    for (let length = first.length; length < both.length - 1; length += 7) {
      await writeFile(placesIn(folder).project, both.slice(0, length));
      await openIn(folder).store(lesson("Third"), project);
      const { memories } = (await openIn(folder).recollect()).project;
      expect([...memories.values()].map(({ description }) => description)).toEqual(["First", "Third"]);
    }
  });
});

describe("storing", () => {
  test("says whether it is new; the same key counts once, also for what was forgotten since", async () => {
    const store = openIn(await tempFolder());
    expect(await store.store(lesson("Look twice"), { scope: "project", key: "step" })).toMatchObject({
      reinforced: false,
    });
    expect(await store.store(lesson("look  TWICE"), project)).toMatchObject({
      reinforced: true,
      memory: { observations: 2 },
    });
    expect(await store.store(lesson("Look twice"), { scope: "project", key: "step" })).toMatchObject({
      memory: { observations: 2 },
    });
    const id = memoryId("look twice");
    expect([await store.forget(id), await store.forget(id)]).toEqual([["project"], []]);
    expect(await store.store(lesson("Look twice"), { scope: "project", key: "step" })).toMatchObject({
      memory: { observations: 0 },
    });
    expect(await store.store(lesson("Look twice"), project)).toMatchObject({
      reinforced: false,
      memory: { observations: 1 },
    });
  });

  test("the person's own memories are apart from the project's; without a home they go to the project", async () => {
    const folder = await tempFolder();
    await openIn(folder).store(lesson("Everywhere true"), { scope: "global" });
    expect(existsSync(placesIn(folder).project)).toBe(false);
    expect((await openIn(folder).recollect()).global.memories.size).toBe(1);
    expect(await openIn(folder).forget(memoryId("everywhere true"))).toEqual(["global"]);
    const homeless = createMemoryStore({ ...placesIn(folder), global: undefined }, clock);
    expect(await homeless.store(lesson("Here only"), { scope: "global" })).toMatchObject({ scope: "project" });
    expect((await homeless.recollect()).global.memories.size).toBe(0);
  });

  test("what the person and the project both know is forgotten in both", async () => {
    const store = openIn(await tempFolder());
    await store.store(lesson("Look twice"), project);
    await store.store(lesson("look twice"), { scope: "global" });
    expect(await store.search({ query: "look", limit: 9 }, NO_BANK)).toMatchObject([
      { scope: expect.any(String) },
      { scope: expect.any(String) },
    ]);

    expect(await store.forget(memoryId("look twice"))).toEqual(["project", "global"]);

    expect(await store.search({ query: "look", limit: 9 }, NO_BANK)).toEqual([]);
  });

  test("a folder that cannot be written is said", async () => {
    const folder = await tempFolder();
    await writeFile(join(folder, "file"), "");
    const store = createMemoryStore({ ...placesIn(folder), project: join(folder, "file", "memory.jsonl") }, clock);
    await expect(store.store(lesson("x"), project)).rejects.toMatchObject({
      code: "disk-failed",
      fix: expect.any(String),
    });
  });
});

describe("searching", () => {
  const BANK: BankFile[] = [
    {
      category: "heuristics",
      text: "### Limit by address\nCount failed logins by address, not by user.\n- Source: Feature #001\n",
    },
    { category: "anti-patterns", text: "" },
  ];
  const names = (found: readonly { readonly name: string }[]) => found.map(({ name }) => name);

  test("any of the words will do, in whatever form; more of them is better; memories and bank together", async () => {
    const store = openIn(await tempFolder());
    await store.store(lesson("Login attempts are limited per minute"), project);
    await store.store(lesson("Uploads are limited by size", { category: "anti-patterns" }), project);
    await store.store(lesson("Colours follow the theme"), { scope: "global" });

    const found = await store.search({ query: "limiting logins, please, of one address", limit: 10 }, BANK);
    expect(names(found)).toEqual([
      "Limit by address",
      "Login attempts are limited per minute",
      "Uploads are limited by size",
    ]);
    expect(found[0]).toMatchObject({
      source: "bank",
      entry: { category: "heuristics" },
      matched: ["limiting", "logins", "address"],
    });
    const query = "limit upload colour";
    expect(names(await store.search({ query, limit: 1 }, NO_BANK))).toEqual(["Uploads are limited by size"]);
    expect(names(await store.search({ query, limit: 9, category: "anti-patterns" }, BANK))).toHaveLength(1);
    expect(names(await store.search({ query, limit: 9, leastWords: 2 }, BANK))).toEqual([
      "Uploads are limited by size",
    ]);
    expect(names(await store.search({ query: "colour", limit: 9 }, BANK))).toEqual(["Colours follow the theme"]);
    expect(await store.search({ query: "colour", limit: 9, projectOnly: true }, BANK)).toEqual([]);
    expect(await store.search({ query: '" OR ) NEAR(', limit: 9 }, BANK)).toEqual([]);
    expect(await store.search({ query: "limit", limit: 9 }, BANK.slice(1))).toHaveLength(2);
  });

  test("short words and words of the trade find as well as any other", async () => {
    const store = openIn(await tempFolder());
    for (const text of ["CI needs a cache", "Reviews of the API take long", "DB migrations run in order"]) {
      await store.store(lesson(text), project);
    }
    const found = async (query: string) => {
      const all = await store.search({ query, limit: 9, leastWords: 1 }, NO_BANK);
      return all.map(({ name, matched }) => [name, ...matched]);
    };
    expect(await found("CI fails")).toEqual([["CI needs a cache", "ci"]]);
    expect(await found("review speed")).toEqual([["Reviews of the API take long", "review"]]);
    expect(await found("db schema")).toEqual([["DB migrations run in order", "db"]]);
    expect(await found("the order of a new review")).toEqual([
      ["DB migrations run in order", "order"],
      ["Reviews of the API take long", "review"],
    ]);
  });

  test("one of its kind is found however many of another kind have the words more often", async () => {
    const folder = await tempFolder();
    const cached = Array.from({ length: 450 }, (_, number) => lesson(`cache cache cache ${number}`));
    const records = cached.map(
      (memory, n): MemoryRecord => ({ type: "stored", at: "2026-03-01", key: `k${n}`, memory }),
    );
    await writeFile(placesIn(folder).project, records.map(printRecord).join(""));
    const store = openIn(folder);
    const rare = `A long lesson that is about many other things, and only somewhere in it names a cache. ${"More. ".repeat(50)}`;
    await store.store(lesson(rare, { category: "anti-patterns" }), project);
    const bank: BankFile[] = [{ category: "heuristics", text: `### Entry\n${rare}\n` }];

    const found = async (more: object) => names(await store.search({ query: "cache", limit: 9, ...more }, bank));
    expect(await found({ category: "anti-patterns" })).toEqual([rare.slice(0, 40)]);
    expect(await found({ source: "bank" })).toEqual(["Entry"]);
    expect(await found({ source: "memory" })).toHaveLength(9);
    expect(await found({ source: "bank", category: "patterns" })).toEqual([]);

    await store.forget(memoryId(rare));
    await store.store(lesson(rare, { category: "patterns" }), project); // the same words, of another kind by now
    expect(await found({ category: "anti-patterns" })).toEqual([]);
  });

  test("a memory that an entry took over says which one, while the entry is there", async () => {
    const store = openIn(await tempFolder());
    await store.store(lesson("Queues of uploads overflow"), project);
    const taken = { category: "heuristics", name: "limit by ADDRESS" } as const;
    await store.note([{ type: "taken-over", key: "p", id: memoryId("queues of uploads overflow"), entry: taken }]);
    const query = { query: "queues", limit: 9 };
    expect(await store.search(query, BANK)).toMatchObject([
      { source: "memory", takenOverBy: { source: "bank", name: "Limit by address" } },
    ]);
    expect((await store.search(query, NO_BANK))[0]).not.toHaveProperty("takenOverBy");
  });

  test("one store follows the log and the bank as they change, and leaves no other file", async () => {
    const folder = await tempFolder();
    const store = openIn(folder);
    await store.store(lesson("Limit the queue"), project);
    const query = { query: "queue address", limit: 9 };
    expect(await store.search(query, BANK)).toHaveLength(2);
    expect(names(await store.search(query, NO_BANK))).toEqual(["Limit the queue"]);
    await openIn(folder).store(lesson("Queue by address"), project); // by another process
    expect(await store.search(query, BANK)).toHaveLength(3);

    await store.forget(memoryId("limit the queue"));
    await openIn(folder).forget(memoryId("queue by address"));
    await appendFile(placesIn(folder).project, "not a record\n");
    expect(names(await store.search(query, BANK))).toEqual(["Limit by address"]);
    expect(await readdir(folder)).toEqual(["memory.jsonl"]);
  });

  test("the beginning of a word finds, and one that is mistyped, but neither is handed over as a word of the query", async () => {
    const store = openIn(await tempFolder());
    await store.store(lesson("Transactions are committed outside of the loop"), project);
    for (const query of ["transac", "trasactions", "TRANSACTIONAL"]) {
      expect(await store.search({ query, limit: 9 }, NO_BANK), query).toMatchObject([{ matched: [] }]);
      expect(await store.search({ query, limit: 9, leastWords: 1 }, NO_BANK), query).toEqual([]);
    }
    expect(await store.search({ query: "journal", limit: 9 }, NO_BANK)).toEqual([]);
  });

  test("two stores of one working tree search side by side", async () => {
    const folder = await tempFolder();
    const stores = [openIn(folder), openIn(folder), openIn(folder)];
    await stores[0]?.store(lesson("Limit the queue"), project);
    const found = await Promise.all(stores.map((store) => store.search({ query: "queue", limit: 9 }, BANK)));
    expect(found.map(names)).toEqual(stores.map(() => ["Limit the queue"]));

    expect(await stores[1]?.search({ query: "queue", limit: 9 }, NO_BANK)).toHaveLength(1);
    expect(names((await stores[0]?.search({ query: "address", limit: 9 }, BANK)) ?? [])).toEqual(["Limit by address"]);
  });
});

test("F10: a memory of which a letter was changed is not used, and its file is named", async () => {
  const folder = await tempFolder();
  await openIn(folder).store(lesson("Limits need a number"), project);
  await openIn(folder).store(lesson("Names need a reason"), project);
  const path = placesIn(folder).project;
  await writeFile(path, (await readFile(path, "utf8")).replaceAll("Limits", "Limitz"));
  const told: string[] = [];

  const store = createMemoryStore(placesIn(folder), clock, ({ message }) => told.push(message));

  expect([...(await store.recollect()).project.memories.values()]).toMatchObject([{ name: "Names need a reason" }]);
  expect(told).toEqual([expect.stringContaining(path)]);
});
