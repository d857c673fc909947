import { confirm } from "#components/ui/confirm.tsx";
import { signOut } from "#lib/api/sign.ts";
import { sendWaiting, unsavedRepairs, waitingRepairs } from "#lib/api/waiting-repairs.ts";
import { mayLeave } from "./leave-guard.tsx";

export async function leave(owner = ""): Promise<void> {
  if (waitingRepairs(owner).length > 0) await sendWaiting(owner);
  const { length } = waitingRepairs(owner);
  const question = {
    title: `${unsavedRepairs(length)}. Sign out anyway?`,
    text: "Signing out deletes them from this device.",
    verb: "Sign out",
  };
  if (length > 0 && !(await confirm(question))) return;
  if (await mayLeave()) await signOut(owner);
}
