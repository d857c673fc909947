import { codeList, idle, isMetered } from "./stored-code.ts";

/** The user who enabled notifications on this device. */
export const PUSH_OF = "push-of";

/** Registers the service worker after the first view, in production. `renewPush`: if notifications are on here. */
export function startWorker(renewPush: () => Promise<unknown>): (() => void) | undefined {
  const { serviceWorker } = navigator;
  if (!process.env.BUILD || !serviceWorker) return undefined;
  return idle(() => {
    serviceWorker.register("/sw.js", { scope: "/dashboard", updateViaCache: "none" }).catch(() => {});
    serviceWorker.ready.then(({ active }) => {
      if (!isMetered()) active?.postMessage({ code: codeList(process.env.BUILD ?? "") });
    });
    if (localStorage.getItem(PUSH_OF)) renewPush().catch(() => {});
  });
}
