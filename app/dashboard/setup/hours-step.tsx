"use client";
import { useMe } from "#components/shell/use-me.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Failed, Loading } from "#components/ui/states.tsx";
import { useSubmit } from "#components/ui/use-submit.ts";
import { failureText, providerFailure } from "#lib/api/messages.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Account, Calendar } from "#lib/contract/calendar.ts";
import { FullPageLoader, useCalendars } from "../settings/integrations/appointment-settings.tsx";
import { useConnection } from "../settings/integrations/use-connection.ts";
import { useHours } from "../settings/integrations/use-hours.tsx";
import { StepFrame, type StepProps } from "./step-frame.tsx";

const ABOUT = { title: "Opening hours", hint: "Visitors book appointments within them. Paint the week." };

export function HoursStep(step: StepProps) {
  const { data: me } = useMe();
  const account = useRead("integration.account", {});
  const isConnected = account.data?.isAuthorized ?? false;
  const calendars = useCalendars(isConnected);
  const failed = account.error ? account : calendars.error ? calendars : null;
  const usable = calendars.data?.filter((calendar) => !calendar.is_read_only);
  if (account.data && isConnected && calendars.data && usable && usable.length > 0) {
    const first = (usable.find((calendar) => calendar.is_primary) ?? usable[0])?.id;
    return (
      <Hours
        {...step}
        account={account.data}
        calendars={calendars.data}
        first={first}
        timezone={me?.timezone}
      />
    );
  }
  return (
    <StepFrame {...step} {...ABOUT}>
      {failed?.error && !failed.isValidating ? (
        <Failed text={failureText(providerFailure, failed.error)} onRetry={() => void failed.mutate()} />
      ) : account.data && !isConnected ? (
        <Connect />
      ) : calendars.data ? (
        <p>
          The account that is connected has no calendar that appointments could be written to. Another one is
          chosen under Settings, Integrations.
        </p>
      ) : (
        <Loading />
      )}
    </StepFrame>
  );
}

type HoursProps = StepProps & { account: Account; calendars: Calendar[]; first?: string; timezone?: string };

function Hours({ account, calendars, first, timezone, ...step }: HoursProps) {
  const { save, fields, failure, pending } = useHours({ account, calendars, first, timezone });
  const submit = useSubmit(async () => {
    if (await save()) await step.onLeave(true);
  });
  return (
    <StepFrame
      {...step}
      {...ABOUT}
      wide
      form={{ onSubmit: submit }}
      submit="Save and continue"
      saving={pending}
      failure={failure}
    >
      {fields}
    </StepFrame>
  );
}

/** Without a calendar there is nothing that could tell when the store is busy. */
function Connect() {
  const { leaving, failure, connect } = useConnection();
  if (leaving) return <FullPageLoader label="Taking you to your email provider…" />;
  return (
    <div className="grid justify-items-start gap-3">
      <p>
        Opening hours belong to a calendar: it says when you are busy, and keeps what is booked. Connect your
        email account, or choose this app’s own calendar there; the hours are painted right after.
      </p>
      <Button onClick={connect}>Connect Email Account</Button>
      {failure && <Alert>{failure}</Alert>}
    </div>
  );
}
