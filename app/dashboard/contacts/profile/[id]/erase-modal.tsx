"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useMe, useMoney } from "#components/shell/use-me.ts";
import { TextField } from "#components/ui/field.tsx";
import { FormModal } from "#components/ui/form-modal.tsx";
import { refusal } from "#lib/api/refusal.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import { eraseForm } from "#lib/contract/consent.ts";
import type { Contact } from "#lib/contract/contacts.ts";
import { dropDraft } from "#lib/drafts.ts";
import { forgetContact } from "#lib/recent-contacts.ts";
import { plural } from "#lib/text.ts";
import { amountsOf } from "./figures.tsx";

type Props = { contact: Contact; name: string; onErased: () => void; onClose: () => void };

/** Explains what is erased and what stays, and asks for the name, because it can't be undone. */
export function EraseModal({ contact, name, onErased, onClose }: Props) {
  const { id } = contact;
  const { data: me } = useMe();
  const router = useRouter();
  const [schema] = useState(() => eraseForm(name));
  const { act } = useAct("contacts.erase", { onDone: onErased });

  async function erase(body: { name: string }) {
    const outcome = await act({ params: { id }, body });
    if (!outcome.ok) return refusal("contacts.erase", outcome);
    // Clears traces in this browser.
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
        There is no Undo, and nothing of it goes to the trash.
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

function WhatHappens({ contact: { id, email, phoneNumber } }: { contact: Contact }) {
  const money = useMoney();
  const params = { id };
  const sales = useRead("sales.ofContact", { params }).data ?? [];
  const notes = useRead("notes.ofContact", { params }).data ?? [];
  const bookings = useRead("bookings.ofContact", { params }).data ?? [];
  const ahead = bookings.filter(
    ({ startsAt, status }) => status === "CONFIRMED" && Date.parse(startsAt ?? "") > Date.now(),
  );
  const total = money.format(money.sum(amountsOf(sales)));
  return (
    <div className="grid gap-x-6 gap-y-4 text-pretty md:col-span-2 md:grid-cols-2">
      <section aria-labelledby="goes" className="grid content-start gap-1.5">
        <h3 id="goes" className="font-semibold">
          What goes
        </h3>
        <ul className="grid list-disc gap-1 pl-5">
          <li>
            Their card{notes.length > 0 && ` and ${plural(notes.length, "note")}`}, and what history and trash
            say of them.
          </li>
          <li>What was in your store’s emails to them, and whatever waits to be sent.</li>
          <li>
            {ahead.length > 0
              ? `${plural(ahead.length, "appointment")} to come: cancelled, and nobody is written to.`
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
            {sales.length > 0
              ? `${plural(sales.length, "sale")} of ${total} for your books, without the person.`
              : "Your store’s sums and figures."}
          </li>
          <li>That there was an appointment or an email, and when; not with whom.</li>
          <li>Backups made before now hold them until newer ones have taken their place.</li>
          {(email || phoneNumber) && (
            <li>
              A fingerprint of {[email && "email", phoneNumber && "number"].filter(Boolean).join(" and ")}{" "}
              that nobody can read back, so that no import brings them back.
            </li>
          )}
        </ul>
      </section>
    </div>
  );
}
