// What the model says in each role, one reply a request, and how it passes the session test.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { GATE_FILE, GATE_FOLLOW_UP } from "../../src/domain/dispatch/gate.ts";
import { type Reply, says } from "../support/fake-anthropic/reply.ts";
import type { Asked } from "./model.ts";
import type { RealAgent } from "./real-agent.ts";

export type Said = Reply | ((asked: Asked) => Reply);
/** By what a prompt calls the role in its first sentence; implementer and fixer have the same. */
export type RoleScript = Readonly<Record<string, readonly Said[]>>;

export function playRoles(agent: RealAgent, script: RoleScript): (asked: Asked) => Reply {
  const given = new Map<string, number>();
  return (asked) => {
    const role = Object.keys(script).find((one) => asked.text.includes(`You are the ${one}`));
    if (role === undefined) return playGate(agent, asked);
    const count = given.get(role) ?? 0;
    given.set(role, count + 1);
    const said = script[role]?.[count] ?? says(`the script has no reply ${count + 1} for ${role}`);
    return typeof said === "function" ? said(asked) : said;
  };
}

/** Reads the document, answers, and later knows what it read because its conversation says so. */
function playGate(agent: RealAgent, asked: Asked): Reply {
  const isFollowUp = asked.prompts.at(-1)?.includes(GATE_FOLLOW_UP.slice(0, 40)) ?? false;
  if (asked.results.length === 0 && !isFollowUp) return agent.read(gateFileIn(asked));
  const line = /# Document [0-9a-f]{16}/.exec(asked.text)?.[0] ?? "none";
  return says(`First line: ${line}\nIssues: 2`);
}

/** Some tools take absolute paths only. A model knows its folder from what the agent says about the machine;
 * iflow's temporary folders have `~` in their names. */
function gateFileIn({ text }: Asked): string {
  const folders = text.match(/\/[\w./~-]+/g) ?? [];
  const folder = folders.find((one) => existsSync(join(one, GATE_FILE)));
  return folder === undefined ? GATE_FILE : join(folder, GATE_FILE);
}

/** A verdict in words: real models put some around it. */
export const judges = (verdict: object): Reply => says(`I have read it.\n\n${JSON.stringify(verdict)}`);
