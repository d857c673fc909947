import * as Dialog from "@radix-ui/react-dialog";
import { type ComponentProps, type FocusEvent, useRef, useState } from "react";
import { useLayer } from "#lib/layers.ts";
import "./style-nonce.ts";

type Props = ComponentProps<typeof Dialog.Content> & {
  onClose: () => void;
};

export function Overlay({ onClose, onCloseAutoFocus, ...content }: Props) {
  const returnFocus = useReturnFocus();
  const keepFocus = useKeepFocus();
  useLayer(onClose);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 animate-fade bg-[oklch(0.2_0.03_264/45%)]" />
        <Dialog.Content
          {...keepFocus}
          {...content}
          onCloseAutoFocus={(event) => {
            returnFocus(event);
            onCloseAutoFocus?.(event);
          }}
        />
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** If a field removes its hint on blur, Radix focuses the dialog. This moves the focus to the next field. */
function useKeepFocus() {
  const next = useRef<EventTarget | null>(null);
  return {
    onBlurCapture: ({ relatedTarget, currentTarget }: FocusEvent) => {
      if (relatedTarget !== currentTarget) next.current = relatedTarget;
    },
    onFocusCapture: ({ target, currentTarget }: FocusEvent) => {
      const meant = next.current;
      // Radix focuses the dialog once per removed part.
      setTimeout(() => {
        next.current = null;
      });
      if (target === currentTarget && meant instanceof HTMLElement && currentTarget.contains(meant))
        meant.focus();
    },
  };
}

/** Radix only returns the focus for dialogs with their own trigger, and ours open from rows, menus and keys. */
function useReturnFocus(): (event: Event) => void {
  const [opener] = useState(() => (typeof document === "undefined" ? null : document.activeElement));
  return (event) => {
    event.preventDefault();
    if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) opener.focus();
    else if (document.activeElement === document.body)
      document.getElementById("main")?.focus({ preventScroll: true });
  };
}
