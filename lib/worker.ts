import { idle } from "./when-idle.ts";

/**
 * Starts the worker once the first view stands. A browser has none without https, nor where a person has switched them off;
 * then the app is what it was. In development nothing is kept: pages change there without a new name.
 */
export function startWorker(): (() => void) | undefined {
  const { serviceWorker } = navigator;
  if (!process.env.BUILD || !serviceWorker) return undefined;
  return idle(() => {
    serviceWorker.register("/sw.js", { scope: "/dashboard", updateViaCache: "none" }).catch(() => {});
  });
}
