"use client";
import clsx from "clsx";
import { Check, Mail, TriangleAlert } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { useSWRConfig } from "swr";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useAdministrators, useMay, useMe } from "#components/shell/use-me.ts";
import { useUrlState } from "#components/shell/use-search.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Box } from "#components/ui/box.tsx";
import { Button } from "#components/ui/button.tsx";
import { ChoiceLine } from "#components/ui/choice-line.tsx";
import { confirm } from "#components/ui/confirm.tsx";
import { EmailText } from "#components/ui/email-text.tsx";
import { FailureLine } from "#components/ui/failure-line.tsx";
import { Failed } from "#components/ui/states.tsx";
import { call } from "#lib/api/call.ts";
import { useComplete } from "#lib/api/complete.tsx";
import { failureText, providerFailure } from "#lib/api/failure-text.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Account } from "#lib/contract/calendar.ts";
import { DEMO_SENDS_NONE } from "#lib/contract/mail-terms.ts";
import type { Me } from "#lib/contract/users.ts";
import { formatMoment } from "#lib/dates.ts";
import { notify } from "#lib/notifications.ts";
import { AppointmentSettings, FullPageLoader } from "./appointment-settings.tsx";
import { CalendarFeeds } from "./calendar-feeds.tsx";
import { type Connection, useConnection } from "./use-connection.ts";

export function IntegrationsScreen() {
  const { data: account, error, isValidating, mutate } = useRead("integration.account", {});
  const connection = useConnection();
  // A complete host keeps the calendar of people without an account.
  const complete = useComplete();
  const canChoose = useMay()("people.accounts");
  useArrival();
  if (connection.leaving) return <FullPageLoader label="Taking you to your email provider…" />;
  if (!account && isValidating && !error) return <FullPageLoader label="Loading your integrations…" />;
  return (
    <>
      <ScreenTitle>Integrations</ScreenTitle>
      <h1>Integrations</h1>
      {account ? (
        <>
          <EmailProvider account={account} connection={connection} complete={complete} />
          {(account.isAuthorized || complete) && <AppointmentSettings account={account} />}
          {complete && <Mailbox />}
          {canChoose && <StoresAccount />}
        </>
      ) : (
        error && <Failed text={failureText(providerFailure, error)} onRetry={() => void mutate()} />
      )}
      {complete && <CalendarFeeds />}
    </>
  );
}

/** The link page returns here with ?connected=1, so the cache is outdated. */
function useArrival() {
  const [connected, setConnected] = useUrlState("connected");
  const { mutate } = useSWRConfig();
  useEffect(() => {
    if (!connected) return;
    setConnected("");
    // Some providers notify the host a little later, so don't claim success yet.
    call("integration.account", {}).then(
      ({ isAuthorized }) =>
        notify(
          isAuthorized
            ? { type: "success", message: "Your email account is connected." }
            : { type: "info", message: "Your email provider has not answered yet. Reload in a moment." },
        ),
      () => {},
    );
    for (const name of ["integration.account", "integration.calendars", "letters.settings", "users.me"]) {
      mutate((key) => typeof key === "string" && key.startsWith(`${name} `));
    }
  }, [connected, setConnected, mutate]);
}

const DISCONNECT = {
  title: "Disconnect the email provider?",
  text: "Automations pause, no email is sent, and no one can book until you connect an account again. Existing appointments stay booked.",
  verb: "Disconnect",
};

const DISCONNECT_OWN = {
  title: "Disconnect your email account?",
  text: "Your calendar and appointments move to Loupe. Other events in your account no longer block times.",
  verb: "Disconnect",
};

type ProviderProps = { account: Account; connection: Connection; complete: boolean | undefined };

