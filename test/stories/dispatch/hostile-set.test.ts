// The hostile set (test/support/hostile-rows.ts) on agents of this process: one story per runtime, looked at row by row.
import { verifies } from "../../requirements.ts";
import {
  expectChangedChecksTold,
  expectConfigKept,
  expectEnvFileClosed,
  expectForgedWordsAreText,
  expectNoKey,
  expectNothingRaw,
  expectPutBack,
  expectRefused,
  expectSpecialFilesLeft,
} from "../../support/hostile-checks.ts";
import { hostileStory } from "../../support/hostile-story.ts";

const scripted = hostileStory("scripted");

verifies("SAFE-1", "hostile: config on scripted: put back, kept and told", async () => {
  expectConfigKept(await scripted());
  expectPutBack(await scripted());
});

verifies("SAFE-2", "hostile: what-checks-run on scripted: told, also with --yolo", async () =>
  expectChangedChecksTold(await scripted()),
);

verifies("SAFE-2", "hostile: environment on scripted: no key is seen, kept, shown or sent", async () =>
  expectNoKey(await scripted()),
);

verifies("SAFE-6", "hostile: env-file on scripted: refused, and never sent", async () =>
  expectEnvFileClosed(await scripted()),
);

verifies("SAFE-6", "hostile: special-files on scripted: refused, never replaced, waited for or committed", async () =>
  expectSpecialFilesLeft(await scripted()),
);

verifies("SAFE-6", "hostile: escapes on scripted: on no screen, in no history, in no event", async () =>
  expectNothingRaw(await scripted()),
);

verifies("TR-4", "hostile: forged-words on scripted: no verdict, no marker, no decision", async () =>
  expectForgedWordsAreText(await scripted()),
);

const anthropic = hostileStory("anthropic");

verifies("SAFE-1", "hostile: config on anthropic: refused", async () => {
  expectConfigKept(await anthropic());
  expectRefused(await anthropic());
});

verifies("SAFE-2", "hostile: what-checks-run on anthropic: told, also with --yolo", async () =>
  expectChangedChecksTold(await anthropic()),
);

verifies("SAFE-2", "hostile: environment on anthropic: no key is seen, kept, shown or sent", async () =>
  expectNoKey(await anthropic()),
);

verifies("SAFE-6", "hostile: env-file on anthropic: refused, and never sent", async () =>
  expectEnvFileClosed(await anthropic()),
);

verifies("SAFE-6", "hostile: special-files on anthropic: refused, never replaced, waited for or committed", async () =>
  expectSpecialFilesLeft(await anthropic()),
);

verifies("SAFE-6", "hostile: escapes on anthropic: on no screen, in no history, in no event", async () =>
  expectNothingRaw(await anthropic()),
);

verifies("TR-4", "hostile: forged-words on anthropic: no verdict, no marker, no decision", async () =>
  expectForgedWordsAreText(await anthropic()),
);
