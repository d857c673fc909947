import { UNEXPECTED } from "#lib/unexpected.ts";
import { PUSH_OF } from "#lib/worker.ts";
import { act } from "./act.ts";
import { call } from "./call.ts";

export function whyNoPush(): string | null {
  if (!navigator.serviceWorker || !window.PushManager || !window.isSecureContext)
    return "This browser cannot show notifications of this page. On an iPhone or iPad, add the app to the Home Screen first.";
  if (Notification.permission === "denied")
    return "Notifications of this page are blocked in this browser. Allow them in its settings, then come back.";
  return null;
}

export async function startPush(me: string): Promise<string | null> {
  try {
    if ((await Notification.requestPermission()) !== "granted")
      return whyNoPush() ?? "The browser was not allowed to show notifications.";
    await subscribe();
    localStorage.setItem(PUSH_OF, me);
    return null;
  } catch (error) {
    const said = error instanceof Error && error.name !== "AbortError" ? error.message : "";
    return said && said !== UNEXPECTED
      ? said
      : "The browser could not reach its push service. Try again later.";
  }
}

export async function endPush(): Promise<void> {
  localStorage.removeItem(PUSH_OF);
  await (await subscription())?.unsubscribe();
  await call("push.end", {});
}

/** After a new sign-in or a new key of the host. */
export async function renewPush(): Promise<void> {
  const me = await call("users.me", {});
  if (me.id !== localStorage.getItem(PUSH_OF) || Notification.permission !== "granted") return;
  const { key, isOn } = await call("push.get", {});
  const present = (await subscription())?.options.applicationServerKey;
  if (!isOn || !present || base64Url(present) !== key) await subscribe();
}

/** Always a new subscription: the old one may belong to another person's sign-in. */
async function subscribe(): Promise<void> {
  const { key } = await call("push.get", {});
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const [p256dh, auth] = [made.getKey("p256dh"), made.getKey("auth")];
  if (!p256dh || !auth) throw new Error(UNEXPECTED);
  const body = { endpoint: made.endpoint, p256dh: base64Url(p256dh), auth: base64Url(auth) };
  const outcome = await act("push.start", { body });
  if (!outcome.ok) throw outcome.error;
}

async function subscription(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker?.getRegistration("/dashboard");
  return (await worker?.pushManager?.getSubscription()) ?? null;
}

function base64Url(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
