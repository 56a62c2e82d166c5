// The settings below `review`: how long a loop may be, and what is sent in it.
import * as z from "zod";

export const reviewSettings = z
  .strictObject({
    maxRounds: z.int().min(1).max(20).default(5).describe("Maximum number of rounds in one review loop"),
    brainstormRounds: z
      .int()
      .min(1)
      .max(20)
      .default(3)
      .describe("Maximum number of rounds in one review loop of a brainstorm"),
    atCap: z
      .enum(["ask", "accept"])
      .default("ask")
      .describe(
        "When the rounds of a document's review are used up: ask (--yolo stops on a blocker), or accept with the open issues",
      ),
    convergence: z
      .enum(["seed", "contract"])
      .default("seed")
      .describe(
        "seed: every blocker and warning counts in every round; contract: late issues about unchanged work are kept as notes, from round 3 only blockers count",
      ),
    adjudicate: z
      .boolean()
      .default(false)
      .describe(
        "With --yolo, an adjudicator rules on issues that a reviewer has insisted on twice; otherwise the run stops on a blocker",
      ),
    certify: z
      .enum(["same", "fresh-eyes"])
      .default("same")
      .describe(
        "Whose approval counts after objections: the same reviewer's, or that of eyes that never saw its conversation",
      ),
    finalValidation: z
      .enum(["changed", "always"])
      .default("changed")
      .describe("Who looks at the code again at the end: reviewers who have not seen the last change, or all of them"),
    guard: z
      .enum(["prompt", "content", "cost"])
      .default("content")
      .describe(
        "When a fresh agent replaces a resume: the change is over half of the first prompt, over half of all a fresh one is given, or a fresh one costs less",
      ),
    session: z
      .enum(["resume", "fresh", "fork"])
      .default("resume")
      .describe(
        "Who reviews a later round: the same agent with the change, a new agent, or a new agent on the shared trunk",
      ),
    context: z
      .enum(["auto", "lazy", "inject", "trunk"])
      .default("auto")
      .describe(
        "How agents get documents: by path (lazy), pasted (inject), first in every prompt (trunk); auto is trunk where the runtime caches, else lazy",
      ),
    keepWarm: z
      .boolean()
      .default(true)
      .describe("Keep the sessions of an open loop in the provider's cache with a few pings, where that is cheaper"),
    compactDiffs: z
      .enum(["auto", "always", "never"])
      .default("auto")
      .describe(
        "Send changed words with little context around them instead of whole hunks, where that is shorter; auto: on a trunk only",
      ),
    models: z
      .enum(["auto", "by-role"])
      .default("auto")
      .describe(
        "One model for all roles of a trunk (auto), because a cache belongs to one model, or the model of each role",
      ),
  })
  .prefault({})
  .describe("How reviews run and what is sent in them");
