import { Plus } from "lucide-react";
import { useState } from "react";
import { addressWords, blockedWords } from "#components/address-words.ts";
import { IconButton } from "#components/ui/button.tsx";
import { EmailText } from "#components/ui/email-text.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { part } from "#components/ui/part.tsx";
import type { Address, Contact } from "#lib/contract/contacts.ts";
import { mailLink, phoneLink } from "#lib/links.ts";

const AddressModal = part(() => import("./address-modal.tsx"), "AddressModal");

export function Addresses({ contact }: { contact: Contact }) {
  const [open, setOpen] = useState<Address | "new" | null>(null);
  const { addresses = [] } = contact;
  return (
    <section aria-label="More emails and numbers">
      <ul className="grid">
        {addresses.map((one) => (
          <li
            key={one.id}
            data-row={one.id}
            className="grid min-h-7.5 grid-cols-[116px_minmax(0,1fr)_auto] items-center md:max-[1099px]:grid-cols-[100px_minmax(0,1fr)_auto]"
          >
            <span className="text-[13px] text-muted-foreground">{addressWords[one.kind]}</span>
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
              label={`Change ${one.address}`}
              onClick={() => setOpen(one)}
              {...AddressModal.near}
              data-paper="no"
            >
              <Icon is="pencil" />
            </IconButton>
          </li>
        ))}
      </ul>
      <button
        type="button"
        onClick={() => setOpen("new")}
        {...AddressModal.near}
        data-paper="no"
        className="link -mt-0.5 mb-0.5 ml-29 inline-flex min-h-7 items-center gap-1 text-sm md:max-[1099px]:ml-25 pointer-coarse:min-h-11"
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