function EmailProvider({ account, connection, complete }: ProviderProps) {
  const { isAuthorized, provider } = account;
  const { data: me } = useMe();
  const mine = useMay()(isAuthorized ? "integration.change" : "integration.link");
  const isDemo = me?.emails === "demo";
  const ask = useAdministrators(!mine && !isDemo);
  const failure = connection.failure ?? (account.error && `Error: ${account.error}`);
  return (
    <Box title="Email provider" text="Sends your email and holds your calendar.">
      <div className="flex flex-wrap items-center gap-3">
        <span className="icon-tile shrink-0 border bg-background">
          {isAuthorized ? (
            <ProviderLogo provider={provider} />
          ) : (
            <Mail size={18} strokeWidth={1.75} className="text-muted-foreground" />
          )}
        </span>
        <div className="min-w-0 flex-1">
          {isAuthorized ? (
            <Connected account={account} complete={complete} emails={me?.emails} />
          ) : (
            <>
              <p>No email provider connected.</p>
              {complete && (
                <p className="text-muted-foreground text-sm">
                  Your calendar is kept in Loupe. Connect an account to see your appointments there too.
                </p>
              )}
            </>
          )}
        </div>
        <div className="flex flex-wrap gap-2 phone:w-full">
          {mine && isAuthorized && (
            <>
              <Button onClick={connection.change} className="phone:flex-1">
                Change Email Account
              </Button>
              <Button
                onClick={async () => {
                  const question = account.isStores === false ? DISCONNECT_OWN : DISCONNECT;
                  if (await confirm(question)) await connection.disconnect();
                }}
                className="phone:flex-1"
              >
                Disconnect
              </Button>
            </>
          )}
          {mine && !isAuthorized && (
            <Button variant="primary" onClick={connection.connect} className="phone:flex-1">
              Connect Email Account
            </Button>
          )}
        </div>
      </div>
      {!mine && !isDemo && (
        <p className="text-muted-foreground">
          {`Only the owner and admins ${isAuthorized ? "change" : "connect"} it. ${ask}`}
        </p>
      )}
      {failure && <Alert>{failure}</Alert>}
    </Box>
  );
}

type ConnectedProps = Omit<ProviderProps, "connection"> & { emails: Me["emails"] | undefined };

function Connected({ account, complete, emails }: ConnectedProps) {
  const { provider, address, error, isStores, connectedBy } = account;
  const Icon = error ? TriangleAlert : Check;
  return (
    <>
      <p className={clsx("flex items-center gap-1.5 font-medium", error ? "text-warning" : "text-success")}>
        <Icon size={16} />
        {error ? "Connected, but not working" : "Connected"}
      </p>
      {address && <p className="truncate text-muted-foreground text-sm">{address}</p>}
      {isStores && complete && emails !== "demo" && emails !== "kept" && (
        <p className="text-muted-foreground text-sm">It sends the store’s email.</p>
      )}
      {connectedBy && <p className="text-muted-foreground text-sm">{`Connected by ${connectedBy}`}</p>}
      {provider === "local" && <LocalAccount emails={emails} />}
    </>
  );
}

function LocalAccount({ emails }: { emails: Me["emails"] | undefined }) {
  if (emails === "kept")
    return (
      <p className="font-medium text-sm text-warning">
        For trying out: a calendar in this app. Emails aren’t sent; find them in Sent mail.
      </p>
    );
  return (
    <p className="text-muted-foreground text-sm">
      {emails === "demo"
        ? DEMO_SENDS_NONE
        : "A calendar in this app. Emails are sent by the host’s mail server."}
    </p>
  );
}

