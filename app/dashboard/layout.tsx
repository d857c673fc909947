import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { Data } from "#components/shell/data.tsx";
import { Shell } from "#components/shell/shell.tsx";
import { readKey } from "#lib/api/keys.ts";
import type { Setup } from "#lib/contract/setup.ts";
import { analytics } from "#lib/env.ts";
import { HostError } from "#lib/host.ts";
import { currentSession } from "#lib/session.ts";
import { WHOSE_COOKIE } from "#lib/whose.ts";
import { firstReads } from "./first-reads.ts";

export const metadata = { manifest: "/manifest.webmanifest" };

/** Checks the session itself, so access never depends on the middleware alone. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const path = (await headers()).get("x-pathname") ?? "/dashboard";
  const next = encodeURIComponent(path);
  const session = await currentSession();
  if (!session) redirect(`/login?next=${next}`);
  const ofAll = (await cookies()).get(WHOSE_COOKIE)?.value;
  const reads = await firstReads(path, session.token, ofAll).catch((error: unknown) => {
    if (error instanceof HostError && error.status === 401) return null;
    throw error;
  });
  if (!reads) redirect(`/session-ended?next=${next}`);
  // Before Home renders. Home does the same for people from another screen.
  const setup = reads[readKey("setup.get", {})] as Setup | undefined;
  if (setup?.isDue && /^\/dashboard\/?(\?|$)/.test(path)) redirect("/dashboard/setup");
  const events = analytics();
  return (
    <Data reads={reads}>
      {events && <meta name="analytics" content={JSON.stringify(events)} />}
      <Shell>{children}</Shell>
    </Data>
  );
}
