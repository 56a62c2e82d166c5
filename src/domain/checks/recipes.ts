// The lines of a makefile's targets or a justfile's recipes, with those of everything they need first.

/** Of the named ones; of all of them when no name is one, as of the first, which is what is run then. */
export function recipesIn(text: string, called: readonly string[]): string[] {
  const recipes = parse(text);
  const first = recipes.keys().next().value;
  const named = called.filter((name) => recipes.has(name));
  const queue = named.length > 0 ? named : first === undefined ? [] : [first];
  const seen = new Set<string>();
  const lines: string[] = [];
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    const recipe = recipes.get(name);
    if (!recipe || seen.has(name)) continue;
    seen.add(name);
    lines.push(...recipe.lines, ...recipe.needs);
    queue.push(...recipe.needs);
  }
  return lines;
}

interface Recipe {
  readonly needs: string[];
  readonly lines: string[];
}

function parse(text: string): Map<string, Recipe> {
  const recipes = new Map<string, Recipe>();
  let open: Recipe[] = [];
  for (const line of text.replaceAll(/\\\n/g, " ").split("\n")) {
    if (/^\s+\S/.test(line)) {
      for (const recipe of open) recipe.lines.push(line.replace(/^\s+[@+-]*/, ""));
      continue;
    }
    const [, names, needs = ""] = /^@?([^:=#\s][^:=#]*)::?(?!=)([^=]*)$/.exec(line) ?? [];
    if (names === undefined) continue;
    open = names
      .split(/\s+/)
      .filter(Boolean)
      .map((name) => {
        const recipe = recipes.get(name) ?? { needs: [], lines: [] };
        recipe.needs.push(...needs.split(/[\s;()]+/).filter(Boolean));
        recipes.set(name, recipe);
        return recipe;
      });
  }
  recipes.delete(".PHONY");
  return recipes;
}
