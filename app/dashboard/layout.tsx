import { headers } from "next/headers";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { Data } from "#components/shell/data.tsx";
import { Shell } from "#components/shell/shell.tsx";
import { COMPLETE, readKey } from "#lib/api/keys.ts";
import { analytics } from "#lib/env.ts";
import { HostError } from "#lib/host.ts";
import { currentSession } from "#lib/session.ts";
import { readFrame } from "./visit.ts";

/** Checks the session itself, so access never depends on the middleware alone. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const session = await currentSession();
  const next = encodeURIComponent((await headers()).get("x-pathname") ?? "/dashboard");
  if (!session) redirect(`/login?next=${next}`);
  const { me, complete, repairs } = readFrame(session.token);
  const [user, kind] = await Promise.allSettled([me, complete]);
  if (user.status === "rejected" && user.reason instanceof HostError && user.reason.status === 401) {
    redirect(`/session-ended?next=${next}`);
  }
  const reads = {
    ...(user.status === "fulfilled" && { [readKey("users.me", {})]: user.value }),
    ...(kind.status === "fulfilled" && { [COMPLETE]: kind.value }),
  };
  const isComplete = kind.status === "fulfilled" && kind.value;
  const events = analytics();
  return (
    <Data reads={reads} late={isComplete ? { [readKey("repairs.counts", {})]: repairs } : {}}>
      <link
        rel="manifest"
        href="/manifest.webmanifest"
        // Without cookies, it has the product's icon.
        crossOrigin={isComplete ? "use-credentials" : undefined}
      />
      {isComplete && <link rel="apple-touch-icon" href="/app-icon" />}
      {events && <meta name="analytics" content={JSON.stringify(events)} />}
      <Shell>{children}</Shell>
    </Data>
  );
}
