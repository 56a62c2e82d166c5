// What the person has confirmed of repositories' configurations (see domain/config/trusted-keys.ts).
import type { TrustedValues } from "../domain/config/trusted-keys.ts";

export interface Confirmation {
  readonly values: TrustedValues;
  /** Its common git directory, which all its work trees share; undefined outside a repository. */
  readonly repository: string | undefined;
}

export interface Trust {
  /** The person confirmed exactly these values for this repository, or IFLOW_TRUST holds their hash. */
  isConfirmed(asked: Confirmation): Promise<boolean>;
  /** Resolves when it is on disk; from then on it stays confirmed. Throws where it cannot be kept. */
  confirm(asked: Confirmation): Promise<void>;
}
