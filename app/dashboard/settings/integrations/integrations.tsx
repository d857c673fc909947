"use client";
import { ArrowRight } from "lucide-react";
import { useEffect } from "react";
import { useSWRConfig } from "swr";
import { NearLink } from "#components/shell/near-link.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useUrlState } from "#components/shell/use-search.ts";
import { Failed } from "#components/ui/states.tsx";
import { call } from "#lib/api/call.ts";
import { failureText, providerFailure } from "#lib/api/messages.ts";
import { useCan } from "#lib/api/use-can.ts";
import { useRead } from "#lib/api/use-read.ts";
import { notify } from "#lib/notifications.ts";
import { AppointmentSettings } from "./appointment-settings.tsx";
import { EmailProvider } from "./email-provider.tsx";
import { FullPageLoader } from "./full-page-loader.tsx";
import { useConnection } from "./use-connection.ts";

/** The store's mail and calendar account, when it takes appointments, and what it sent. */
export function Integrations() {
  const { data: account, error, isValidating, mutate } = useRead("integration.account", {});
  const connection = useConnection();
  const canMail = useCan()("mails.list");
  useArrival();
  if (connection.leaving) return <FullPageLoader label="Taking you to your email provider…" />;
  if (!account && isValidating && !error) return <FullPageLoader label="Loading your integrations…" />;
  return (
    <>
      <ScreenTitle>Integrations</ScreenTitle>
      <h1>Integrations</h1>
      {account ? (
        <>
          <EmailProvider account={account} connection={connection} />
          {account.isAuthorized && <AppointmentSettings account={account} />}
        </>
      ) : (
        error && <Failed text={failureText(providerFailure, error)} onRetry={() => void mutate()} />
      )}
      {canMail && (
        <NearLink
          href="/dashboard/mail"
          className="flex items-center gap-3 rounded-lg border bg-card p-5 shadow-1 hover:border-border-strong phone:-mx-4 phone:rounded-none phone:border-x-0 phone:p-4"
        >
          <span className="min-w-0 flex-1">
            <span className="block font-semibold text-[15px]">Sent mail</span>
            <span className="block text-muted-foreground">
              Every email of your store, and what became of it.
            </span>
          </span>
          <ArrowRight size={18} strokeWidth={1.75} aria-hidden="true" />
        </NearLink>
      )}
    </>
  );
}

/** The link page sends people back here with ?connected=1: what is cached knows nothing of it yet. */
function useArrival() {
  const [connected, setConnected] = useUrlState("connected");
  const { mutate } = useSWRConfig();
  useEffect(() => {
    if (!connected) return;
    setConnected("");
    // Some providers tell the host a little later than they send people back; then nothing is claimed here.
    call("integration.account", {}).then(
      ({ isAuthorized }) =>
        notify(
          isAuthorized
            ? { type: "success", message: "Your email account is connected." }
            : { type: "info", message: "Your email provider has not answered yet. Reload in a moment." },
        ),
      () => {},
    );
    for (const name of ["integration.account", "integration.calendars", "users.me"]) {
      mutate((key) => typeof key === "string" && key.startsWith(`${name} `));
    }
  }, [connected, setConnected, mutate]);
}
