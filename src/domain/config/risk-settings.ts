// The settings below `risk`: what is too much for light depth. The defaults name what breaks other people's day when it is
// wrong, in the names that projects commonly use for it.
import * as z from "zod";

const AUTH = ["auth", "auth.*", "auth-*", "auth_*", "*-auth.*", "*_auth.*", "authentication*", "authorization*"];
const ACCESS = ["login*", "session*", "password*", "permission*", "oauth*"];
const PAYMENTS = ["payment*", "billing*", "checkout*", "invoice*", "*stripe*"];
const MIGRATIONS = ["migration*", "migrate*", "alembic", "*.sql", "schema.prisma"];
const CI = [
  ...[".github", ".gitlab-ci.yml", ".circleci", ".buildkite", ".ci", ".travis.yml", "Jenkinsfile*"],
  ...["azure-pipelines*.yml", "bitbucket-pipelines.yml"],
];
const LOCK_FILES = [
  ...["package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "yarn.lock", "bun.lock*", "deno.lock"],
  ...["Cargo.lock", "poetry.lock", "uv.lock", "pdm.lock", "Pipfile.lock", "Gemfile.lock", "composer.lock"],
  ...["go.sum", "gradle.lockfile", "packages.lock.json", "mix.lock", "Podfile.lock", "Package.resolved", "flake.lock"],
];

export const riskSettings = z
  .strictObject({
    paths: z
      // anything else would match nothing, without a word
      .array(z.string().regex(/^(?!!)[^[\]{}\\]+$/, "may have *, ** and ?, but no [ ], { }, \\ or leading !"))
      .default([...AUTH, ...ACCESS, ...PAYMENTS, ...MIGRATIONS, ...CI, ...LOCK_FILES])
      .describe(
        "Files and folders that only full depth may change: sign-in, payments, migrations, CI, lock files; a list of your own replaces all of these",
      ),
    size: z
      .strictObject({
        files: z.int().min(1).default(5).describe("Most files a change of light depth may touch"),
        lines: z.int().min(1).default(100).describe("Most lines it may add and remove, both counted"),
      })
      .prefault({})
      .describe("How large a change of light depth may be"),
  })
  .prefault({})
  .describe("When a change is too much for light depth (iflow quick, --depth)");
