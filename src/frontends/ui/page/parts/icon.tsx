// Sixteen pixels, one stroke. An icon never says anything alone: a word stands beside it, if only for those who listen.
import type { IconName } from "../logic/state-words.ts";

const RING = "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2";

const SHAPES: Readonly<Record<IconName, string>> = {
  inbox: "M2 9.5 4 3h8l2 6.5V13H2zM2 9.5h3.5l1 1.5h3l1-1.5H14",
  board: "M2 3.5h12M2 8h8M2 12.5h5",
  money: "M2.5 13.5V9M6.2 13.5V3M9.8 13.5V6M13.5 13.5v-3",
  plus: "M8 3v10M3 8h10",
  find: "M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M10.5 10.5l3 3",
  chevron: "M6 4l4 4-4 4",
  file: "M4 2h5l3 3v9H4zM9 2v3h3",
  folder: "M2 4h4l1.5 1.5H14V13H2z",
  close: "M4 4l8 8M12 4l-8 8",
  bell: "M4 11V7a4 4 0 0 1 8 0v4l1 1.5H3zM6.8 14.2h2.4",
  keyboard: "M1.5 4h13v8h-13zM4 6.8h.1M6.7 6.8h.1M9.3 6.8h.1M12 6.8h.1M5 9.5h6",
  external: "M6 3H3v10h10v-3M9 3h4v4M13 3 7.5 8.5",
  system: `${RING}v12`,
  sun: "M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6M8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M12.6 3.4l-.7.7M4.1 11.9l-.7.7",
  moon: "M13.5 9.5a6 6 0 0 1-7-7 6 6 0 1 0 7 7",
  tray: "M2 9.5 4 3h8l2 6.5V13H2zM2 9.5h3.5l1 1.5h3l1-1.5H14",
  ask: `${RING}M6.3 6.4a1.75 1.75 0 1 1 2.5 1.6c-.6.3-.8.6-.8 1.2M8 11.3v.1`,
  run: RING,
  pause: `${RING}M6.5 6v4M9.5 6v4`,
  stop: `${RING}M6.3 6.3h3.4v3.4H6.3z`,
  done: `${RING}M5.4 8.2l1.8 1.8 3.4-3.7`,
  gone: `${RING}M5.5 8h5`,
  idle: `${RING}`,
  broken: `${RING}M6 6l4 4M10 6l-4 4`,
  left: `${RING}M8 5v3.5M8 11v.1`,
  merge:
    "M4.5 5v6M4.5 5c0 2.5 2.5 3.5 5.5 3.5M4.5 2a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3M4.5 11a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3M11.5 7a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3",
  branch:
    "M4.5 5v6M4.5 9c4 0 6.5-.8 6.5-4M4.5 2a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3M4.5 11a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3M11 2a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3",
  check: "M3.5 8.5l3 3 6-7",
  cross: "M4 4l8 8M12 4l-8 8",
  octagon: "M5.5 2h5L14 5.5v5L10.5 14h-5L2 10.5v-5zM8 5v3.5M8 11v.1",
  triangle: "M8 2.5l6 11H2zM8 6.5v3M8 11.5v.1",
  dot: "M8 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4",
  again: "M13 8a5 5 0 1 1-1.6-3.7M13 2.5V5h-2.5",
  clock: `${RING}M8 4.5V8l2.5 1.5`,
  unknown: `${RING}M6.3 6.4a1.75 1.75 0 1 1 2.5 1.6c-.6.3-.8.6-.8 1.2M8 11.3v.1`,
};

/** Half of it solid: it says more than a stroke. */
const HALF = "M8 2a6 6 0 0 1 0 12z";
const SOLID: Partial<Record<IconName, string>> = { run: HALF, system: HALF };

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={SHAPES[name]} />
      {SOLID[name] && <path class="solid" d={SOLID[name]} />}
    </svg>
  );
}
