import { describe, expect, it } from "vitest";
import { composeEnvironment } from "./environment.ts";

describe("the environment of a Claude process", () => {
  it("holds what Claude needs, the step's name, and nothing of other tools", () => {
    const given = {
      PATH: "/bin",
      HOME: "/home/a",
      LC_ALL: "C",
      XDG_CONFIG_HOME: "/c",
      https_proxy: "http://p",
      ANTHROPIC_API_KEY: "key",
      CLAUDE_CONFIG_DIR: "/d",
      GITHUB_TOKEN: "no",
      AWS_SECRET_ACCESS_KEY: "no",
      GOOGLE_APPLICATION_CREDENTIALS: "no",
      DATABASE_URL: "no",
      SSH_AUTH_SOCK: "no",
      MY_PATH: "no",
      EMPTY: undefined,
    };

    const env = composeEnvironment(given, { step: "specify/1/1/spec-reviewer/1", root: "/shop" }, []);

    expect(Object.keys(env).sort()).toEqual([
      "ANTHROPIC_API_KEY",
      "CLAUDE_BYTE_STREAM_IDLE_TIMEOUT_MS",
      "CLAUDE_CODE_DISABLE_BACKGROUND_TASKS",
      "CLAUDE_CODE_MAX_RETRIES",
      "CLAUDE_CONFIG_DIR",
      "CLAUDE_ENABLE_BYTE_WATCHDOG",
      "DISABLE_AUTOUPDATER",
      "HOME",
      "IFLOW_STEP",
      "IFLOW_STEP_ROOT",
      "LC_ALL",
      "PATH",
      "XDG_CONFIG_HOME",
      "https_proxy",
    ]);
    expect(env.IFLOW_STEP).toBe("specify/1/1/spec-reviewer/1");
  });

  it.each([
    ["CLAUDE_CODE_USE_BEDROCK", "AWS_REGION", "GOOGLE_CLOUD_PROJECT"],
    ["CLAUDE_CODE_USE_VERTEX", "GOOGLE_CLOUD_PROJECT", "AWS_REGION"],
  ])("holds the names of a cloud only when %s is set", (chosen, own, other) => {
    const env = composeEnvironment(
      { [chosen]: "1", AWS_REGION: "a", GOOGLE_CLOUD_PROJECT: "b" },
      { step: "step", root: "/shop" },
      [],
    );

    expect(env).toHaveProperty(own);
    expect(env).not.toHaveProperty(other);
  });

  it("does not tie the new session to one that we run inside of", () => {
    const outer = {
      CLAUDECODE: "1",
      CLAUDE_CODE_SESSION_ID: "a",
      CLAUDE_CODE_ENTRYPOINT: "cli",
      CLAUDE_PROJECT_DIR: "/",
    };

    const env = composeEnvironment(outer, { step: "step", root: "/shop" }, []);

    for (const name of Object.keys(outer)) expect(env).not.toHaveProperty(name);
  });

  it("keeps the number of tries the user chose", () => {
    expect(composeEnvironment({ CLAUDE_CODE_MAX_RETRIES: "8" }, { step: "step", root: "/shop" }, [])).toMatchObject({
      CLAUDE_CODE_MAX_RETRIES: "8",
    });
  });
});
