import { Plus } from "lucide-react";
import { useState } from "react";
import { addressWords, blockedWords } from "#components/address-words.ts";
import { IconButton } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { part } from "#components/ui/part.tsx";
import type { Address, Contact } from "#lib/contract/contacts.ts";
import { mailLink, phoneLink } from "#lib/links.ts";

const AddressModal = part(() => import("./address-modal.tsx"), "AddressModal");

export function Addresses({ contact }: { contact: Contact }) {
  const [open, setOpen] = useState<Address | "new" | null>(null);
  const { addresses = [] } = contact;
  return (
    <section aria-labelledby="addresses" className="border-t p-4">
      <div className="flex min-h-control items-center gap-2">
        <h2 id="addresses" className="flex-1">
          More emails and numbers
        </h2>
        <IconButton
          label="Add an email or number"
          onClick={() => setOpen("new")}
          {...AddressModal.near}
          data-paper="no"
        >
          <Plus size={16} strokeWidth={1.75} />
        </IconButton>
      </div>
      {addresses.length > 0 && (
        <ul className="mt-1 grid grid-cols-1 gap-1">
          {addresses.map((one) => (
            <li key={one.id} data-row={one.id} className="flex min-h-11 items-center gap-3">
              <span className="min-w-0 flex-1">
                <a
                  href={(one.address.includes("@") ? mailLink : phoneLink)(one.address)}
                  className="tap block truncate tabular-nums hover:underline"
                >
                  {one.address}
                </a>
                <span className="block text-muted-foreground text-sm">
                  {addressWords[one.kind]}
                  {one.blocked && <span className="text-warning"> · {blockedWords[one.blocked]}</span>}
                </span>
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
      )}
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
