import { useEffect, useState } from "react";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { Button } from "#components/ui/button.tsx";
import { EditNotices, Refused } from "#components/ui/edit-notices.tsx";
import { Field } from "#components/ui/field.tsx";
import { GrowingText } from "#components/ui/growing-text.tsx";
import { RecordForm, useRecordForm } from "#components/ui/record-form.tsx";
import { Loading } from "#components/ui/states.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import { suppressionWords } from "#lib/mails.ts";
import { stored } from "#lib/stored-code.ts";

type Props = {
  contactId: string;
  answering?: { id: string; to: string };
  onClose?: () => void;
  shortcut?: string;
};
type Values = { subject: string; text: string };

const loadNew = stored(async () => (await import("#lib/contract/inbox.ts")).messageForm);

export function LetterForm({ contactId, answering, onClose, shortcut }: Props) {
  const settings = useRead("letters.settings", {});
  const sender = settings.data?.sender;
  if (!settings.data) return <Loading />;
  return sender ? (
    <Write
      sender={sender}
      contactId={contactId}
      answering={answering}
      onClose={onClose}
      shortcut={shortcut}
    />
  ) : (
    <div className="grid gap-2 p-3">
      <p>
        Emails are sent from your own address. Connect your email account first. It takes a minute, and only
        you see your email.
      </p>
      <PrefetchLink href="/dashboard/settings/integrations" className="link justify-self-start">
        Connect my email account
      </PrefetchLink>
    </div>
  );
}

type WriteProps = { sender: string } & { [K in keyof Props]: Props[K] | undefined } & { contactId: string };

function Write({ sender, contactId, answering, onClose, shortcut }: WriteProps) {
  const contact = useRead("contacts.get", { params: { id: contactId } }).data;
  const reply = useAct("letters.reply", { quiet: true }).act;
  const write = useAct("letters.write", { quiet: true }).act;
  const [empty] = useState(() => ({ subject: answering ? "Re:" : "", text: "" }));
  const record = useRecordForm<Values>({
    schema: loadNew,
    values: empty,
    draft: answering ? `answer to ${answering.id}` : `mail to ${contactId}`,
    onSubmit: async ({ subject, text }) =>
      answering
        ? (await reply({ params: { id: answering.id }, body: { text } })).refused
        : (await write({ params: { id: contactId }, body: { subject, text } })).refused,
    next: () => empty,
    onSaved: (_, more) => more || onClose?.(),
  });
  const { form, edit, refused, mayClose } = record;
  const { setFocus } = form;
  useEffect(() => {
    if (onClose) setFocus(answering ? "text" : "subject");
  }, [onClose, answering, setFocus]);

  const to = answering?.to ?? contact?.email;
  if (contact && !to) return <p className="p-3">This contact has no email address yet.</p>;
  const isTheirs = to?.toLowerCase() === contact?.email?.toLowerCase();
  const warnings = (isTheirs && contact?.suppressions) || [];
  return (
    <RecordForm
      of={record}
      aria-label={answering ? "Answer" : "Add to the timeline"}
      className="relative grid gap-1 p-2"
    >
      <EditNotices edit={edit} fields={[{ name: "text", label: "Text" }]} />
      <p className="wrap-anywhere px-1 text-muted-foreground text-sm">
        From {sender} to {to}
      </p>
      {warnings.map((warning) => (
        <p key={warning.id} className="rounded-md bg-warning-soft px-3 py-2 text-sm text-warning">
          {suppressionWords(warning)} Emails you write yourself are still sent.
        </p>
      ))}
      {!answering && (
        <Field name="subject" label="Subject" required className="is-bare">
          {(control) => (
            <input
              {...control}
              {...form.register("subject")}
              placeholder="Subject"
              autoComplete="off"
              data-shortcut={shortcut}
              className="h-9 w-full rounded-md bg-transparent px-1 font-medium placeholder:font-normal placeholder:text-muted-foreground phone:text-[1rem] pointer-coarse:h-11"
            />
          )}
        </Field>
      )}
      <Field
        name="text"
        label={answering ? "Your answer" : "Text"}
        required
        className={answering ? "" : "is-bare"}
      >
        {(control) => (
          <GrowingText
            rows={answering ? 4 : 3}
            {...control}
            {...form.register("text")}
            placeholder={answering ? "Write your answer…" : "Write an email…"}
            className="min-h-20 leading-5"
          />
        )}
      </Field>
      {refused && <Refused refusal={refused} onReload={() => {}} />}
      <div className="flex items-center justify-end gap-2">
        <span className="flex-1 text-right text-muted-foreground text-xs phone:hidden">
          <kbd>Ctrl</kbd> <kbd>↵</kbd>
        </span>
        {onClose && <Button onClick={async () => (await mayClose()) && onClose()}>Cancel</Button>}
        <SubmitButton pending="Sending…">{answering ? "Send answer" : "Send email"}</SubmitButton>
      </div>
    </RecordForm>
  );
}
