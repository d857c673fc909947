"use client";
import { useId } from "react";
import { useMe } from "#components/shell/use-me.ts";
import { Alert } from "#components/ui/alert.tsx";
import { confirm } from "#components/ui/confirm.tsx";
import { EmailText } from "#components/ui/email-text.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import { formatMoment } from "#lib/dates.ts";

const SHARE_ALL = {
  title: "Share all your email with contacts?",
  text: "Everyone on your team will see all email between you and your contacts, including past email. You can turn this off at any time.",
  verb: "Share all",
};

export function Mailbox() {
  const { data } = useRead("letters.settings", {});
  const { data: me } = useMe();
  const { act, pending } = useAct("letters.setSettings");
  const id = useId();
  if (!data) return null;
  const { address, sender, readAt, error, sharesAll } = data;

  async function share(wanted: boolean) {
    if (pending || (wanted && !(await confirm(SHARE_ALL)))) return;
    await act({ body: { sharesAll: wanted } });
  }

  return (
    <section
      aria-labelledby={id}
      className="grid gap-3 rounded-lg border bg-card p-5 shadow-1 phone:-mx-4 phone:rounded-none phone:border-x-0 phone:p-4"
    >
      <header>
        <h2 id={id}>Email with your contacts</h2>
        <p className="mt-0.5 text-muted-foreground">
          Email between you and a contact appears in the contact’s timeline. Nothing else in your mailbox is
          stored, and only you see this email until you share it.
        </p>
      </header>
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
        <label className="flex min-h-9 items-start gap-2.5 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            checked={sharesAll}
            onChange={(event) => share(event.target.checked)}
            aria-describedby={`${id}-all`}
            className="mt-0.75 size-4 shrink-0 accent-primary"
          />
          <span>
            Share all my email with the team
            <span id={`${id}-all`} className="block text-muted-foreground text-sm">
              If this is off, you can still share single conversations.
            </span>
          </span>
        </label>
      )}
    </section>
  );
}
