import * as Dialog from "@radix-ui/react-dialog";
import clsx from "clsx";
import { X } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import { IconButton } from "./button.tsx";
import { Overlay } from "./overlay.tsx";
import { opensKeyboard } from "./use-media.ts";

type Props = {
  title: string;
  description?: string;
  aside?: ReactNode;
  onClose: () => void;
  side?: boolean;
  onSave?: (() => void) | undefined;
  className?: string;
  children: ReactNode;
};

export function Modal({ title, description, aside, onClose, side, onSave, className, children }: Props) {
  return (
    <Overlay
      onClose={onClose}
      {...(description ? {} : { "aria-describedby": undefined })}
      onOpenAutoFocus={focusFirstField}
      onEscapeKeyDown={(event) => {
        if ((event.target as Element).closest("[data-takes-escape]")) event.preventDefault();
      }}
      onKeyDown={(event) => saveOutsideForm(event, onSave)}
      className={clsx(
        "fixed z-50 flex flex-col border-border-strong bg-popover shadow-3",
        side
          ? "inset-y-0 right-0 w-140 max-w-full animate-slide border-l"
          : "inset-x-0 top-[min(10vh,96px)] mx-auto max-h-[calc(100dvh-min(20vh,144px))] w-[calc(100%-32px)] max-w-3xl animate-rise rounded-xl border md:short:top-2 md:short:max-h-[calc(100dvh-16px)]",
        "phone:inset-0 phone:max-h-dvh phone:w-full phone:rounded-none phone:border-0",
        className,
      )}
    >
      <header className="flex items-start gap-2 px-5 pt-4 pb-3 phone:flex-wrap">
        <div className="min-w-0 flex-1">
          <Dialog.Title className="font-semibold text-lg">{title}</Dialog.Title>
          {description && (
            <Dialog.Description className="mt-0.5 text-muted-foreground">{description}</Dialog.Description>
          )}
        </div>
        {aside}
        <IconButton
          icon={X}
          size={18}
          label="Close"
          onClick={onClose}
          className="-mt-1.75 pointer-coarse:-mt-2.75 -mr-2 text-muted-foreground"
        />
      </header>
      {children}
    </Overlay>
  );
}

function focusFirstField(event: Event) {
  const content = event.currentTarget as HTMLElement;
  const field =
    content.querySelector<HTMLElement>("[data-autofocus]") ??
    content.querySelector<HTMLElement>("input[type=password]") ??
    content.querySelector<HTMLElement>("input:not([type=checkbox]), textarea");
  if (!field) return;
  event.preventDefault();
  (opensKeyboard() && !("autofocus" in field.dataset) ? content : field).focus();
}

/** For Ctrl+Enter on a control outside the form, such as Close. */
export function saveOutsideForm(event: KeyboardEvent, onSave?: () => void) {
  const { key, ctrlKey, metaKey, currentTarget, target } = event;
  if (key !== "Enter" || !(ctrlKey || metaKey) || event.defaultPrevented) return;
  event.stopPropagation();
  const form = currentTarget.querySelector("form");
  if (form?.contains(target as Node)) return;
  event.preventDefault();
  if (onSave) onSave();
  else form?.dispatchEvent(new window.KeyboardEvent("keydown", { key, ctrlKey: true, bubbles: true }));
}
