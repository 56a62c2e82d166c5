// The repository of docs/getting-started.md: a shop of one function and one test.

export const SHOP: Readonly<Record<string, string>> = {
  "README.md": "# Shop\n\n`total(items)` in `src/cart.mjs` is what a cart costs. Prices are in cents.\n",
  "package.json": `${JSON.stringify(
    { name: "shop", private: true, type: "module", scripts: { test: "node --test" } },
    null,
    2,
  )}\n`,
  "src/cart.mjs": `// What a cart costs, in cents.
const SHIPPING = 490;

export function total(items) {
  const goods = items.reduce((sum, { price, count }) => sum + price * count, 0);
  return goods === 0 ? 0 : goods + SHIPPING;
}
`,
  "test/cart.test.mjs": `import assert from "node:assert/strict";
import { test } from "node:test";
import { total } from "../src/cart.mjs";

test("goods and shipping", () => assert.equal(total([{ price: 1000, count: 2 }]), 2490));

test("an empty cart costs nothing", () => assert.equal(total([]), 0));
`,
};

/** `more`: is exactly 50 euros more than enough? */
export const cart = (more: ">" | ">=") =>
  (SHOP["src/cart.mjs"] ?? "")
    .replace("const SHIPPING = 490;", "const SHIPPING = 490;\nconst FREE_FROM = 5000;")
    .replace("goods === 0 ? 0 :", `goods === 0 || goods ${more} FREE_FROM ? goods :`);

export const cartTest = (...more: string[]) =>
  `${SHOP["test/cart.test.mjs"]}
test("AC-1: shipping is free from 50 euros, and not below", () => {
  assert.equal(total([{ price: 6000, count: 1 }]), 6000);
  assert.equal(total([{ price: 4999, count: 1 }]), 5489);
});
${more.join("")}`;

export const EXACTLY_FIFTY = `
test("AC-1: exactly 50 euros is enough", () => assert.equal(total([{ price: 2500, count: 2 }]), 5000));
`;
