// The changelog of a release: a heading with the version and the day, text below it, and nothing left in Unreleased.
import type { Check, Facts } from "./facts.ts";

export function checkChangelog({ version, changelog }: Facts): Check {
  const name = "changelog";
  const heading = `## ${version} - YYYY-MM-DD`;
  const sections = sectionsOf(changelog);
  const own = sections.find(({ title }) => title === version || title.startsWith(`${version} `));
  const unreleased = sections.find(({ title }) => title === "Unreleased");
  if (own === undefined) return { name, found: `no "${heading}"`, fix: `rename "## Unreleased" to "${heading}"` };
  const found = `"## ${own.title}"`;
  if (!hasDay(own.title)) return { name, found: `${found} has no date`, fix: `write it as "${heading}"` };
  if (own.text === "") return { name, found: `${found} is empty`, fix: "say what users will notice" };
  if (unreleased === undefined || unreleased.text === "") return { name, found: own.title };
  return { name, found: '"## Unreleased" still has entries', fix: `move them below ${found}` };
}

function sectionsOf(changelog: string): { readonly title: string; readonly text: string }[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title = "", ...lines] = section.split("\n");
      return { title: title.trim(), text: lines.join("\n").trim() };
    });
}

function hasDay(title: string): boolean {
  const day = / - (\d{4}-\d{2}-\d{2})$/.exec(title)?.[1];
  return day !== undefined && !Number.isNaN(Date.parse(day));
}
