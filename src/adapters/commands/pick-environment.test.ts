import { expect, test } from "vitest";
import { commandEnvironment, heldBack, pickEnvironment } from "./pick-environment.ts";

const ENV = {
  ...{ PATH: "/bin", LC_TIME: "C", XDG_DATA_HOME: "/d", no_proxy: "*", JAVA_HOME: "/j", NODE_ENV: "test" },
  ...{ KEY: "k", LCX: "", IFLOW_CHECKS_TEST: "x", EMPTY: undefined },
};

test("F2: an agent sees allowed names and those it was promised, never our settings", () => {
  expect(pickEnvironment(ENV, ["KEY", "EMPTY", "IFLOW_CHECKS_TEST"])).toEqual({
    ...{ PATH: "/bin", LC_TIME: "C", XDG_DATA_HOME: "/d", no_proxy: "*", KEY: "k" },
  });
});

test("F2: a command also sees what its tools need", () => {
  expect(commandEnvironment(ENV, [])).toEqual({
    ...{ PATH: "/bin", LC_TIME: "C", XDG_DATA_HOME: "/d", no_proxy: "*", JAVA_HOME: "/j", NODE_ENV: "test" },
  });
});

test("F2: what is set and does not reach a command can be named", () => {
  expect(heldBack(ENV, [])).toEqual(["KEY", "LCX"]);
  expect(heldBack(ENV, ["KEY"])).toEqual(["LCX"]);
});

test("F2: doors to other machines and settings that may contain tokens are not on the list", () => {
  const names = ["GITHUB_TOKEN", "AWS_SECRET_ACCESS_KEY", "SSH_AUTH_SOCK", "DATABASE_URL", "NIX_CONFIG", "DOCKER_HOST"];
  expect(commandEnvironment(Object.fromEntries(names.map((name) => [name, "x"])), [])).toEqual({});
});
