import { Plus, SlidersHorizontal, TriangleAlert } from "lucide-react";
import { type Ref, useState } from "react";
import { addressWords, blockedWords } from "#components/address-words.ts";
import { HistoryButton } from "#components/history-button.tsx";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { useMay, useMoney } from "#components/shell/use-me.ts";
import { Button, IconButton, iconButtonClass } from "#components/ui/button.tsx";
import { EmailText } from "#components/ui/email-text.tsx";
import { part } from "#components/ui/part.tsx";
import { useFormExtras } from "#components/use-form-extras.ts";
import { contactFields } from "#lib/contract/contact-fields.ts";
import type { Address, Contact } from "#lib/contract/contacts.ts";
import type { Money } from "#lib/contract/money.ts";
import type { OwnField } from "#lib/contract/own-fields.ts";
import { mailLink, phoneLink } from "#lib/links.ts";
import { inGroups, ownWords } from "#lib/own-fields.ts";
import { fullName } from "#lib/text.ts";
import { ViewFields } from "./view-fields.tsx";

const REACH = contactFields.findIndex(({ kind }) => kind === "date");

type ViewProps = {
  contact: Contact;
  onEdit?: () => void;
  onNear?: () => void;
  editButton?: Ref<HTMLButtonElement>;
};

export function DetailsView({ contact, onEdit, onNear, editButton }: ViewProps) {
  const { complete, own = [] } = useFormExtras();
  const money = useMoney();
  return (
    <>
      <div className="mb-2 flex h-control items-center justify-end gap-2">
        <h2 className="flex-1">Details</h2>
        <HistoryButton id={contact.id} name={fullName(contact)} />
        <Button
          icon="pencil"
          ref={editButton}
          onClick={onEdit}
          onPointerEnter={onNear}
          onFocus={onNear}
          data-shortcut="e"
        >
          Edit
        </Button>
      </div>
      {complete ? (
        <>
          <ViewFields contact={contact} fields={contactFields.slice(0, REACH)} />
          <Addresses contact={contact} />
          <ViewFields contact={contact} fields={contactFields.slice(REACH)} />
        </>
      ) : (
        <ViewFields contact={contact} />
      )}
      <ViewOwn contact={contact} own={own} money={money} />
    </>
  );
}

type Props = { contact: Contact; own: OwnField[]; money: Money };

function ViewOwn({ contact, own, money }: Props) {
  const may = useMay()("fields.create");
  return inGroups(own).map(([group, fields], i) => (
    <section key={group} aria-label={group} className="-mx-4 mt-4 border-t px-4 pt-3 last:-mb-1">
      <div className="flex min-h-control items-center justify-between gap-2">
        <h3 className="font-semibold text-[0.9375rem]">{group}</h3>
        {may && i === 0 && (
          <PrefetchLink
            href="/dashboard/settings/data/fields"
            aria-label="Set up the fields"
            title="Set up the fields"
            className={iconButtonClass({ row: true })}
          >
            <SlidersHorizontal size={16} strokeWidth={1.75} />
          </PrefetchLink>
        )}
      </div>
      <dl className="grid">
        {fields.map((field) => {
          const words = ownWords(field, contact.fields?.[field.id], money);
          return (
            <div key={field.id} className="grid min-h-7.5 grid-cols-[7.25rem_minmax(0,1fr)] py-1">
              <dt className="wrap-anywhere text-[0.8125rem] text-muted-foreground leading-5.5">
                {field.label}
              </dt>
              <dd className="wrap-anywhere whitespace-pre-wrap leading-5.5">
                {!words ? (
                  <span className="text-muted-foreground">–</span>
                ) : field.isWarning ? (
                  <span className="font-medium text-warning">
                    <TriangleAlert size={14} className="mr-1.5 inline align-[-2px]" />
                    {words}
                  </span>
                ) : (
                  words
                )}
                {words && field.suffix && (
                  <span className="text-muted-foreground text-sm"> {field.suffix}</span>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  ));
}

const AddressModal = part(() => import("./address-modal.tsx"), "AddressModal");

function Addresses({ contact }: { contact: Contact }) {
  const [open, setOpen] = useState<Address | "new" | null>(null);
  const { addresses = [] } = contact;
  return (
    <section aria-label="More emails and numbers">
      <ul className="grid">
        {addresses.map((one) => (
          <li
            key={one.id}
            data-row={one.id}
            className="grid min-h-7.5 grid-cols-[7.25rem_minmax(0,1fr)_auto] items-center md:max-[68.6875rem]:grid-cols-[6.25rem_minmax(0,1fr)_auto]"
          >
            <span className="text-[0.8125rem] text-muted-foreground">{addressWords[one.kind]}</span>
            <span className="min-w-0">
              <a
                href={(one.address.includes("@") ? mailLink : phoneLink)(one.address)}
                className="tap inline-block max-w-full wrap-anywhere tabular-nums hover:underline"
              >
                {one.address.includes("@") ? <EmailText>{one.address}</EmailText> : one.address}
              </a>
              {one.blocked && <span className="block text-sm text-warning">{blockedWords[one.blocked]}</span>}
            </span>
            <IconButton
              row
              icon="pencil"
              label={`Change ${one.address}`}
              onClick={() => setOpen(one)}
              {...AddressModal.near}
              data-paper="no"
            />
          </li>
        ))}
      </ul>
      <button
        type="button"
        onClick={() => setOpen("new")}
        {...AddressModal.near}
        data-paper="no"
        className="link -mt-0.5 mb-0.5 ml-29 inline-flex min-h-7 items-center gap-1 text-sm md:max-[68.6875rem]:ml-25 pointer-coarse:min-h-11"
      >
        <Plus size={14} strokeWidth={1.75} aria-hidden="true" />
        Add an email or number
      </button>
      {open && (
        <AddressModal
          contactId={contact.id}
          known={open === "new" ? undefined : open}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  );
}
