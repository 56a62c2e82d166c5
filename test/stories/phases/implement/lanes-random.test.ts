// Random task lists, carried out in lanes by agents of which some change what they did not declare: they end as one task after
// the other, or somebody was asked; no line is lost, and the history is a line.
import { verifies } from "../../../requirements.ts";
import { randomList } from "../../../support/lanes-random.ts";
import { expectJoined, implementIt, lanesPlace, TASKS_ONLY, untilJoined } from "../../../support/lanes-story.ts";
import { sampled } from "../../../support/sampled.ts";

const SEEDS = Array.from({ length: 200 }, (_, seed) => seed);

for (const seed of sampled(SEEDS, 20))
  verifies(
    "PAR-1",
    `a random task list ends as one by one, or the conflict was asked about, seed ${seed}`,
    async () => {
      const list = randomList(seed);
      const place = await lanesPlace(
        list.tasks,
        { ...TASKS_ONLY, ...list.roles },
        { lanes: list.lanes, files: list.files },
      );
      const asked = await untilJoined(place, await implementIt(place));
      expectJoined(place, list, { asked, name: `seed ${seed}` });
    },
  );
