import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { part } from "#components/ui/part.tsx";

export const SaleModal = part(() => import("#components/sale-modal.tsx"), "SaleModal");

type NewSaleProps = { contact: { id: string; name: string }; className?: string };

export function NewSale({ contact, className }: NewSaleProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        icon="plus"
        onClick={() => setOpen(true)}
        {...SaleModal.near}
        data-action="new-sale"
        className={className ?? ""}
      >
        Create new sale
      </Button>
      {open && <SaleModal contact={contact} onClose={() => setOpen(false)} />}
    </>
  );
}
