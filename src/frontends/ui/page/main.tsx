// The page of `iflow ui`, from its script to what stands on the screen.
import { render } from "preact";
import { App } from "./app.tsx";
import { followLinks } from "./state/address.ts";
import { sendWhenLeft } from "./state/answers.ts";
import { startClock } from "./state/clock.ts";
import { keepLastLook } from "./state/last-look.ts";
import { connect } from "./state/live.ts";
import { tellWhatHappens } from "./state/notify.ts";
import { listenToKeys } from "./state/use-keys.ts";

followLinks();
startClock();
keepLastLook();
tellWhatHappens();
listenToKeys();
sendWhenLeft();
document.addEventListener("DOMContentLoaded", () => {
  render(<App />, document.body);
  connect();
});
