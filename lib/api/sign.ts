import { NO_PASSKEY, SECOND_STEP, type StepWay, stepWays } from "#lib/contract/factor-terms.ts";
import type { StartedApp } from "#lib/contract/factors.ts";
import { dropDrafts, INTEGRATION_ASKED } from "#lib/drafts.ts";
import { forgetKept } from "#lib/kept.ts";
import { clearNotifications, notify, notifyAfterLoad } from "#lib/notifications.ts";
import { forgetContacts } from "#lib/recent.ts";
import { stored } from "#lib/stored-code.ts";
import { OFFLINE, UNEXPECTED } from "#lib/unexpected.ts";
import { ApiError, call } from "./call.ts";
import { signMessages } from "./failure-text.ts";

const loadAuth = stored(() => import("next-auth/react"));

type Credentials = { email: string; password: string; remember: boolean };
export type Step = { ways: StepWay[] };
type Code = { code: string; setUp?: string | undefined; remember: boolean };

export async function signIn({ email, password, remember }: Credentials): Promise<string | Step | null> {
  const { failure } = signMessages["auth.login"];
  const error = await begin({ email, password, remember });
  if (error?.startsWith(SECOND_STEP)) {
    const parts = error.slice(SECOND_STEP.length).split(" ");
    return { ways: stepWays.filter((way) => parts.includes(way)) };
  }
  return error === null || error === "Incorrect Password" ? error : failure;
}

/** Null means signed in; STEP_OVER: start again. */
export async function signInWithCode({ code, setUp, remember }: Code): Promise<string | null> {
  return begin({ code, remember, ...(setUp && { setUp }) });
}

export async function signInWithPasskey(remember: boolean): Promise<string | null> {
  try {
    const { askPasskey } = await import("./passkey.ts");
    const passkey = await askPasskey(await call("auth.passkeyOptions", {}));
    return begin({ passkey: JSON.stringify(passkey), remember });
  } catch (error) {
    return error instanceof ApiError ? error.message : NO_PASSKEY;
  }
}

export async function tryDemo(): Promise<string | null> {
  return begin({ demo: "true", remember: false });
}

export async function beginSecondStep(): Promise<StartedApp> {
  const answer = await fetch("/api/auth/second-step", { method: "POST" });
  if (!answer.ok) throw new Error("The second step could not begin");
  return answer.json();
}

async function begin({ remember, ...sent }: { remember: boolean; [field: string]: unknown }) {
  const { failure } = signMessages["auth.login"];
  try {
    const auth = await loadAuth();
    const result = await auth.signIn("credentials", { ...sent, remember: String(remember), redirect: false });
    if (!result?.ok || result.error) return result?.error || failure;
    sessionStorage.removeItem(INTEGRATION_ASKED);
    return null;
  } catch {
    return failure;
  }
}

export const REMEMBERED = "remembered-email";

export async function signInAgain(email: string, password: string): Promise<string | Step | null> {
  return signIn({ email, password, remember: isRemembered(email) });
}

export function isRemembered(email: string): boolean {
  return localStorage.getItem(REMEMBERED) === email;
}

export async function signOut(owner?: string): Promise<void> {
  try {
    const auth = await loadAuth();
    await auth.signOut({ redirect: false });
  } catch {
    notify({ type: "error", message: navigator.onLine ? UNEXPECTED : OFFLINE });
    return;
  }
  await forgetKept();
  clearNotifications();
  forgetContacts();
  dropDrafts(owner);
  notifyAfterLoad({ type: "success", message: signMessages["auth.logout"].success });
  window.location.assign("/login");
}
