import { expect, test } from "vitest";
import { mergeConfig } from "./config.ts";
import { explainConfig } from "./config-origins.ts";
import { CONFIG_FILE } from "./settings-file.ts";
import { teamOf } from "./team-of.ts";
import { repositoryName } from "./team-settings.ts";

const SECRET = "open-sesame";
const db = `postgresql://anna:${SECRET}@db.example.com:5432/iflow`;

test("a repository has one name, however it is reached and whoever reaches it", () => {
  const ways = [
    "git@github.com:acme/shop.git",
    "github.com:acme/shop",
    "https://github.com/acme/shop.git/",
    `https://anna:${SECRET}@GitHub.com/acme/shop`,
    "ssh://git@github.com:2222/acme/shop.git",
  ];
  expect(new Set(ways.map(repositoryName))).toEqual(new Set(["github.com/acme/shop"]));
  expect(["/srv/git/shop.git", "file:///srv/git/shop.git"].map(repositoryName)).toEqual([
    "/srv/git/shop",
    "/srv/git/shop",
  ]);
  expect(["../shop", "shop", ""].map(repositoryName)).toEqual([undefined, undefined, undefined]);
});

test("the address is no part of the settings that others are given", () => {
  const layers = [
    { origin: "own.json", values: { team: { repository: "shop" } } },
    { origin: "IFLOW_TEAM_DB", values: { team: { db } } },
  ];
  expect(teamOf(layers)).toEqual({ db, repository: "shop" });
  expect(JSON.stringify(mergeConfig(layers))).not.toContain("team");
  expect(teamOf([])).toBeUndefined();

  const settings = explainConfig(layers).filter(({ key }) => key.startsWith("team."));
  expect(settings).toMatchObject([
    { key: "team.db", value: "db.example.com:5432/iflow", from: "IFLOW_TEAM_DB" },
    { key: "team.repository", value: "shop", from: "own.json" },
  ]);
});

test("what is wrong about an address is told without its password", () => {
  for (const wrong of [`mysql://anna:${SECRET}@db/iflow`, `postgresql://anna:${SECRET}@db`, `anna:${SECRET}`]) {
    const told = thrown(() => mergeConfig([{ origin: "IFLOW_TEAM_DB", values: { team: { db: wrong } } }]));
    expect(told).toContain("has to be an address such as");
    expect(told).not.toContain(SECRET);
  }
});

test("a password is refused in the repository's file, which everybody reads", () => {
  const told = thrown(() => mergeConfig([{ origin: CONFIG_FILE, values: { team: { db } } }]));
  expect(told).toMatch(/password.*IFLOW_TEAM_DB/s);
  expect(told).not.toContain(SECRET);
  const without = "postgresql://db.example.com/iflow";
  expect(teamOf([{ origin: CONFIG_FILE, values: { team: { db: without } } }])?.db).toBe(without);
});

function thrown(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    const { message, fix } = error as { message: string; fix?: string };
    return `${message}\n${fix}`;
  }
  return "nothing was thrown";
}
