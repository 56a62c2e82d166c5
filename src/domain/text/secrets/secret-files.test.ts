// Which files agents are not shown, by name, by git and by the person's word.
import { expect, test } from "vitest";
import { matcherOf, secretFiles } from "./secret-files.ts";

const none = secretFiles({ tracked: () => [], deny: [] });

test.each([
  ...[
    ".env",
    "app/.env.production",
    ".env.local",
    "deploy/prod.env",
    ".ENV",
    ".envrc",
    ".envs/.production/.django",
    ".env.example.local",
  ],
  ...["id_rsa", "keys/id_ed25519", "server.pem", "tls.KEY", "a.p12", "a.pfx", "a.jks", "release.keystore"],
  ...[".netrc", ".npmrc", ".pypirc", ".git-credentials", "config/credentials.json", "terraform.tfstate", "kubeconfig"],
  ...[".aws/credentials", "home/.ssh/config", ".kube/config", "client_secret_1.json", "secrets.yaml", "prod.tfvars"],
])("F10: %s is not shown unless git tracks it", (path) => {
  expect(none.refusal(path)).toBe("it may hold secrets, and git does not track it");
  expect(secretFiles({ tracked: () => [path], deny: [] }).refusal(path)).toBeUndefined();
});

test.each([
  ...[".env.example", ".env.sample", "app/.env.production.template", "id_rsa.pub", "src/env.ts", "environment.md"],
  ...[
    "src/keys.ts",
    "src/credentials/index.ts",
    "docs/secrets.md",
    "docs/guide.asc",
    "package.json",
    "key",
    "monkey.ts",
  ],
])("%s is shown", (path) => {
  expect(none.refusal(path)).toBeUndefined();
});

test("F10: agents.deny closes more, tracked or not, in any case of letters", () => {
  const { refusal } = secretFiles({
    tracked: () => ["data/a.sqlite"],
    deny: ["*.sqlite", "/private", "a/**/b.txt", "x?.md"],
  });
  const closed = ["data/a.sqlite", "B.SQLITE", "private/x/y", "a/b.txt", "a/1/2/b.txt", "sub/x1.md", "Private"];
  const open = ["sub/private/x", "a.sqlite3", "b/a/b.txt", "x12.md", "(private)"];
  expect(closed.filter((path) => refusal(path) === undefined)).toEqual([]);
  expect(open.filter((path) => refusal(path) !== undefined)).toEqual([]);
  expect(refusal("data/a.sqlite")).toBe("agents.deny in the configuration closes it");
});

test.each([
  ...["id_dsa", "a.ppk", "a.kdbx", "_netrc", ".htpasswd", ".my.cnf", ".dockercfg", ".vault-token", ".s3cfg", ".boto"],
  ...["prod.tfvars.json", ".yarnrc.yml", ".flaskenv", ".condarc", "gcp-key.json", "shop-firebase-adminsdk-x1.json"],
  ...["backup.gpg", "private-key.asc", "my.secret.asc"],
  ...["secret.txt", "credential.ini", "prod.kubeconfig", "a.tfstate.backup", "service_account_2.json", ".aws/config"],
])("F10: the patterns for other programs know %s too", (path) => {
  expect(none.refusal(path)).toBeDefined();
  expect(matcherOf(none.patterns)(path)).toBe(true);
});

test("F10: the patterns for other programs leave out what would hide a tracked file, and have those of the person", () => {
  const { patterns } = secretFiles({ tracked: () => ["app/.env.test"], deny: ["*.sqlite"] });
  expect(patterns).toEqual(expect.arrayContaining([".env", "*.pem", "*.sqlite"]));
  expect(patterns).not.toContain(".env.test*");
});
