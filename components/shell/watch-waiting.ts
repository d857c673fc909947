import { stored, waitingKey } from "#lib/drafts.ts";

const RETRY_MS = 30_000;

export function watchWaiting(owner = "") {
  const send = () => {
    if (!navigator.onLine || !stored(waitingKey(owner))) return;
    import("#lib/api/waiting-repairs.ts").then((module) => module.sendWaiting(owner)).catch(() => {});
  };
  send();
  const timer = setInterval(send, RETRY_MS);
  window.addEventListener("online", send);
  return () => {
    clearInterval(timer);
    window.removeEventListener("online", send);
  };
}
