"use client";
import { Check, Mail, TriangleAlert } from "lucide-react";
import { useMay, useMe, useWhomToAsk } from "#components/shell/use-me.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { confirm } from "#components/ui/confirm.tsx";
import type { Account } from "#lib/contract/calendar.ts";
import { ProviderLogo } from "./provider-logo.tsx";
import type { Connection } from "./use-connection.ts";

const DISCONNECT = {
  title: "Disconnect the email provider?",
  text: "Automations wait, nothing is sent, and nobody can book until an account is connected again. Appointments that are booked stay.",
  verb: "Disconnect",
};

export function EmailProvider({ account, connection }: { account: Account; connection: Connection }) {
  const { isAuthorized, provider, address } = account;
  const { data: me } = useMe();
  const mine = useMay()(isAuthorized ? "integration.change" : "integration.link");
  const ask = useWhomToAsk(!mine);
  const failure = connection.failure ?? (account.error && `Error: ${account.error}`);
  return (
    <section
      aria-labelledby="email-provider"
      className="grid gap-4 rounded-lg border bg-card p-5 shadow-1 phone:-mx-4 phone:rounded-none phone:border-x-0 phone:p-4"
    >
      <header>
        <h2 id="email-provider">Email provider</h2>
        <p className="mt-0.5 text-muted-foreground">Sends your mail and holds your calendar.</p>
      </header>
      <div className="flex flex-wrap items-center gap-3">
        <span className="grid size-10 shrink-0 place-items-center rounded-lg border bg-background">
          {isAuthorized ? (
            <ProviderLogo provider={provider} />
          ) : (
            <Mail size={18} strokeWidth={1.75} aria-hidden="true" className="text-muted-foreground" />
          )}
        </span>
        <div className="min-w-0 flex-1">
          {isAuthorized ? (
            <>
              {account.error ? (
                <p className="flex items-center gap-1.5 font-medium text-warning">
                  <TriangleAlert size={16} aria-hidden="true" />
                  Connected, but not working
                </p>
              ) : (
                <p className="flex items-center gap-1.5 font-medium text-success">
                  <Check size={16} aria-hidden="true" />
                  Connected
                </p>
              )}
              {address && <p className="truncate text-muted-foreground text-sm">{address}</p>}
              {account.connectedBy && (
                <p className="text-muted-foreground text-sm">{`Connected by ${account.connectedBy}`}</p>
              )}
              {provider === "local" &&
                (me?.keepsMail ? (
                  <p className="font-medium text-sm text-warning">
                    For trying out: a calendar of this app’s own. No email leaves; they are kept in Sent mail.
                  </p>
                ) : (
                  <p className="text-muted-foreground text-sm">
                    A calendar of this app’s own. Emails leave by the host’s mail server.
                  </p>
                ))}
            </>
          ) : (
            <p>No email provider connected.</p>
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
                  if (await confirm(DISCONNECT)) await connection.disconnect();
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
      {!mine && (
        <p className="text-muted-foreground">
          {`Only the owner and admins ${isAuthorized ? "change" : "connect"} it. ${ask}`}
        </p>
      )}
      {failure && <Alert>{failure}</Alert>}
    </section>
  );
}
