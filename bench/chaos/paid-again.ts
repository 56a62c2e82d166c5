// Which answers were paid for twice. A turn of the script that is played again was paid for again. It counts when iflow
// had its answer and spent its time on something else: the turn had ended (which hands the answer over, in the same
// process and without any wait), and before the answer was stored iflow began a call of git or finished another
// write. Not counted is an answer that iflow was just storing, as the first thing it did, when it was ended or when the
// disk was full: no program can do better than that.
import { TURNS } from "./phases.ts";

/** Roles of the turns that were paid for again after their answer, from the log of all commands of a point. */
export function paidAgain(log: readonly string[]): string[] {
  return log.flatMap((line, index) => {
    if (!line.startsWith("turn ") || !log.includes(line, index + 1)) return [];
    const end = log.indexOf("start", index);
    return wasHandedOver(line, log.slice(index + 1, end < 0 ? undefined : end)) ? [roleOf(line)] : [];
  });
}

/** `rest`: what the same command did after the turn. */
function wasHandedOver(turn: string, rest: readonly string[]): boolean {
  const role = roleOf(turn).replace(/^.*\//, "");
  const words = rest.map((line) => line.split(" "));
  const done = new Set(words.filter(([word]) => word === "did").map(([, number]) => number));
  const begun = words.filter(([word]) => word === "begin");
  const storing = words.findIndex(([word, , , path]) => word === "begin" && path?.includes(role));
  const isStored = begun.some(
    ([, number, what, path]) => (what === "rename" || what === "link") && path?.includes(role) && done.has(number),
  );
  // what was under way when the turn ended is another dispatch's; a folder is made to store something in it
  const others = words.filter(([word, number], index) => {
    if (storing >= 0 && index >= storing) return false;
    return word === "git" || (word === "did" && begun.some(([, own, what]) => own === number && what !== "mkdir"));
  });
  return isStored || (others.length > 0 && !SIDE_BY_SIDE.test(role));
}

/** What iflow does for one of them cannot be told from what it does for another, so only a stored answer counts. */
const SIDE_BY_SIDE = /explorer|searcher|researcher|(?:implementation|code-quality|security)-reviewer|retro-facilitator/;

function roleOf(line: string): string {
  return TURNS[Number(line.split(" ")[1])] ?? line;
}
