// The built page: a shell without data, its script and its style. Every address of the page is the same shell, so a link that
// somebody was sent opens what it names.
import type { Hono } from "hono";
import type { PageHost } from "../../../ports/page-host.ts";
import { refusal } from "./answers.ts";
import type { GuardEnv } from "./guards.ts";

const TYPES: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
};

export function addPage(app: Hono<GuardEnv>, host: PageHost): void {
  app.get("/assets/:name", async (context) => {
    const name = context.req.param("name");
    const type = TYPES[name.slice(name.lastIndexOf(".") + 1)];
    const bytes = type === undefined ? undefined : await host.asset(name);
    if (bytes === undefined || type === undefined) return refusal(context, 404, "unknown-address", "no such file");
    return context.body(new Uint8Array(bytes), 200, { "content-type": type, "cache-control": "no-cache" });
  });
  app.get("*", async (context) => {
    const shell = await host.asset("index.html");
    if (shell === undefined) return context.text("The page is not built: npm run build\n", 500);
    return context.body(new Uint8Array(shell), 200, { "content-type": TYPES.html ?? "", "cache-control": "no-cache" });
  });
  app.all("*", (context) => refusal(context, 404, "unknown-address", "there is nothing at this address"));
}
