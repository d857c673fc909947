import { dropDrafts, INTEGRATION_ASKED } from "#lib/drafts.ts";
import { forgetKept } from "#lib/kept.ts";
import { clearNotifications, notify, notifyAfterLoad } from "#lib/notifications.ts";
import { forgetContacts } from "#lib/recent-contacts.ts";
import { OFFLINE, UNEXPECTED } from "#lib/unexpected.ts";
import { whenIdle } from "#lib/when-idle.ts";
import { messages } from "./messages.ts";

const loadAuth = whenIdle(() => import("next-auth/react"));

type Credentials = { email: string; password: string; remember: boolean };

/** Signs in; resolves to null, or to the sentence that says why not. */
export async function signIn({ email, password, remember }: Credentials): Promise<string | null> {
  const { failure } = messages["auth.login"];
  try {
    const auth = await loadAuth();
    const result = await auth.signIn("credentials", {
      email,
      password,
      remember: String(remember),
      redirect: false,
    });
    if (result?.ok && !result.error) {
      sessionStorage.removeItem(INTEGRATION_ASKED);
      return null;
    }
    return result?.error === "Incorrect Password" ? "Incorrect Password" : failure;
  } catch {
    return failure;
  }
}

/** Key in the browser's storage: who ticked "Remember me" here. */
export const REMEMBERED = "remembered-email";

/** Replaces a session that has ended, in place. Where that fails, the next call leads to the login. */
export async function signInAgain(email: string, password: string): Promise<string | null> {
  return signIn({ email, password, remember: localStorage.getItem(REMEMBERED) === email });
}

/** Signs out here and at the host, and leaves no notification behind but the one that says so. */
export async function signOut(): Promise<void> {
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
  dropDrafts();
  notifyAfterLoad({ type: "success", message: messages["auth.logout"].success ?? "" });
  window.location.assign("/login");
}
