// The end-to-end tests run the built command; it is built once, before any test file starts.
import { execFileSync } from "node:child_process";

export default function build(): void {
  execFileSync(process.execPath, ["scripts/build.mjs"], { stdio: "pipe" });
}
