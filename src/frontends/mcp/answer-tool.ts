// The tool `answer`, for a client that has no hooks and cannot ask its user in a form. What it reports as the user's
// answer is marked as its word; what only a person may decide it cannot answer at all.
import type { McpServer, ServerContext } from "@modelcontextprotocol/server";
import * as z from "zod";
import { reportAnswer } from "../../app/dispatch/host-answers.ts";
import { IflowError } from "../../domain/text/errors.ts";
import { requirePerson } from "../drive/before/require-person.ts";
import type { DriveContext } from "../drive/context.ts";
import { FlowSchema } from "../drive/host/flow-state.ts";
import { nextState, toldState } from "../drive/host/next-state.ts";
import { canAsk } from "./answers.ts";
import { inTurn, untilFree } from "./in-turn.ts";
import { callTool } from "./tool-call.ts";

const AnswerSchema = z.object({
  question: z.string().describe("id of the question, such as 007.2"),
  answer: z.string().min(1).describe("what the user said: one of the values, or their own words where those are taken"),
});

/** Never where hooks are: those see what the user types. */
export function addAnswerTool(server: McpServer, context: DriveContext): void {
  server.registerTool(
    "answer",
    {
      title: "Pass on the user's answer",
      description:
        "Passes on what the user answered and continues the run; the answer is marked SELF-REPORTED. Only after the user has said it: never decide for them.",
      inputSchema: AnswerSchema,
      outputSchema: FlowSchema,
      annotations: { readOnlyHint: false, openWorldHint: false },
    },
    (given, ctx: ServerContext) =>
      callTool(context, ctx, (place) =>
        inTurn(async () => {
          if (canAsk(server, ctx)) throw asksItself();
          await requirePerson(place, "answers questions", "iflow answer");
          const feature = await reportAnswer(place.ports, given);
          const result = await untilFree(() => nextState(place, { runtime: "host", proof: "self", feature }));
          return { data: await toldState(place, "self", result), text: "" };
        }),
      ),
  );
}

function asksItself(): IflowError {
  return new IflowError("usage", "this client asks its user in a form of its own", {
    fix: "call next: the question is put to the user",
  });
}
