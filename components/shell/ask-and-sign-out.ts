import { signOut } from "#lib/api/sign.ts";
import { mayLeave } from "./leave-guard.tsx";

export async function askAndSignOut(): Promise<void> {
  if (await mayLeave()) await signOut();
}
