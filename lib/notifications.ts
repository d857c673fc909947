import { createStore } from "./store.ts";

type Moment = number;

export type Notification = {
  id: number;
  type: "success" | "error" | "warning" | "info";
  message: string;
  /** A warning with a callback shows 'Click for more info.'. */
  callback?: () => void;
  /** An error with it shows "Try again". */
  retry?: () => void;
  action?: { label: string; run: () => void };
  /** `mails`: the email leaves when undo ends. */
  undo?: {
    until: Moment;
    mails: boolean;
    run: () => void;
    /** Extends undo while someone looks at it. Returns the new end, or null. */
    hold?: (() => Promise<Moment | null>) | undefined;
  };
};

const UNDO_MS = 10_000;

export function undoable(undo: () => unknown): NonNullable<Notification["undo"]> {
  return { until: Date.now() + UNDO_MS, mails: false, run: () => void undo() };
}

export const titles = {
  success: "Success!",
  error: "Error! Try again.",
  warning: "Warning!",
  info: "Info!",
} as const;

type State = { open: readonly Notification[]; recent: readonly Notification[] };

const EMPTY: State = { open: [], recent: [] };
// Survives a full page load (sign-in, sign-out), but not the tab.
const CARRIED = "carried-notification";
let lastId = 0;

export const notifications = createStore(EMPTY);

export function notify(notification: Omit<Notification, "id">): void {
  const added = { ...notification, id: ++lastId };
  const { open, recent } = notifications.get();
  notifications.set({ open: [...open, added], recent: [added, ...recent].slice(0, 20) });
}

export function dismiss(id: number): void {
  const { open, recent } = notifications.get();
  notifications.set({ recent, open: open.filter((notification) => notification.id !== id) });
}

export function clearNotifications(): void {
  notifications.set(EMPTY);
}

export function notifyAfterLoad(
  notification: Omit<Notification, "id" | "callback" | "retry" | "action" | "undo">,
): void {
  sessionStorage.setItem(CARRIED, JSON.stringify(notification));
}

export function showCarried(): void {
  const carried = sessionStorage.getItem(CARRIED);
  if (!carried) return;
  sessionStorage.removeItem(CARRIED);
  notify(JSON.parse(carried));
}
