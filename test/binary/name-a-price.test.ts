// A person at a terminal whose model has no price is asked once: for a price, with which the budget holds from then on, or for
// a number of dispatches.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { verifies } from "../requirements.ts";
import { TEST_KEY } from "../support/anthropic-options.ts";
import { atTerminal, DOWN, ENTER } from "../support/at-terminal.ts";
import { startFakeAnthropic } from "../support/fake-anthropic/server.ts";
import { workplace } from "../support/iflow.ts";
import { createFeature } from "../support/story.ts";
import { tempFolder } from "../support/temp-repo.ts";

const ASKED = "the price of my-model is unknown, so no budget can hold";

verifies(
  "AGT-2",
  "A7: the price a person names holds the budget at once, and nobody is asked for it again",
  async () => {
    const fake = await startFakeAnthropic([]);
    onTestFinished(() => fake.close());
    const config = await tempFolder();
    const env = { XDG_CONFIG_HOME: config, ANTHROPIC_API_KEY: TEST_KEY, ANTHROPIC_BASE_URL: fake.url };
    const settings = { models: { anthropic: { strong: "my-model", standard: "my-model" } } };
    const place = await workplace({}, { "README.md": "x", "iflow.config.json": JSON.stringify(settings) });
    await createFeature(place);
    const specify = ["specify", "--runtime", "anthropic", "--max-cost", "0.0001"];

    const first = atTerminal(place.root, specify, { env });
    await first.sees(ASKED);
    await first.sees("At most 80 times");
    await first.press(DOWN, ENTER);
    await first.sees("What does my-model cost, in US dollars per million tokens?");
    await first.press("0.6 2.2", ENTER);
    await first.sees("(budget.prices).");
    await first.sees("Anything the author should know?");
    await first.press(ENTER);

    const { code, text } = await first.ended;
    expect([code, text]).toEqual([6, expect.stringContaining("the budget of $0.0001 has no room")]);
    expect(JSON.parse(readFileSync(join(config, "iflow/config.json"), "utf8"))).toEqual({
      budget: { prices: { "my-model": { input: 0.6, output: 2.2 } } },
    });

    const again = await atTerminal(place.root, ["continue"], { env }).ended;
    expect(again.code).toBe(6);
    expect(again.text).not.toContain("unknown");
    expect((await place.iflowWith({ env }, "continue", "--yolo")).code).toBe(6); // --yolo needs no flag now
    expect(fake.requests).toEqual([]);
  },
);
