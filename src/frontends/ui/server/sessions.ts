// Who may see the page: a browser that was opened with a token nobody has used before. The token becomes a cookie, which
// scripts cannot read, and a second word, which the page keeps for its own address only: browsers send a cookie to every port of
// a host, so it alone must not be enough for anything. Both follow from the person's secret, so they hold
// when the server is started again. They are for one port: two servers stand side by side in one browser.
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** From the day it was opened; then a new address is opened. */
const DAYS = 30;
const DAY_MS = 86_400_000;
/** Of the cookie, or the browser would forget it when it is closed. */
export const SECONDS = DAYS * 86_400;

export interface Session {
  readonly cookie: string;
  readonly csrf: string;
}

export class Sessions {
  readonly #secret: string;
  readonly #now: () => Date;
  readonly #port: () => number;
  readonly #tokens = new Set<string>();

  /** `port`: known once the server listens. */
  constructor(secret: string, now: () => Date, port: () => number) {
    this.#secret = secret;
    this.#now = now;
    this.#port = port;
  }

  /** Of the cookie: browsers keep one of a name for all ports of a host. */
  get name(): string {
    return `iflow-ui-${this.#port()}`;
  }

  /** For one address that is opened once. */
  newToken(): string {
    const token = randomBytes(24).toString("base64url");
    this.#tokens.add(this.#sign("token", token));
    return token;
  }

  /** Undefined for a token that was used, or never given. */
  open(token: string): Session | undefined {
    if (!this.#tokens.delete(this.#sign("token", token))) return undefined;
    const day = Math.floor(this.#now().getTime() / DAY_MS);
    const name = `${randomBytes(16).toString("hex")}.${day}`;
    return { cookie: `${name}.${this.#sign("cookie", name)}`, csrf: this.#sign("csrf", name) };
  }

  /** Undefined for a cookie that is not ours, or too old. */
  find(cookie: string | undefined): Session | undefined {
    const [, name, day, mark] = /^([0-9a-f]{32}\.(\d{1,6}))\.([\w-]{43})$/.exec(cookie ?? "") ?? [];
    if (cookie === undefined || name === undefined || mark === undefined) return undefined;
    const age = this.#now().getTime() / DAY_MS - Number(day);
    if (!isEqual(mark, this.#sign("cookie", name)) || age < 0 || age > DAYS) return undefined;
    return { cookie, csrf: this.#sign("csrf", name) };
  }

  #sign(use: string, text: string): string {
    return createHmac("sha256", this.#secret).update(`${use} ${this.#port()} ${text}`).digest("base64url");
  }
}

export function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
