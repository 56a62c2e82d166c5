// The MCP server with the official client, in both eras of the protocol, on a client that has no hooks.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { workplace } from "../support/iflow.ts";
import { connectMcp, playOrders } from "../support/mcp-client.ts";
import { createFeature, FEATURE, SPEC_PATH, TWO_ROUNDS } from "../support/story.ts";

const HISTORY = `docs/features/${FEATURE}/.review-history.md`;

for (const era of ["2025-11-25", "2026-07-28"] as const) {
  test(`${era}: a client plays every order of specify, its user answers a form, and the history says self-reported`, async () => {
    const place = await workplace();
    await createFeature(place);
    const asked: string[] = [];
    const mcp = await connectMcp(place.root, {
      era,
      user: (message) => {
        asked.push(message);
        return "continue";
      },
    });

    const first = await mcp.call("start", { phase: "specify" });
    expect(first).toMatchObject({ state: "orders", feature: FEATURE, orders: [{ role: "spec-author", agent: null }] });
    expect(readFileSync(first.orders[0].prompt_file, "utf8")).toContain("login limit");
    const last = await playOrders(place.root, mcp, TWO_ROUNDS, first);

    expect(last).toMatchObject({ state: "done", next: "iflow design" });
    expect(asked).toHaveLength(4);
    expect(asked.at(-1)).toContain("self-reported by the host: phase-reviewer, spec-reviewer");
    expect(place.read(SPEC_PATH)).toContain("AC-2");
    expect(place.read(HISTORY)).toMatch(
      /SELF-REPORTED: spec-reviewer iteration 1[\s\S]*SELF-REPORTED: spec-reviewer iteration 2/,
    );
    expect(place.git("log", "-1", "--format=%s").trim()).toBe("phase(specify): login-limit - approved");
  });
}
