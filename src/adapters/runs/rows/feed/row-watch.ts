// Tells when something may have changed in a repository's rows. The database says so to whoever listens; where it cannot, or
// a connection is cut, a look is due after a while in any case.
import { createHash } from "node:crypto";
import type { Listening } from "../../../database/database.ts";
import { DueLook } from "../../feed/due-look.ts";
import type { RowPlace } from "../row-run.ts";

export class RowWatch {
  readonly #place: RowPlace;
  readonly #canListen: boolean;
  #listening: Listening | undefined;
  readonly #look = new DueLook();
  #isClosed = false;

  constructor(place: RowPlace, canListen: boolean) {
    this.#place = place;
    this.#canListen = canListen;
  }

  async changed(signal: AbortSignal): Promise<void> {
    const isTold = await this.#listen();
    await this.#look.wait(isTold, signal);
  }

  close(): void {
    this.#isClosed = true;
    this.#listening?.close();
  }

  /** Whether somebody tells. What happened before is seen by a look right away. */
  async #listen(): Promise<boolean> {
    if (!this.#canListen || this.#isClosed) return false;
    if (this.#listening && !this.#listening.lost.aborted) return true;
    const { database, repository } = this.#place;
    const own = createHash("md5").update(repository).digest("hex");
    const heard = (told: string) => {
      if (told === own) this.#look.tell();
    };
    this.#listening = await database.listen("iflow", heard).catch(() => undefined);
    if (this.#isClosed) this.#listening?.close();
    if (this.#listening) this.#look.tell(); // what happened before is seen right away
    return this.#listening !== undefined;
  }
}
