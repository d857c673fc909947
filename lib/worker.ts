import { idle } from "./when-idle.ts";

/** Key in the browser's storage: the user who enabled notifications on this device. */
export const PUSH_OF = "push-of";

/**
 * Starts the service worker after the first view, if the browser supports it. Not in development, where pages
 * change without a new name. `renewPush` runs if a user enabled notifications in this browser.
 */
export function startWorker(renewPush: () => Promise<unknown>): (() => void) | undefined {
  const { serviceWorker } = navigator;
  if (!process.env.BUILD || !serviceWorker) return undefined;
  return idle(() => {
    serviceWorker.register("/sw.js", { scope: "/dashboard", updateViaCache: "none" }).catch(() => {});
    if (localStorage.getItem(PUSH_OF)) renewPush().catch(() => {});
  });
}
