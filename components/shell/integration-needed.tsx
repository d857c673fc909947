"use client";
import { TriangleAlert } from "lucide-react";
import { usePathname } from "next/navigation";
import { lazy, Suspense, useEffect, useState } from "react";
import { Link } from "#components/ui/link.tsx";
import { INTEGRATION_ASKED } from "#lib/integration-asked.ts";
import { useMe } from "./use-me.ts";

const Dialog = lazy(() =>
  import("./integration-dialog.tsx").then((module) => ({ default: module.IntegrationDialog })),
);

const INTEGRATIONS = "/dashboard/settings/integrations";
// Its own panel says the same.
const CALENDAR = "/dashboard/appointments";

/**
 * After each sign-in, once: the modal that asks for the email integration; from then on a quiet line. An account that
 * stopped working is told of on every screen: without it nothing is sent and nobody can book.
 */
export function IntegrationNeeded() {
  const { data: me } = useMe();
  const pathname = usePathname();
  const [asking, setAsking] = useState(false);
  const elsewhere = !pathname.startsWith(INTEGRATIONS);
  const needed = me?.isEmailIntegrationComplete === false && elsewhere;
  useEffect(() => {
    if (needed && sessionStorage.getItem(INTEGRATION_ASKED) !== me?.id) setAsking(true);
  }, [needed, me?.id]);
  if (me?.integrationError && elsewhere) return <Warning text={`Error: ${me.integrationError}`} />;
  if (!needed) return null;

  function close() {
    sessionStorage.setItem(INTEGRATION_ASKED, me?.id ?? "");
    setAsking(false);
  }

  return (
    <>
      {!pathname.startsWith(CALENDAR) && <Warning text="Your email integration is not set up yet." />}
      {asking && (
        <Suspense>
          <Dialog href={INTEGRATIONS} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

function Warning({ text }: { text: string }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg bg-warning-soft px-4 py-2.5 text-warning">
      <TriangleAlert size={16} strokeWidth={1.75} aria-hidden="true" />
      {text}
      <Link href={INTEGRATIONS} className="font-semibold underline underline-offset-3">
        Open integration settings
      </Link>
    </p>
  );
}
