// The title of the tab: how much waits, and where one is.
import { effect, signal } from "@preact/signals";
import { head } from "./head.ts";

export const pageTitle = signal("");

effect(() => {
  const count = head.value?.waiting ?? 0;
  const words = [pageTitle.value, "iflow"].filter((word) => word !== "");
  document.title = `${count > 0 ? `(${count}) ` : ""}${words.join(" · ")}`;
});
