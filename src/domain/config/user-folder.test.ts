import { expect, test } from "vitest";
import { userFolder } from "./user-folder.ts";

test.each([
  [{ HOME: "/home/me" }, "/home/me/.config"],
  [{ HOME: "/" }, "/.config"],
  [{ HOME: "/home/me", XDG_CONFIG_HOME: "/elsewhere" }, "/elsewhere"],
  [{ HOME: "/home/me", XDG_CONFIG_HOME: "" }, "/home/me/.config"],
  [{ HOME: "/home/me", XDG_CONFIG_HOME: "settings" }, "/home/me/.config"],
  [{ HOME: "/home/me", XDG_CONFIG_HOME: "./settings", XDG_STATE_HOME: "/s" }, "/home/me/.config"],
  [{ XDG_CONFIG_HOME: "settings" }, undefined],
  [{ HOME: "" }, undefined],
])("%j", (env, folder) => {
  expect(userFolder(env, "config")).toBe(folder);
});

test("state and data have folders of their own", () => {
  expect([userFolder({ HOME: "/h" }, "state"), userFolder({ HOME: "/h" }, "data")]).toEqual([
    "/h/.local/state",
    "/h/.local/share",
  ]);
});
