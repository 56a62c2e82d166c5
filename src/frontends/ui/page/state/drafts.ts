// Words that a person has typed and that are not stored yet, by question: they outlive the field, which is gone while an answer
// waits to be sent or another page is looked at, and a tab that is loaded again.
import { useState } from "preact/hooks";

const NAME = "iflow.drafts";
/** More than anybody has begun. */
const MOST = 50;

const drafts = read();

/** For a field: its words, and what takes new ones. */
export function useDraft(key: string): readonly [string, (words: string) => void] {
  const [words, setWords] = useState(drafts.get(key) ?? "");
  const change = (next: string) => {
    setWords(next);
    keepDraft(key, next);
  };
  return [words, change];
}

/** Empty words are none. */
export function keepDraft(key: string, words: string): void {
  drafts.delete(key);
  if (words !== "") drafts.set(key, words);
  for (const old of [...drafts.keys()].slice(0, -MOST)) drafts.delete(old);
  try {
    sessionStorage.setItem(NAME, JSON.stringify([...drafts]));
  } catch {
    // kept for as long as the page is open
  }
}

function read(): Map<string, string> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(NAME) ?? "[]") as [string, string][]);
  } catch {
    return new Map();
  }
}
