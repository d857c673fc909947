import { createStore } from "#lib/store.ts";

/** What may lie over the whole app, opened from anywhere: the palette, the list of shortcuts, the phone's sheets. */
export type Overlay = "palette" | "shortcuts" | "create" | "more" | "recent";

const store = createStore<Overlay | null>(null);

export const overlay = {
  ...store,
  open: (next: Overlay) => store.set(next),
  close: () => store.set(null),
};

export const openPalette = () => overlay.open("palette");
