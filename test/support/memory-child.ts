// A process that stores memories: `node memory-child.mjs FOLDER NAME COUNT`. Says the name of each lesson once it is stored;
// every second one is the same for all processes.
import { join } from "node:path";
import { createMemoryStore } from "../../src/adapters/memory/memory-store.ts";
import { NewMemorySchema } from "../../src/domain/knowledge/memory.ts";

const [folder = "", name = "", count = "0"] = process.argv.slice(2);
const places = { global: undefined, project: join(folder, "memory.jsonl") };
const store = createMemoryStore(places, { now: () => new Date() });
const lesson = (description: string) =>
  NewMemorySchema.parse({ name: description.slice(0, 60), description, reasoning: "seen", category: "patterns" });

for (let number = 0; number < Number(count); number++) {
  const own = `${name} ${number} ${"long ".repeat(number % 50)}`.trim();
  await store.store(lesson(own), { scope: "project" });
  await store.store(lesson("Shared by all"), { scope: "project" });
  console.log(own);
}
console.log("done");
