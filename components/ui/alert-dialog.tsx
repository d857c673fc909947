import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useLayer } from "#lib/layers.ts";

type Props = { title: string; text: ReactNode; onClose: () => void; children: ReactNode };

/** The browser's own modal dialog, because it must work when nothing can be loaded. */
export function AlertDialog({ title, text, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [opener] = useState(() => document.activeElement);
  useLayer(onClose);
  const close = useRef(onClose);
  close.current = onClose;

  useEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector("button")?.focus();
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopImmediatePropagation();
      close.current();
    }
    // The window receives keys before the document, where Radix listens.
    window.addEventListener("keydown", onKeyDown, { capture: true });
    return () => {
      window.removeEventListener("keydown", onKeyDown, { capture: true });
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [opener]);

  return createPortal(
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={keep}
      onClick={keep}
      onKeyDown={keep}
      className="pointer-events-auto fixed inset-x-4 top-1/2 m-0 mx-auto w-auto max-w-md -translate-y-1/2 animate-fade rounded-xl border border-border-strong bg-popover p-5 text-foreground shadow-3 backdrop:bg-[oklch(0.2_0.03_264/45%)]"
    >
      <h2 id={`${id}title`} className="font-semibold text-lg">
        {title}
      </h2>
      <p id={`${id}text`} className="mt-2 text-pretty">
        {text}
      </p>
      <div className="mt-5 flex flex-wrap justify-end gap-2">{children}</div>
    </dialog>,
    document.body,
  );
}

function keep(event: SyntheticEvent) {
  event.stopPropagation();
}