function ProviderLogo({ provider }: { provider: string }) {
  if (provider === "google") {
    return (
      <svg role="img" aria-label="Google" viewBox="0 0 18 18" width="20" height="20">
        <path
          fill="#4285f4"
          d="M17.6 9.2c0-.6 0-1.2-.2-1.7H9v3.3h4.8a4.1 4.1 0 0 1-1.8 2.7v2.2h2.9c1.7-1.6 2.7-3.9 2.7-6.5Z"
        />
        <path fill="#34a853" d="M9 18c2.4 0 4.5-.8 6-2.2l-3-2.2a5.4 5.4 0 0 1-8-2.9H1V13a9 9 0 0 0 8 5Z" />
        <path fill="#fbbc05" d="M4 10.7a5.4 5.4 0 0 1 0-3.4V5H1a9 9 0 0 0 0 8l3-2.3Z" />
        <path fill="#ea4335" d="M9 3.6c1.3 0 2.5.5 3.4 1.3L15 2.3A9 9 0 0 0 1 5l3 2.3a5.4 5.4 0 0 1 5-3.7Z" />
      </svg>
    );
  }
  if (provider === "microsoft") {
    return (
      <svg role="img" aria-label="Microsoft" viewBox="0 0 18 18" width="20" height="20">
        <path fill="#f25022" d="M0 0h8.5v8.5H0z" />
        <path fill="#7fba00" d="M9.5 0H18v8.5H9.5z" />
        <path fill="#00a4ef" d="M0 9.5h8.5V18H0z" />
        <path fill="#ffb900" d="M9.5 9.5H18V18H9.5z" />
      </svg>
    );
  }
  return (
    <span className="font-semibold text-[0.6875rem]">{provider === "imap" ? "IMAP" : provider || "?"}</span>
  );
}

const SHARE_ALL = {
  title: "Share all your email with contacts?",
  text: "Everyone on your team will see all email between you and your contacts, including past email. You can turn this off at any time.",
  verb: "Share all",
};

function Mailbox() {
  const { data } = useRead("letters.settings", {});
  const { data: me } = useMe();
  const { act, pending } = useAct("letters.setSettings");
  if (!data) return null;
  const { address, sender, readAt, error, sharesAll } = data;

  async function share(wanted: boolean) {
    if (pending || (wanted && !(await confirm(SHARE_ALL)))) return;
    await act({ body: { sharesAll: wanted } });
  }

  return (
    <Box
      title="Email with your contacts"
      text="Email between you and a contact appears in the contact’s timeline. Nothing else in your mailbox is stored, and only you see this email until you share it."
    >
      {address ? (
        <p className="wrap-anywhere">
          <EmailText>{address}</EmailText>
          <span className="text-muted-foreground">
            {readAt ? ` · read ${formatMoment(readAt, me?.timezone)}` : " · being read for the first time"}
          </span>
        </p>
      ) : (
        <p>
          {sender
            ? "Your account sends email, but we can’t read replies. Choose Change Email Account and enter the incoming mail server (IMAP)."
            : "Connect an email account above to see your email here."}
        </p>
      )}
      {error && <Alert>{error}</Alert>}
      {(address || sharesAll) && (
        <ChoiceLine
          type="checkbox"
          checked={sharesAll}
          onChange={(event) => share(event.target.checked)}
          note="If this is off, you can still share single conversations."
        >
          Share all my email with the team
        </ChoiceLine>
      )}
    </Box>
  );
}

function StoresAccount() {
  const { data } = useRead("people.accounts", {});
  const { act, pending } = useAct("people.setStoresAccount");
  const [failure, setFailure] = useState<string | null>(null);
  const id = useId();
  if (!data || data.length === 0) return null;

  async function choose(userId: string) {
    if (pending) return;
    setFailure((await act({ params: { id: userId } })).refused?.text ?? null);
  }

  return (
    <Box
      title="The store’s email"
      text="This account sends confirmations, reminders and automations. The person who connected it can read them."
    >
      <div role="radiogroup" aria-label="The store’s email" aria-busy={pending} className="grid gap-1">
        {data.map(({ userId, name, address, provider, isStores, error }) => (
          <label key={userId} className="flex min-h-9 items-center gap-2.5 pointer-coarse:min-h-11">
            <input
              type="radio"
              name={id}
              checked={isStores}
              onChange={() => choose(userId)}
              className="size-4 shrink-0 accent-primary"
            />
            <span className="wrap-anywhere min-w-0">
              {name}
              <span className="text-muted-foreground text-sm">{` · ${address || provider}`}</span>
              {error && (
                <span className="flex items-center gap-1.5 text-sm text-warning">
                  <TriangleAlert size={14} />
                  {error}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
      {failure && <FailureLine>{failure}</FailureLine>}
    </Box>
  );
}
