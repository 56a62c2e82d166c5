// Shows an address in the person's browser, with whatever their system has for that.
import { spawn } from "node:child_process";
import { ownProgram } from "../commands/own-path.ts";

const OPENERS = ["xdg-open", "wslview", "open"];

/** False where nothing can show it: no such program, or a system without a screen. */
export async function openBrowser(url: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const isLinux = process.platform === "linux";
  if (isLinux && !env.DISPLAY && !env.WAYLAND_DISPLAY && !env.WSL_DISTRO_NAME) return false;
  const program = (isLinux ? OPENERS : ["open"]).map((name) => ownProgram(name, env.PATH)).find(Boolean);
  if (program === undefined) return false;
  return new Promise((resolve) => {
    const child = spawn(program, [url], { env, detached: true, stdio: "ignore" });
    child.once("error", () => resolve(false));
    child.once("spawn", () => resolve(true));
    child.unref();
  });
}
