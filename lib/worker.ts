import { idle } from "./when-idle.ts";

/** Key in the browser's storage: who wants to be told of things on this device. */
export const PUSH_OF = "push-of";

/**
 * Starts the worker once the first view stands. A browser has none without https, nor where a person has switched them off;
 * then the app is what it was. In development nothing is kept: pages change there without a new name. `renewPush` is for a
 * browser in which somebody wants to be told.
 */
export function startWorker(renewPush: () => Promise<unknown>): (() => void) | undefined {
  const { serviceWorker } = navigator;
  if (!process.env.BUILD || !serviceWorker) return undefined;
  return idle(() => {
    serviceWorker.register("/sw.js", { scope: "/dashboard", updateViaCache: "none" }).catch(() => {});
    if (localStorage.getItem(PUSH_OF)) renewPush().catch(() => {});
  });
}
