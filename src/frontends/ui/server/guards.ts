// What is checked before anything is looked up: that the request was meant for this server and comes from its own page. A
// page of somebody else can send the browser here, under a name that leads to 127.0.0.1; its Host or Origin gives it away.
import type { MiddlewareHandler } from "hono";
import { getCookie } from "hono/cookie";
import { CSRF_HEADER } from "../view/model/addresses.ts";
import { refusal } from "./answers.ts";
import { isEqual, type Session, type Sessions } from "./sessions.ts";

export interface GuardEnv {
  Variables: { session: Session };
}

const POLICY = "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'";

const HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": POLICY,
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
};

export const safeHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  for (const [name, value] of Object.entries(HEADERS)) {
    if (name !== "cache-control" || !context.res.headers.has(name)) context.res.headers.set(name, value);
  }
};

/** `port`: known once the server listens. */
export function onlyOurs(port: () => number): MiddlewareHandler {
  return async (context, next) => {
    const hosts = [`127.0.0.1:${port()}`, `localhost:${port()}`];
    const host = context.req.header("host") ?? "";
    if (!hosts.includes(host)) return refusal(context, 403, "wrong-host", "this server answers on 127.0.0.1 only");
    const origin = context.req.header("origin");
    if (origin !== undefined && origin !== `http://${host}`)
      return refusal(context, 403, "wrong-origin", "only the page of iflow itself may ask here");
    return next();
  };
}

/** Data is only for the page: not for a link, a frame or a script of another site, which the browser tells. */
export const fromPage: MiddlewareHandler = async (context, next) => {
  const site = context.req.header("sec-fetch-site");
  if (site === undefined || site === "same-origin" || site === "none") return next();
  return refusal(context, 403, "wrong-origin", "only the page of iflow itself may ask here");
};

export function withSession(sessions: Sessions): MiddlewareHandler<GuardEnv> {
  return async (context, next) => {
    const session = sessions.find(getCookie(context, sessions.name));
    if (!session)
      return refusal(
        context,
        401,
        "no-session",
        "this browser was not opened by iflow ui",
        "open the address that iflow ui printed",
      );
    context.set("session", session);
    return next();
  };
}

/**
 * For everything, reading included: whatever listens on another port of this machine is sent the cookie by the browser, but the
 * word is in the storage of this address alone, and only a script of this address can send it.
 */
export const withWord: MiddlewareHandler<GuardEnv> = async (context, next) => {
  const given = context.req.header(CSRF_HEADER) ?? "";
  if (isEqual(given, context.get("session").csrf)) return next();
  return refusal(
    context,
    403,
    "csrf-missing",
    "this browser has the cookie of iflow ui, and not the word that goes with it",
    "open the address that iflow ui prints when it starts",
  );
};

/** For everything that changes something. A page of our own says where it is from. */
export const onlyWritesOfPage: MiddlewareHandler<GuardEnv> = async (context, next) => {
  if (context.req.method === "GET") return next();
  if (context.req.header("origin") === undefined)
    return refusal(context, 403, "wrong-origin", "only the page of iflow itself may ask here");
  if (!/^application\/json\b/.test(context.req.header("content-type") ?? ""))
    return refusal(context, 400, "usage", "the body has to be JSON");
  return next();
};
