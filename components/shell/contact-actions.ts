"use client";
import { type LucideIcon, NotebookPen, Pencil, ReceiptText } from "lucide-react";
import { usePathname } from "next/navigation";
import { useRead } from "#lib/api/use-read.ts";
import { fullName } from "#lib/text.ts";

/** `words`: what it is found by, where that is not its label. */
export type Action = { label: string; words?: string; icon: LucideIcon; run: () => void };

const SHOWN = { revalidateIfStale: false, revalidateOnFocus: false };

/** What can be done with the contact whose profile is on screen, as far as its controls are there now. */
export function useContactActions(): Action[] {
  const [, id] = /^\/dashboard\/contacts\/profile\/([\w-]+)$/.exec(usePathname()) ?? [];
  const { data: contact } = useRead("contacts.get", id ? { params: { id } } : null, SHOWN);
  if (!contact) return [];
  const name = fullName(contact) || contact.email || "this contact";
  return [
    { label: `New sale for ${name}`, icon: ReceiptText, control: '[data-action="new-sale"]' },
    { label: `Edit ${name}`, icon: Pencil, control: '[data-shortcut="e"]' },
    { label: `Add note on ${name}`, icon: NotebookPen, control: 'textarea[data-shortcut="n"]' },
  ].flatMap(({ control, ...action }) => {
    const target = document.querySelector<HTMLElement>(control);
    return target?.getClientRects().length ? [{ ...action, run: () => press(target) }] : [];
  });
}

function press(control: HTMLElement) {
  if (control instanceof HTMLTextAreaElement) control.focus();
  else control.click();
}
