import { Send } from "lucide-react";
import { useEffect, useState } from "react";
import { useMe, useMoney } from "#components/shell/use-me.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import type { Option } from "#components/ui/combobox.tsx";
import { FieldToCome } from "#components/ui/field-parts.tsx";
import { part } from "#components/ui/part.tsx";
import { Loading } from "#components/ui/states.tsx";
import { useFormExtras } from "#components/use-form-extras.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import { type ContactKey, contactFields } from "#lib/contract/contact-fields.ts";
import type { Contact } from "#lib/contract/contacts.ts";
import type { Money } from "#lib/contract/money.ts";
import type { OwnField } from "#lib/contract/own-fields.ts";
import { ownPlaceholderValues, placeholderValues } from "#lib/contract/placeholders.ts";
import type { Sale } from "#lib/contract/sales.ts";
import type { TemplateForm } from "#lib/contract/templates.ts";
import { knownName, piecesOf, token } from "#lib/contract/tokens.ts";
import { readDay } from "#lib/dates.ts";
import { contactName } from "#lib/person.ts";
import { onFirstUse } from "#lib/stored-code.ts";
import { fullName } from "#lib/text.ts";

import { isText } from "./use-template-form.ts";

const PICKER = "Preview for";
const ContactPicker = part(() => import("./contact-picker.tsx"), "ContactPicker", {
  until: ({ contact }) => <FieldToCome label={PICKER} value={contact.name} />,
});

type Props = {
  text: TemplateForm;
  placeholders: readonly string[] | undefined;
  check: () => Promise<boolean>;
  shownContact?: Option | undefined;
};

