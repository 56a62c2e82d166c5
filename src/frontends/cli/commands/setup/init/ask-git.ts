// What git must know: the branch that features begin at, and whose commits they are. Asked only where it is not clear.
import { findBase } from "../../../../../app/setup/init-answers.ts";
import type { Identity } from "../../../../../ports/git/repository.ts";
import { askText, choose } from "../../../screen/questions/ask.ts";
import type { CommandPlace } from "../../command-place.ts";
import { orLeave } from "./leave.ts";
import { listOptions } from "./option-label.ts";

/** Undefined when it is clear, or when there is no branch to choose. */
export async function askBase(place: CommandPlace, configured: string | undefined): Promise<string | undefined> {
  const { ports, terminal } = place;
  const base = await findBase(ports, configured);
  if (base.type === "known") return undefined;
  const { local } = await ports.merging.branches();
  const candidates = local.filter((name) => !name.startsWith("feature/"));
  if (candidates.length === 0) return undefined;
  const { branch: current } = await ports.repository.where();
  const options = candidates.map((name) => ({ value: name, name, about: name === current ? "where you are now" : "" }));
  const missing = base.type === "missing" ? ` There is no ${base.branch} here.` : "";
  const answer = await choose(
    place,
    `Which branch do features begin at, and return to?${missing}`,
    listOptions(options, terminal.columns),
    candidates.includes(current ?? "") ? current : undefined,
  );
  return orLeave(answer);
}

/** Undefined when git knows; `unknown` when the person wants to tell it themselves. */
export async function askIdentity(place: CommandPlace): Promise<Identity | "unknown" | undefined> {
  const known = await place.ports.commits.identity();
  if (known.isEnough) return undefined;
  const options = [
    { value: "here", name: "Tell it now", about: "for this repository only" },
    { value: "later", name: "Later", about: "git config --global user.name and user.email" },
  ];
  const answer = await choose(
    place,
    "git does not know who you are, and iflow commits in your name.",
    listOptions(options, place.terminal.columns),
  );
  if (orLeave(answer) === "later") return "unknown";
  const name = orLeave(await askText(place, "Your name, as commits show it", known.name ?? "", refuseName));
  return { name, email: orLeave(await askText(place, "Your e-mail address", known.email ?? "", refuseEmail)) };
}

function refuseName(text: string): string | undefined {
  return /[^\s<>.,;:'"]/.test(text) ? undefined : "A name, such as Ada Lovelace"; // git drops such characters at the ends
}

function refuseEmail(text: string): string | undefined {
  return /^[^\s<>@]+@[^\s<>@]+$/.test(text) ? undefined : "An address, such as ada@example.com";
}
