"use client";
import * as Dialog from "@radix-ui/react-dialog";
import type { ReactNode } from "react";
import { useLayer } from "#lib/layers.ts";
import { overlayClass } from "./overlay.ts";
import { useReturnFocus } from "./use-return-focus.ts";

/** A dialog that rises from the phone's lower edge. */
export function Sheet({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const returnFocus = useReturnFocus();
  useLayer(onClose);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayClass} />
        <Dialog.Content
          onCloseAutoFocus={returnFocus}
          aria-describedby={undefined}
          className="fixed inset-x-0 bottom-0 z-50 grid animate-rise gap-1 rounded-t-xl border-border-strong border-t bg-popover p-3 pb-[calc(12px+env(safe-area-inset-bottom))] shadow-3"
        >
          <Dialog.Title className="px-3 pt-1 pb-2 font-semibold text-lg">{title}</Dialog.Title>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
