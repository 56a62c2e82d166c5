// A window that becomes narrower and wider while rows are redrawn: in a real terminal, which wraps lines and joins them.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { tempFolder } from "../../../../../test/support/temp-repo.ts";
import { noTmux, withTerminal } from "../../../../../test/support/tmux.ts";

/** Several: where a line is wrapped, tmux lets the uppermost rows scroll away, and what has scrolled away stays. */
const FINISHED = Array.from({ length: 9 }, (_, index) => `finished ${index + 1}`);

/** Two rows that are as wide as the window, and end with its width. */
const PROGRAM = `
import { LiveRegion } from ${JSON.stringify(join(import.meta.dirname, "live-region.ts"))};
const region = new LiveRegion(process.stderr, "…");
region.printAbove(${JSON.stringify(FINISHED.join("\n"))});
const rows = () => ["first", "second"].map((row) => \`\${row} at \${process.stderr.columns} \${"=".repeat(100)}\`);
setInterval(() => region.draw(rows()), 50);
`;

test.each([[[60, 120]], [[50, 80]], [[70, 60, 100]]])(
  "at %j columns, one after the other, no finished row is lost and none stays twice",
  async (widths) => {
    if (noTmux !== undefined) return;
    const folder = await tempFolder();
    const [source, program] = [join(folder, "rows.ts"), join(folder, "rows.mjs")];
    await writeFile(source, PROGRAM);
    await build({ entryPoints: [source], outfile: program, bundle: true, platform: "node", format: "esm" });

    const lines = await withTerminal(
      { cwd: folder, columns: 80, rows: 20 },
      [process.execPath, program],
      async (session) => {
        await session.sees("second at 80");
        for (const width of widths) {
          session.resize(width);
          await session.sees(`second at ${width}`);
        }
        return session.lines();
      },
    );

    const last = widths.at(-1);
    const shown = lines.filter((line) => line !== "").map((line) => line.replace(/ =+…?$/, ""));
    expect(shown).toEqual([...FINISHED, `first at ${last}`, `second at ${last}`]);
  },
);
