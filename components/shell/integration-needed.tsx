"use client";
import { usePathname } from "next/navigation";
import { useEffect, useState } from "react";
import { part } from "#components/ui/part.tsx";
import { INTEGRATION_ASKED } from "#lib/integration-asked.ts";
import { useMay, useMe } from "./use-me.ts";
import { Warning } from "./warning.tsx";

const Dialog = part(() => import("./integration-dialog.tsx").then((module) => module.IntegrationDialog), {
  without: () => null,
});

const INTEGRATIONS = "/dashboard/settings/integrations";
// A new store is asked for it there.
const SETUP = "/dashboard/setup";
// Its own panel says the same.
const CALENDAR = "/dashboard/appointments";

/**
 * After each sign-in, once: the modal that asks for the email integration; from then on a quiet line. Neither for people
 * whom the host would not let connect one.
 */
export function IntegrationNeeded() {
  const { data: me } = useMe();
  const pathname = usePathname();
  const [asking, setAsking] = useState(false);
  const elsewhere = !pathname.startsWith(INTEGRATIONS) && !pathname.startsWith(SETUP);
  const mine = useMay()("integration.link");
  const needed = me?.isEmailIntegrationComplete === false && elsewhere && mine;
  useEffect(() => {
    if (needed && sessionStorage.getItem(INTEGRATION_ASKED) !== me?.id) setAsking(true);
  }, [needed, me?.id]);
  if (!needed) return null;

  function close() {
    sessionStorage.setItem(INTEGRATION_ASKED, me?.id ?? "");
    setAsking(false);
  }

  return (
    <>
      {!pathname.startsWith(CALENDAR) && (
        <Warning href={INTEGRATIONS} link="Open integration settings">
          Your email integration is not set up yet.
        </Warning>
      )}
      {asking && <Dialog href={INTEGRATIONS} onClose={close} />}
    </>
  );
}
