import { type ReactNode, useEffect, useState } from "react";
import { useFormContext, useFormState, useWatch } from "react-hook-form";
import { DateField } from "#components/ui/date-field.tsx";
import { EmailField, TextField } from "#components/ui/field.tsx";
import { PhoneField } from "#components/ui/phone-field.tsx";
import { useSettled } from "#components/ui/use-delayed.ts";
import { call } from "#lib/api/call.ts";
import { isPlausible, samePhone } from "#lib/contact-detail.ts";
import type { Contact } from "#lib/contract/contacts.ts";
import { yearlyFields } from "#lib/contract/yearly-fields.ts";
import { fullName } from "#lib/text.ts";
import { PrefetchLink } from "./shell/prefetch-link.tsx";
import { useMe } from "./shell/use-me.ts";

type Found = { id: string; name: string };

type Props = {
  /** An email or a phone number is then enough, and days may lack their year. */
  complete: boolean;
  wide?: string;
  dateHelp?: string;
  contactId?: string;
  more?: ReactNode;
  onUse?: (contact: Found) => void;
};

type KnownProps = Pick<Props, "complete" | "contactId" | "onUse">;

/** Hints would otherwise move the button that is being pressed. */
const ROOM = "md:min-h-[5.375rem]";

const LONGEST = 100;
const ONE_IS_ENOUGH = "Enter an email or a phone number.";

export function ContactFields({ complete, wide, dateHelp, contactId, more, onUse }: Props) {
  const { data: me } = useMe();
  const known = { complete, contactId, onUse };
  const email = useWhoHas("email", known);
  const phoneNumber = useWhoHas("phoneNumber", known);
  const named = useWhoIsNear(known, Boolean(email || phoneNumber));
  const typed = useWatch({ name: ["email", "phoneNumber"] });
  const hint = complete && !(contactId && typed.some(Boolean)) && ONE_IS_ENOUGH;
  return (
    <>
      <TextField name="firstName" label="First name" required autoComplete="off" deps={["lastName"]} />
      <TextField
        name="lastName"
        label="Last name"
        required={!complete}
        autoComplete="off"
        className={named.isAsked ? ROOM : undefined}
        help={named.notice}
      />
      <EmailField
        autoComplete="off"
        title="Please enter a valid email address"
        className={wide ?? ROOM}
        required={!complete}
        deps={["phoneNumber"]}
        help={email ?? hint}
      />
      <PhoneField
        timezone={complete ? (me?.timezone ?? "") : undefined}
        name="phoneNumber"
        label="Phone number"
        required={!complete}
        deps={["email"]}
        className={wide ?? ROOM}
        help={phoneNumber}
      />
      {complete && more}
      {yearlyFields.map(({ key, label }, i) => (
        <DateField key={key} name={key} label={label} help={i === 0 && dateHelp} past yearless={complete} />
      ))}
      {complete && <ContactHints />}
    </>
  );
}

const SAME = {
  email: (one: string, other: string) => one.toLowerCase() === other.toLowerCase(),
  phoneNumber: samePhone,
};

/** The host's answer about settled text, without errors. Not cached: after saving it would find this contact. */
function useAnswer<A>(asked: string, ask: (text: string) => Promise<A>): A | undefined {
  const [settled] = useSettled(asked);
  const [answer, setAnswer] = useState<{ asked: string; said: A }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once for each text
  useEffect(() => {
    let isWanted = settled !== "";
    if (isWanted)
      ask(settled).then(
        (said) => isWanted && setAnswer({ asked: settled, said }),
        () => {},
      );
    return () => {
      isWanted = false;
    };
  }, [settled]);
  return asked && answer?.asked === asked ? answer.said : undefined;
}

/** Only a hint, because families share emails and numbers. */
function useWhoHas(field: keyof typeof SAME, { complete, contactId, onUse }: KnownProps) {
  const { getFieldState, formState } = useFormContext();
  const value = String(useWatch({ name: field }) ?? "").trim();
  const isTyped = getFieldState(field, formState).isDirty && !formState.isSubmitting;
  // The host finds any notation, also as a part of a number.
  const contacts = useAnswer<Contact[]>(isTyped && isPlausible[field](value) ? value : "", (search) =>
    call("contacts.list", {
      query: { page: 1, limit: 50, search, ...(complete && { with: "all" as const }) },
    }),
  );
  const found = contacts?.find(
    ({ id, addresses = [], ...contact }) =>
      id !== contactId &&
      [contact[field], ...addresses.map(({ address }) => address)].some((one) => SAME[field](one, value)),
  );
  if (!found) return;
  const name = fullName(found) || found.email;
  return (
    <KnownContact found={{ id: found.id, name }} onUse={onUse}>
      {name} has this {field === "email" ? "email" : "number"}:
    </KnownContact>
  );
}

function useWhoIsNear({ complete, contactId, onUse }: KnownProps, isKnown: boolean) {
  const isAsked = complete && !contactId;
  const { isSubmitting } = useFormState();
  const [firstName, lastName] = useWatch({ name: ["firstName", "lastName"] }).map((text) =>
    String(text ?? "")
      .trim()
      .slice(0, LONGEST),
  );
  const isNamed = isAsked && !isSubmitting && !isKnown && firstName && lastName;
  const found = useAnswer<Found[]>(isNamed ? `${firstName}\n${lastName}` : "", (names) => {
    const [firstName = "", lastName = ""] = names.split("\n");
    return call("duplicates.near", { query: { firstName, lastName } });
  })?.[0];
  const notice = found && (
    <KnownContact found={found} onUse={onUse}>
      {found.name} already exists:
    </KnownContact>
  );
  return { isAsked, notice };
}

function KnownContact({
  found,
  onUse,
  children,
}: Pick<Props, "onUse"> & { found: Found; children: ReactNode }) {
  const { id, name } = found;
  return (
    <span role="status">
      {children}{" "}
      {onUse ? (
        <button type="button" className="font-medium text-link underline" onClick={() => onUse({ id, name })}>
          use this contact
        </button>
      ) : (
        <PrefetchLink
          href={`/dashboard/contacts/profile/${id}`}
          aria-label={`Open ${name}`}
          className="font-medium text-link underline"
        >
          open
        </PrefetchLink>
      )}
    </span>
  );
}

function ContactHints() {
  const isErased = useIsErased();
  return (
    <div role="status" className="col-span-full empty:hidden">
      {isErased && (
        <p className="grid gap-1 rounded-md bg-warning-soft px-3 py-2.5 text-pretty text-warning">
          <span className="font-semibold">This person was erased permanently.</span>
          <span>
            Add them only if they have come back and agree to it. Nothing of before returns; if they had said
            no to marketing emails, that still holds.
          </span>
        </p>
      )}
    </div>
  );
}

function useIsErased(): boolean {
  const { getFieldState, formState } = useFormContext();
  const [email = "", phoneNumber = ""] = useWatch({ name: ["email", "phoneNumber"] });
  const typed = (name: keyof typeof SAME, value: string) =>
    getFieldState(name, formState).isDirty && isPlausible[name](value.trim()) ? value.trim() : "";
  const wanted = [typed("email", email), typed("phoneNumber", phoneNumber)].join("\n");
  const answer = useAnswer(wanted === "\n" || formState.isSubmitting ? "" : wanted, (addresses) => {
    const [email = "", phoneNumber = ""] = addresses.split("\n");
    return call("contacts.isErased", { body: { email, phoneNumber } });
  });
  return answer?.isErased ?? false;
}
