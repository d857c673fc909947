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
  title: "Share all of your mail with contacts?",
  text: "Everybody in your store sees every mail between you and a contact then, also those from before. You can take it back at any time.",
  verb: "Share all",
};

/** What is read of one's own mailbox, and who sees it. */
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
        <h2 id={id}>Mail with your contacts</h2>
        <p className="mt-0.5 text-muted-foreground">
          What you and a contact write to each other stands in the contact’s timeline. Nothing else of your
          mailbox is kept, and only you see it until you share it.
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
            ? "Your account sends mail, but yours is not read. Choose Change Email Account and enter the server that receives it (IMAP)."
            : "Connect an email account above to see your mail here."}
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
            Share all of my mail with the team
            <span id={`${id}-all`} className="block text-muted-foreground text-sm">
              Otherwise you share single conversations where you read them.
            </span>
          </span>
        </label>
      )}
    </section>
  );
}
