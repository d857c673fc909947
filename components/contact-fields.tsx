"use client";
import { useEffect, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { DateField } from "#components/ui/date-field.tsx";
import { EmailField, TextField } from "#components/ui/field.tsx";
import { PhoneField } from "#components/ui/phone-field.tsx";
import { useSettled } from "#components/ui/use-delayed.ts";
import { call } from "#lib/api/call.ts";
import { useCan } from "#lib/api/use-read.ts";
import { samePhone } from "#lib/contact-detail.ts";
import type { Contact } from "#lib/contract/contacts.ts";
import { fullName } from "#lib/text.ts";
import { PrefetchLink } from "./shell/prefetch-link.tsx";
import { useMe } from "./shell/use-me.ts";

type Found = { id: string; name: string };

type Props = {
  /** The class of those that take a whole line in a narrow column. */
  wide?: string;
  dateHelp?: string;
  /** The contact that is edited: its own email and number are no news. */
  contactId?: string;
  /** Takes somebody who is there already instead of a new contact. */
  onUse?: (contact: Found) => void;
};

/** Room for what is said below the field once it is known: coming late, it would move the button that is being pressed. */
const ROOM = "md:min-h-[5.375rem]";

const ONE_IS_ENOUGH = "An email or a phone number: one is enough.";

/** The fields of a contact's form. */
export function ContactFields({ wide, dateHelp, contactId, onUse }: Props) {
  const { data: me } = useMe();
  const known = { contactId, onUse };
  const oneIsEnough = useCan()("contacts.emailOrPhone") ?? false;
  const [email, phoneNumber] = useWatch({ name: ["email", "phoneNumber"] });
  const hint = oneIsEnough && !(contactId && (email || phoneNumber)) && ONE_IS_ENOUGH;
  return (
    <>
      <TextField name="firstName" label="First name" required autoComplete="off" deps={["lastName"]} />
      <TextField name="lastName" label="Last name" required={!oneIsEnough} autoComplete="off" />
      <EmailField
        autoComplete="off"
        title="Please enter a valid email address"
        className={wide ?? ROOM}
        required={!oneIsEnough}
        deps={["phoneNumber"]}
        help={useWhoHas("email", known) ?? hint}
      />
      <PhoneField
        name="phoneNumber"
        label="Phone number"
        required={!oneIsEnough}
        deps={["email"]}
        className={wide ?? ROOM}
        help={useWhoHas("phoneNumber", known)}
      />
      <DateField name="birthday" label="Birthday" timezone={me?.timezone} past help={dateHelp} />
      <DateField name="anniversary" label="Anniversary" timezone={me?.timezone} past />
    </>
  );
}

const PLAUSIBLE = {
  email: (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text),
  phoneNumber: (text: string) => text.replace(/\D/g, "").length >= 10,
};
const SAME = {
  email: (one: string, other: string) => one.toLowerCase() === other.toLowerCase(),
  phoneNumber: samePhone,
};

/** Says, while it is typed, who has this email or number already. That forbids nothing: families share both. */
function useWhoHas(field: "email" | "phoneNumber", { contactId, onUse }: Pick<Props, "contactId" | "onUse">) {
  const { getFieldState, formState } = useFormContext();
  const value = String(useWatch({ name: field }) ?? "").trim();
  // Not of what is being saved: that would find the new contact itself.
  const isTyped = getFieldState(field, formState).isDirty && !formState.isSubmitting;
  const asked = isTyped && PLAUSIBLE[field](value) ? value : "";
  const [settled] = useSettled(asked);
  const search = settled === asked ? settled : "";
  const [answer, setAnswer] = useState<{ search: string; contacts: Contact[] }>();
  // Not a read of the cache: that would be read again once this very contact is saved, and find it.
  useEffect(() => {
    let isWanted = search !== "";
    const keep = (contacts: Contact[]) => isWanted && setAnswer({ search, contacts });
    // The host's search finds any notation, and any that has it as a part. Where it fails nothing is said.
    if (isWanted) call("contacts.list", { query: { page: 1, limit: 50, search } }).then(keep, () => {});
    return () => {
      isWanted = false;
    };
  }, [search]);

  const contacts = asked && answer?.search === asked ? answer.contacts : [];
  const found = contacts.find((contact) => contact.id !== contactId && SAME[field](contact[field], value));
  if (!found) return;
  const name = fullName(found) || found.email;
  return (
    <span role="status">
      {name} has this {field === "email" ? "email" : "number"}:{" "}
      {onUse ? (
        <button
          type="button"
          className="font-medium text-link underline"
          onClick={() => onUse({ id: found.id, name })}
        >
          use this contact
        </button>
      ) : (
        <PrefetchLink
          href={`/dashboard/contacts/profile/${found.id}`}
          aria-label={`Open ${name}`}
          className="font-medium text-link underline"
        >
          open
        </PrefetchLink>
      )}
    </span>
  );
}
