import { logoSrc } from "#components/store-mark.tsx";
import { HostError, hostCall } from "#lib/host.ts";
import { currentSession } from "#lib/session.ts";

const TIMEOUT_MS = 2_000;

export async function readStoreLogo(): Promise<string | null> {
  const session = await currentSession();
  if (!session) return null;
  try {
    const asked = { token: session.token, timeoutMs: TIMEOUT_MS };
    return logoSrc((await hostCall("organization.brand", asked)).logo);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return null;
  }
}
