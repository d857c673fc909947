"use client";
import { FieldToCome } from "#components/ui/field-to-come.tsx";
import { part } from "#components/ui/part.tsx";
import { Loading } from "#components/ui/states.tsx";
import { useCan } from "#lib/api/use-can.ts";
import type { TemplateForm } from "#lib/contract/templates.ts";
import { token } from "#lib/contract/tokens.ts";
import { fullName } from "#lib/text.ts";
import { emptyTokens, Filled } from "./filled.tsx";
import { TestMail } from "./test-mail.tsx";
import { useAddressee } from "./use-addressee.ts";

const ContactPicker = part(() => import("./contact-picker.tsx").then((module) => module.ContactPicker), {
  until: ({ contact }) => <FieldToCome label="Preview for" value={contact.name} />,
});

type Props = {
  text: TemplateForm;
  placeholders: readonly string[] | undefined;
  /** Whether the text could be sent; says what is missing where it could not. */
  check: () => Promise<boolean>;
};

/** The mail that a real contact would get, as it is being written. */
export function Preview({ text, placeholders, check }: Props) {
  const { subject, content } = text;
  const whole = `${subject}\n${content}`;
  const { contact, addressee, values, pick, failed } = useAddressee(whole);
  const can = useCan();
  const empty = values ? emptyTokens(whole, values) : [];

  return (
    <>
      <header className="flex flex-wrap items-center gap-2 px-4 py-2 md:min-h-15 phone:pb-1">
        <h2 className="flex-1 phone:sr-only">Preview</h2>
        {can("templates.test") && <TestMail text={text} contactId={contact?.id} check={check} />}
      </header>
      <div className="grid gap-3 px-4 pb-4">
        {contact && <ContactPicker contact={contact} onPick={pick} />}
        {failed && <p className="text-danger text-sm">This contact could not be loaded.</p>}
        {values && addressee ? (
          <>
            <article aria-label="Email" className="min-w-0 rounded-lg border">
              <div className="border-b px-4 py-3">
                <p className="break-words font-semibold text-lg">
                  {subject.trim() ? (
                    <Filled text={subject} values={values} placeholders={placeholders} />
                  ) : (
                    <span className="font-normal text-muted-foreground">No subject yet</span>
                  )}
                </p>
                <p className="truncate text-muted-foreground">to {addressee.email || fullName(addressee)}</p>
              </div>
              <div className="min-h-40 whitespace-pre-wrap break-words px-4 py-3">
                {content.trim() ? (
                  <Filled text={content} values={values} placeholders={placeholders} />
                ) : (
                  <span className="text-muted-foreground">Nothing written yet</span>
                )}
              </div>
            </article>
            <p className="text-muted-foreground text-sm">
              {contact
                ? "Highlighted words come from the contact."
                : "Highlighted words come from you, until there is a contact."}
              {empty.length > 0 && (
                <> Nothing is known for {empty.map(token).join(", ")}, so nothing is written there.</>
              )}
            </p>
          </>
        ) : (
          <Loading />
        )}
      </div>
    </>
  );
}
