"use client";
import * as AlertDialog from "@radix-ui/react-alert-dialog";
import { useLayer } from "#lib/layers.ts";
import { buttonClass } from "./button.tsx";
import type { Question } from "./confirm.tsx";
import { overlayClass } from "./overlay.ts";
import { useReturnFocus } from "./use-return-focus.ts";

export function ConfirmDialog({
  title,
  text,
  verb,
  cancel = "Cancel",
  answer,
}: Question & { answer: (yes: boolean) => void }) {
  const returnFocus = useReturnFocus();
  useLayer(() => answer(false));
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && answer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayClass} />
        <AlertDialog.Content
          onCloseAutoFocus={returnFocus}
          className="fixed inset-x-4 top-1/2 z-50 mx-auto max-w-md -translate-y-1/2 animate-fade rounded-xl border border-border-strong bg-popover p-5 shadow-3"
        >
          <AlertDialog.Title className="font-semibold text-lg">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-pretty">{text}</AlertDialog.Description>
          <div className="mt-5 flex justify-end gap-2">
            <AlertDialog.Cancel className={buttonClass()}>{cancel}</AlertDialog.Cancel>
            <AlertDialog.Action className={buttonClass({ variant: "danger" })} onClick={() => answer(true)}>
              {verb}
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
