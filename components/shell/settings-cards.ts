import type { LucideIcon } from "lucide-react";
import type { Name } from "#lib/contract/contract.ts";
import { startsWords } from "#lib/text.ts";
import { SETTINGS, useSubjects } from "./settings-pages.ts";
import { useMay } from "./use-me.ts";

/** `title`: the card's heading, or the page's label. `words`: other words people search for. */
type Card = { title: string; help: string; words: string; needs?: Name };

const cards: Record<string, Card[]> = {
  [SETTINGS]: [
    { title: "Personal Information", help: "Your first and last name", words: "account profile" },
    {
      title: "Organization timezone",
      help: "Days, reports and opening hours use it",
      words: "time zone clock",
      needs: "organization.setTimezone",
    },
    { title: "Change password", help: "Signs out your other devices", words: "security login sign-in" },
    {
      title: "This browser",
      help: "Theme and keyboard shortcuts",
      words: "dark mode light appearance single letters keys device",
    },
  ],
  [`${SETTINGS}/security`]: [
    { title: "Two-step sign-in", help: "A code or a passkey besides the password", words: "2fa mfa totp" },
    { title: "Devices", help: "Where you’re signed in", words: "sessions sign out computers phones" },
    {
      title: "Notifications on this device",
      help: "Messages on this phone or computer",
      words: "push alerts reminders",
      needs: "push.get",
    },
  ],
  [`${SETTINGS}/appointments`]: [
    {
      title: "Appointment types",
      help: "What visitors can book, with a link for each",
      words: "booking links services meeting length days in advance questions confirmation",
    },
    {
      title: "Booking limit",
      help: "How many appointments a visitor can book",
      words: "spam visitors maximum",
      needs: "organization.setBookingRules",
    },
  ],
  [`${SETTINGS}/appointments/hours`]: [
    {
      title: "Every week",
      help: "When customers can book you",
      words: "working hours availability schedule",
    },
    {
      title: "Days off and other hours",
      help: "Public holidays and time away, for you or the store",
      words: "closed days vacation holidays sick leave absence hours",
    },
  ],
  [`${SETTINGS}/appointments/waiting`]: [
    { title: "Waiting list", help: "Customers who want an earlier time", words: "wait free opening" },
  ],
  [`${SETTINGS}/team`]: [
    {
      title: "Teams",
      help: "Everyone in your store, and invitations",
      words: "members people staff users roles admin owner invite employee colleague remove",
    },
  ],
  [`${SETTINGS}/team/roles`]: [
    {
      title: "Permissions",
      help: "Who can delete contacts and see reports",
      words: "roles permissions access allow",
      needs: "organization.setRights",
    },
  ],
  [`${SETTINGS}/integrations`]: [
    {
      title: "Email provider",
      help: "Sends your email and holds your calendar",
      words: "mail account connect disconnect gmail google microsoft outlook imap smtp icloud",
    },
    {
      title: "Appointment Settings",
      help: "Your calendar and weekly availability",
      words: "hours opening open week caldav",
    },
    {
      title: "Email with your contacts",
      help: "Received email on your customers’ profiles",
      words: "inbox timeline received",
      needs: "letters.setSettings",
    },
    {
      title: "The store’s email",
      help: "The account for emails that nobody sends personally",
      words: "sender from address",
      needs: "people.accounts",
    },
    {
      title: "Appointments in other calendars",
      help: "A link that shows appointments in your calendar app",
      words: "feed ics subscribe phone apple google",
      needs: "feeds.list",
    },
  ],
  [`${SETTINGS}/integrations/marketing`]: [
    {
      title: "Consent",
      help: "Who receives emails from automations",
      words: "marketing opt-in newsletter unsubscribe gdpr",
      needs: "organization.setConsent",
    },
    {
      title: "Limits and quiet hours",
      help: "How many marketing emails a customer gets, and when",
      words: "night weekend frequency spam",
      needs: "organization.setMailLimits",
    },
  ],
  "/dashboard/mail": [
    {
      title: "Sent mail",
      help: "Every email your store has sent or will send",
      words: "emails outbox delivered failed waiting skipped not sent unknown resend bounced history",
    },
  ],
  [`${SETTINGS}/billing`]: [
    { title: "Billing", help: "Ask support about your plan", words: "price subscription payment invoice" },
  ],
  [`${SETTINGS}/store`]: [
    {
      title: "Brand and contact",
      help: "Name, logo, color, address, phone and website",
      words: "look tagline icon receipts booking page face",
      needs: "organization.setBrand",
    },
    {
      title: "Opening hours",
      help: "When the store is open, day by day",
      words: "open closed week",
      needs: "organization.setBrand",
    },
  ],
  [`${SETTINGS}/store/taxes`]: [
    {
      title: "Currency, tax and dates",
      help: "Currency, sales tax or VAT, date format and first day of the week",
      words: "taxes week sunday monday format receipts euro dollar gst money price",
      needs: "organization.setBrand",
    },
  ],
  [`${SETTINGS}/store/repairs`]: [
    { title: "Price list", help: "What repairs usually cost", words: "services jobs" },
    { title: "Workshops", help: "Who repairs pieces outside the store", words: "goldsmith watchmaker" },
    { title: "Tickets and claim slips", help: "Numbers, and text on slips", words: "terms label print" },
  ],
  [`${SETTINGS}/data`]: [
    { title: "Import", help: "Contacts and sales from a file", words: "csv excel vcard upload move square" },
  ],
  [`${SETTINGS}/data/export`]: [
    { title: "Export everything", help: "All your data as one archive", words: "download csv leave" },
    { title: "Export one list", help: "Contacts, sales and more as a file", words: "download csv excel" },
  ],
  [`${SETTINGS}/data/fields`]: [
    { title: "Fields", help: "Your own fields for contacts and sales", words: "custom ring size columns" },
  ],
  [`${SETTINGS}/data/tags`]: [{ title: "Tags", help: "Rename, merge and delete tags", words: "labels" }],
  [`${SETTINGS}/data/duplicates`]: [
    { title: "Duplicates", help: "Contacts that are likely the same person", words: "merge double twice" },
  ],
  [`${SETTINGS}/data/trash`]: [
    { title: "Trash", help: "Restore what was deleted", words: "undelete deleted bin recover" },
  ],
  [`${SETTINGS}/data/history`]: [
    { title: "History", help: "Who changed what, and when", words: "audit log journal changes undo" },
  ],
  [`${SETTINGS}/data/backups`]: [
    { title: "Backups", help: "Copies of all your data", words: "restore copy safe verify" },
  ],
  [`${SETTINGS}/status`]: [
    {
      title: "Status",
      help: "Whether mail, calendars and backups work",
      words: "health version jobs errors",
    },
  ],
};

export type FoundSetting = { href: string; title: string; help: string; path: string; icon: LucideIcon };

export function useFoundSettings(text: string): FoundSetting[] {
  const subjects = useSubjects();
  const may = useMay();
  if (!text.trim()) return [];
  const found = subjects.flatMap(({ label, icon, pages }) =>
    pages.flatMap((page) =>
      (cards[page.href] ?? [])
        .filter(({ needs }) => !needs || may(needs))
        .filter(({ title, help, words }) =>
          startsWords(`${title} ${help} ${words} ${label} ${page.label} settings`, text),
        )
        .map(({ title, help }) => ({
          href: title === page.label ? page.href : `${page.href}?card=${encodeURIComponent(title)}`,
          title,
          help,
          path: page.label === label ? label : `${label} › ${page.label}`,
          icon,
        })),
    ),
  );
  const rank = ({ title }: FoundSetting) =>
    startsWords(title, text) ? title.length : Number.MAX_SAFE_INTEGER;
  return found.sort((a, b) => rank(a) - rank(b));
}
