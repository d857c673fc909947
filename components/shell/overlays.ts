/** What may lie over the whole app, opened from anywhere: the palette, the list of shortcuts, the phone's sheets. */
export type Overlay = "palette" | "shortcuts" | "create" | "more" | "recent";

let current: Overlay | null = null;
const listeners = new Set<() => void>();

export const overlay = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: () => current,
  getOnServer: () => null,
  open: (next: Overlay) => set(next),
  close: () => set(null),
};

export const openPalette = () => set("palette");

function set(next: Overlay | null) {
  current = next;
  for (const listener of listeners) listener();
}
