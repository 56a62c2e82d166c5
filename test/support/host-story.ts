// A feature whose phases run inside of a host: its hooks are the real ones, its agents are transcripts.
import { HostAgents } from "./host-agents.ts";
import { type Workplace, workplace } from "./iflow.ts";
import { carryOut, connectMcp } from "./mcp-client.ts";
import { createFeature, FEATURE, TWO_ROUNDS } from "./story.ts";
import { tempFolder } from "./temp-repo.ts";

export const HISTORY = `docs/features/${FEATURE}/.review-history.md`;
export const [DRAFT, REVISION] = TWO_ROUNDS["spec-author"] ?? [];

export async function hosted(
  prepare: (place: Workplace) => Promise<void> = createFeature,
  typed = "/iflow:specify --yolo",
) {
  const place = await workplace();
  await prepare(place);
  const mcp = await connectMcp(place.root, { args: ["--hooks"] });
  const agents = new HostAgents(place.root, await tempFolder());
  await agents.hook("user-prompt-submit", { prompt: typed });
  const report = (order: { order: string }, agent: string) => mcp.call("report", { order: order.order, agent });
  const drafted = async () => {
    const { orders } = await mcp.call("start", { phase: "specify", yolo: true });
    await carryOut(place.root, DRAFT ?? {});
    const next = await report(orders[0], await agents.play(orders[0], { reply: "Wrote the first draft." }));
    return next.orders[0];
  };
  return { ...place, mcp, agents, report, drafted };
}
