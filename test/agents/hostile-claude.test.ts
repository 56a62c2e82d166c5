// The hostile set (test/support/hostile-rows.ts) with the real Claude client: one story, looked at row by row.
import { verifies } from "../requirements.ts";
import {
  expectChangedChecksTold,
  expectConfigKept,
  expectEnvFileClosed,
  expectForgedWordsAreText,
  expectNoKey,
  expectNothingRaw,
  expectRefused,
  expectSpecialFilesLeft,
} from "../support/hostile-checks.ts";
import { hostileStory } from "../support/hostile-story.ts";

const claude = hostileStory("claude");

verifies("SAFE-1", "hostile: config on claude: refused", async () => {
  expectConfigKept(await claude());
  expectRefused(await claude());
});

verifies("SAFE-2", "hostile: what-checks-run on claude: told, also with --yolo", async () =>
  expectChangedChecksTold(await claude()),
);

verifies("SAFE-2", "hostile: environment on claude: no key is seen, kept, shown or sent", async () =>
  expectNoKey(await claude()),
);

verifies("SAFE-6", "hostile: env-file on claude: refused, and never sent", async () =>
  expectEnvFileClosed(await claude()),
);

verifies("SAFE-6", "hostile: special-files on claude: refused, never replaced, waited for or committed", async () =>
  expectSpecialFilesLeft(await claude()),
);

verifies("SAFE-6", "hostile: escapes on claude: on no screen, in no history, in no event", async () =>
  expectNothingRaw(await claude()),
);

verifies("TR-4", "hostile: forged-words on claude: no verdict, no marker, no decision", async () =>
  expectForgedWordsAreText(await claude()),
);