export function Preview({ text, placeholders, check, shownContact }: Props) {
  const { subject, content } = text;
  const forTexts = isText(text);
  const whole = `${subject}\n${content}`;
  const { contact, addressee, values, pick, failed, complete } = useAddressee(whole, shownContact);
  const empty = values ? emptyTokens(whole, values) : [];

  return (
    <>
      <header className="flex flex-wrap items-center gap-2 px-4 py-2 md:min-h-15 phone:pb-1">
        <h2 className="flex-1 phone:sr-only">Preview</h2>
        {complete && !forTexts && <TestMail text={text} contactId={contact?.id} check={check} />}
      </header>
      <div className="grid gap-3 px-4 pb-4">
        {contact && !shownContact && <PickContact contact={contact} onPick={pick} />}
        {failed && <p className="text-danger text-sm">This contact could not be loaded.</p>}
        {values && addressee ? (
          <>
            <article aria-label={forTexts ? "Text" : "Email"} className="min-w-0 rounded-lg border">
              {!forTexts && (
                <div className="border-b px-4 py-3">
                  <p className="break-words font-semibold text-lg">
                    {subject.trim() ? (
                      <Filled text={subject} values={values} placeholders={placeholders} />
                    ) : (
                      <span className="font-normal text-muted-foreground">No subject yet</span>
                    )}
                  </p>
                  <p className="truncate text-muted-foreground">
                    to {addressee.email || fullName(addressee)}
                  </p>
                </div>
              )}
              <div className="min-h-40 whitespace-pre-wrap break-words px-4 py-3">
                {content.trim() ? (
                  <Filled text={content} values={values} placeholders={placeholders} />
                ) : (
                  <span className="text-muted-foreground">Nothing here yet</span>
                )}
              </div>
            </article>
            <p className="text-muted-foreground text-sm">
              {contact
                ? "Highlighted words are filled in for each contact."
                : "Highlighted words are your own details until you add a contact."}
              {empty.length > 0 && (
                <> There’s no value for {empty.map(token).join(", ")}, so this stays empty.</>
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

type PickProps = { contact: Option; onPick: (contact: Option) => void };

function PickContact({ contact, onPick }: PickProps) {
  const isActive = useHasInteracted();
  const [hasFocus, setFocus] = useState(false);
  if (isActive || hasFocus) return <ContactPicker contact={contact} onPick={onPick} hasFocus={hasFocus} />;
  return <FieldToCome label={PICKER} value={contact.name} onFocus={() => setFocus(true)} />;
}

type FilledProps = {
  text: string;
  /** By lower-case name; undefined if only the host knows the value. */
  values: ReadonlyMap<string, string | undefined>;
  placeholders: readonly string[] | undefined;
};

function Filled({ text, values, placeholders }: FilledProps) {
  let at = 0;
  return piecesOf(text).map((piece) => {
    const key = at;
    at += piece.text.length;
    if (piece.name === null) return piece.text;
    const value = values.get(piece.name.toLowerCase());
    if (value !== undefined) {
      return (
        <mark key={key} className="rounded-sm bg-gold-soft font-medium text-gold">
          {value}
        </mark>
      );
    }
    const unknown = placeholders !== undefined && knownName(piece.name, placeholders) === undefined;
    return (
      <mark
        key={key}
        className={
          unknown
            ? "rounded-sm bg-warning-soft text-warning underline decoration-wavy underline-offset-2"
            : "rounded-sm bg-muted text-muted-foreground"
        }
      >
        {piece.text}
      </mark>
    );
  });
}

function emptyTokens(text: string, values: FilledProps["values"]): string[] {
  const empty = piecesOf(text).flatMap(({ name }) =>
    name !== null && values.get(name.toLowerCase()) === "" ? [name] : [],
  );
  return [...new Set(empty)];
}

type Addressee = Pick<Contact, "firstName" | "lastName" | "email"> &
  Partial<Pick<Contact, ContactKey | "fields">>;

type Known = {
  addressee: Addressee;
  sales: Sale[] | undefined;
  storeName: string | undefined;
  timezone: string | undefined;
  own?: readonly OwnField[];
  money?: Money;
};

export function previewValues({ addressee, sales, storeName, timezone, own = [], money }: Known) {
  const newest = sales?.toSorted((a, b) => soldAt(b) - soldAt(a))[0];
  const values: { [name: string]: string | undefined } = placeholderValues({
    contact: Object.fromEntries(
      contactFields.map(({ key, kind }) => [
        key,
        kind === "date" ? readDay(addressee[key], timezone) : addressee[key],
      ]),
    ),
    lastPurchase: newest
      ? { item: newest.productCategory?.name || newest.item || "", day: readDay(newest.createdAt, timezone) }
      : null,
    storeName: storeName ?? "",
  });
  if (!storeName) values.storeName = undefined;
  if (!sales) values.lastPurchase = values.lastPurchaseDate = undefined;
  const { fields } = addressee;
  if (fields && money) Object.assign(values, ownPlaceholderValues(own, fields, money), { ...values });
  return new Map(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value]));
}

function soldAt({ createdAt }: Sale): number {
  return createdAt ? Date.parse(createdAt) : 0;
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
const NEWEST = { query: { page: 1, limit: 1, sort: "createdAt:desc" as const } };

function useAddressee(text: string, given?: Option) {
  const [own, pick] = useState<Option | null>(null);
  const picked = given ?? own;
  const { data: me } = useMe();
  const newest = useRead("contacts.list", picked ? null : NEWEST);
  const { complete, own: fields } = useFormExtras();
  const money = useMoney();
  // The list of contacts doesn't include own fields.
  const first = newest.data?.[0]?.id;
  const asks = piecesOf(text).some(
    ({ name }) => name && fields?.some(({ placeholder }) => isSame(placeholder, name)),
  );
  const wanted = picked?.id ?? (asks ? first : undefined);
  const details = useRead("contacts.get", wanted ? { params: { id: wanted } } : null);

  const contact = (wanted ? details.data : undefined) ?? newest.data?.[0];
  const nobody = newest.data?.length === 0 || newest.error !== undefined;
  const addressee: Addressee | undefined =
    contact ?? (nobody && me ? { ...me, email: me.email ?? "", fields: {} } : undefined);
  const buys = piecesOf(text).some(({ name }) => name?.toLowerCase().startsWith("lastpurchase"));
  const sales = useRead("sales.ofContact", contact && buys ? { params: { id: contact.id } } : null);

  const values =
    addressee &&
    previewValues({
      addressee,
      sales: contact ? sales.data : [],
      storeName: me?.organizationName,
      timezone: me?.timezone,
      own: fields ?? [],
      money,
    });
  const option = contact && { id: contact.id, name: contactName(contact) };
  const failed = picked ? details.error !== undefined : false;
  return { contact: option, addressee, values, pick, failed, complete };
}

const KEPT = {
  success: "Not sent: no email account is connected. Read the test email in Sent mail.",
};

type TestMailProps = { text: TemplateForm; contactId: string | undefined; check: () => Promise<boolean> };

function TestMail({ text: { subject, content }, contactId, check }: TestMailProps) {
  const { data: me } = useMe();
  const { act, pending } = useAct("templates.test", me?.emails === "kept" ? KEPT : {});
  const [refused, setRefused] = useState("");

  async function send() {
    if (pending || !(await check())) return;
    const outcome = await act({ body: { subject, content, contactId } });
    setRefused(outcome.refused?.text ?? "");
  }

  return (
    <>
      <Button onClick={send} busy={pending}>
        {!pending && <Send size={16} strokeWidth={1.75} />}
        {pending ? "Sending…" : "Send me a test"}
      </Button>
      {refused && (
        <div className="basis-full">
          <Alert>{refused}</Alert>
        </div>
      )}
    </>
  );
}

function useHasInteracted(): boolean {
  const [isActive, setActive] = useState(false);
  useEffect(() => onFirstUse(() => setActive(true)), []);
  return isActive;
}
