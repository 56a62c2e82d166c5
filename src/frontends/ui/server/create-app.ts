// The addresses of the page, and what stands before them. The order is the security: who is meant, who asks, then what.
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { getCookie, setCookie } from "hono/cookie";
import { STREAM } from "../view/model/addresses.ts";
import { addActs } from "./act-routes.ts";
import { failure, refusal } from "./answers.ts";
import { EventStreams } from "./event-stream.ts";
import { fromPage, type GuardEnv, onlyOurs, onlyWritesOfPage, safeHeaders, withSession, withWord } from "./guards.ts";
import { addLooks } from "./look-routes.ts";
import { addPage } from "./page-files.ts";
import { SECONDS } from "./sessions.ts";
import type { Ui } from "./ui.ts";

/** The longest words that an answer may have, in any script: three bytes for a character, and room for the rest. */
const LARGEST_BODY = 384 * 1024;

export function createApp(ui: Ui): Hono<GuardEnv> {
  const app = new Hono<GuardEnv>();
  app.use("*", safeHeaders, onlyOurs(ui.port));
  addOpening(app, ui);
  app.use("/api/*", fromPage, withSession(ui.sessions), withWord, onlyWritesOfPage);
  app.use(
    "/api/*",
    bodyLimit({
      maxSize: LARGEST_BODY,
      onError: (context) => refusal(context, 413, "too-large", `more than ${LARGEST_BODY / 1024} KB were sent`),
    }),
  );
  const streams = new EventStreams(ui);
  app.get(STREAM, (context) => streams.answer(context));
  addLooks(app, ui);
  addActs(app, ui);
  app.all("/api/*", (context) => refusal(context, 404, "unknown-address", "there is nothing at this address"));
  addPage(app, ui.host);
  app.onError((error, context) => failure(context, error));
  return app;
}

/** The address that the person's browser is opened with, once. */
function addOpening(app: Hono<GuardEnv>, { sessions }: Ui): void {
  app.get("/open", (context) => {
    const session = sessions.open(context.req.query("token") ?? "");
    if (session) {
      const rules = { httpOnly: true, sameSite: "Strict", path: "/", maxAge: SECONDS } as const;
      setCookie(context, sessions.name, session.cookie, rules);
      return context.redirect(`/#csrf=${session.csrf}`, 303);
    }
    if (sessions.find(getCookie(context, sessions.name))) return context.redirect("/", 303); // a tab that was opened again
    return context.text("This address was used before. Start iflow ui again and open the address it prints.\n", 403);
  });
}
