import { createStore } from "./store.ts";

/** Milliseconds since 1970. */
type Moment = number;

export type Notification = {
  id: number;
  type: "success" | "error" | "warning" | "info";
  message: string;
  /** A warning with one shows 'Click for more info.'. */
  callback?: () => void;
  /** What was done can be taken back until then; `mails`: a mail about it leaves then. */
  undo?: {
    until: Moment;
    mails: boolean;
    run: () => void;
    /** Asks for longer while somebody looks at it, and answers until when; null for no longer. */
    hold?: (() => Promise<Moment | null>) | undefined;
  };
};

export const titles = {
  success: "Success!",
  error: "Error! Try again.",
  warning: "Warning!",
  info: "Info!",
} as const;

type State = { open: readonly Notification[]; recent: readonly Notification[] };

const EMPTY: State = { open: [], recent: [] };
// A toast outlives a full page load (sign-in and sign-out make one), but not the tab.
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

/** Sign-out leaves nothing of one person's day to the next. */
export function clearNotifications(): void {
  notifications.set(EMPTY);
}

/** Shows the notification on the page that the next full load brings. */
export function notifyAfterLoad(notification: Omit<Notification, "id" | "callback" | "undo">): void {
  sessionStorage.setItem(CARRIED, JSON.stringify(notification));
}

export function showCarried(): void {
  const carried = sessionStorage.getItem(CARRIED);
  if (!carried) return;
  sessionStorage.removeItem(CARRIED);
  notify(JSON.parse(carried));
}
