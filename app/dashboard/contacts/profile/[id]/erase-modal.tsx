import { useRouter } from "next/navigation";
import { useState } from "react";
import { useMe, useMoney } from "#components/shell/use-me.ts";
import { TextField } from "#components/ui/field.tsx";
import { FormModal } from "#components/ui/form-modal.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import { eraseForm } from "#lib/contract/consent.ts";
import type { Contact } from "#lib/contract/contacts.ts";
import { dropDraft } from "#lib/drafts.ts";
import { linksOf } from "#lib/person.ts";
import { forgetContact } from "#lib/recent.ts";
import { joined, plural } from "#lib/text.ts";

type Props = { contact: Contact; name: string; onErased: () => void; onClose: () => void };

export function EraseModal({ contact, name, onErased, onClose }: Props) {
  const { id } = contact;
  const { data: me } = useMe();
  const router = useRouter();
  const [schema] = useState(() => eraseForm(name));
  const { act } = useAct("contacts.erase", { onDone: onErased });

  async function erase(body: { name: string }) {
    const outcome = await act({ params: { id }, body });
    if (!outcome.ok) return outcome.refused;
    if (me) {
      forgetContact(me.id, id);
      dropDraft(me.id, `contact ${id}`);
    }
    router.push("/dashboard/contacts");
    return null;
  }

  return (
    <FormModal
      title={`Erase ${name} for good?`}
      schema={schema}
      values={{ name: "" }}
      submitLabel="Erase for good"
      pendingLabel="Erasing…"
      danger
      onSubmit={erase}
      onClose={onClose}
    >
      <WhatHappens contact={contact} />
      <p className="rounded-md bg-danger-soft px-3 py-2.5 font-medium text-danger text-pretty md:col-span-2">
        This can’t be undone, and nothing goes to the trash.
      </p>
      <TextField
        name="name"
        label={`Type “${name}” to confirm`}
        required
        autoComplete="off"
        className="md:col-span-2"
      />
    </FormModal>
  );
}

function WhatHappens({ contact }: { contact: Contact }) {
  const money = useMoney();
  const params = { id: contact.id };
  const { phone, email } = linksOf(contact);
  const head = useRead("timeline.head", { params }).data;
  const notes = head?.counts.find(({ kind }) => kind === "note")?.count ?? 0;
  const sales = head?.sales.count ?? 0;
  const bookings = useRead("bookings.ofContact", { params }).data ?? [];
  const ahead = bookings.filter(
    ({ startsAt, status }) => status === "CONFIRMED" && Date.parse(startsAt ?? "") > Date.now(),
  );
  const total = money.format(head?.sales.total ?? 0);
  return (
    <div className="grid gap-x-6 gap-y-4 text-pretty md:col-span-2 md:grid-cols-2">
      <section aria-labelledby="goes" className="grid content-start gap-1.5">
        <h3 id="goes" className="font-semibold">
          What is erased
        </h3>
        <ul className="grid list-disc gap-1 pl-5">
          <li>
            Their contact details{notes > 0 && ` and ${plural(notes, "note")}`}, and their entries in the
            history and the trash.
          </li>
          <li>The content of your store’s emails to them, and emails that are waiting to be sent.</li>
          <li>
            {ahead.length > 0
              ? `${plural(ahead.length, "appointment")} to come will be cancelled. No one is emailed.`
              : "Their name on past appointments and the waiting list."}
          </li>
          <li>Their rows in files that were imported.</li>
        </ul>
      </section>
      <section aria-labelledby="stays" className="grid content-start gap-1.5">
        <h3 id="stays" className="font-semibold">
          What stays
        </h3>
        <ul className="grid list-disc gap-1 pl-5">
          <li>
            {sales > 0
              ? `${plural(sales, "sale")} of ${total} for your records, without the person’s name.`
              : "Your store’s totals and reports."}
          </li>
          <li>Dates of their appointments and emails, without their name.</li>
          <li>Existing backups still contain them until newer backups replace those.</li>
          {(email || phone) && (
            <li>
              A fingerprint of {joined(" and ", email && "email", phone && "number")} that can’t be reversed.
              It prevents imports from adding them again.
            </li>
          )}
        </ul>
      </section>
    </div>
  );
}
