"use client";
import {
  CalendarClock,
  CreditCard,
  Globe,
  KeyRound,
  type LucideIcon,
  MailCheck,
  NotebookPen,
  Pencil,
  Plug,
  ReceiptText,
  UsersRound,
  Workflow,
} from "lucide-react";
import { usePathname } from "next/navigation";
import { useRead } from "#lib/api/use-read.ts";
import type { Name } from "#lib/contract/contract.ts";
import { fullName } from "#lib/text.ts";
import { screens, settings } from "./navigation.ts";

/**
 * `words`: what else it is found by; such a place is not listed before something is typed. `needs`: an extra row that the host
 * must answer.
 */
export type Place = {
  href: string;
  label: string;
  icon: LucideIcon;
  hotkey?: string;
  words?: string;
  needs?: Name;
};

const SETTINGS = "/dashboard/settings";

/** Where the palette leads. The settings are found by what is set there. */
export const places: Place[] = [
  ...screens,
  settings,
  { href: "/dashboard/automations", label: "Automations", icon: Workflow, hotkey: "u" },
  {
    href: "/dashboard/mail",
    label: "Sent mail",
    icon: MailCheck,
    words: "emails outbox delivered failed waiting skipped kept unknown resend bounced history",
    needs: "mails.list",
  },
  {
    href: SETTINGS,
    label: "Account: name, password, timezone, theme",
    icon: KeyRound,
    words:
      "settings personal information first last change security organization zone time clock light dark single keys keyboard shortcuts browser",
  },
  {
    href: `${SETTINGS}/appointments`,
    label: "Appointment types",
    icon: CalendarClock,
    words: "settings booking links meeting length days in advance visitors",
  },
  {
    href: `${SETTINGS}/integrations`,
    label: "Integrations",
    icon: Plug,
    words:
      "settings email mail account provider connect disconnect google microsoft outlook imap smtp caldav calendar availability opening open hours week",
  },
  {
    href: `${SETTINGS}/team`,
    label: "Team",
    icon: UsersRound,
    words: "settings members people staff users roles admin invite invitation remove",
  },
  {
    href: `${SETTINGS}/billing`,
    label: "Billing",
    icon: CreditCard,
    words: "settings plan price subscription payment invoice support",
  },
  {
    href: "/dashboard/website-builder",
    label: "Website builder",
    icon: Globe,
    words: "site page homepage",
  },
];

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
