import {
  CalendarDays,
  CreditCard,
  Database,
  type LucideIcon,
  Plug,
  SlidersVertical,
  Store,
  UserRound,
  Users,
} from "lucide-react";
import type { Name } from "#lib/contract/contract.ts";
import { useMay } from "./use-me.ts";

export const SETTINGS = "/dashboard/settings";

type Page = { href: string; label: string; needs?: Name };
export type Subject = { label: string; icon: LucideIcon; line: string; pages: Page[] };

const subjects: Subject[] = [
  {
    label: "Account",
    icon: UserRound,
    line: "Name, password, this browser",
    pages: [
      { href: SETTINGS, label: "Account" },
      { href: `${SETTINGS}/security`, label: "Security", needs: "devices.list" },
    ],
  },
  {
    label: "Appointment",
    icon: CalendarDays,
    line: "Types, hours, waiting list",
    pages: [
      { href: `${SETTINGS}/appointments`, label: "Types" },
      { href: `${SETTINGS}/appointments/hours`, label: "Hours", needs: "people.hours" },
      { href: `${SETTINGS}/appointments/waiting`, label: "Waiting list", needs: "wishes.list" },
    ],
  },
  {
    label: "Teams",
    icon: Users,
    line: "People, invitations, permissions",
    pages: [
      { href: `${SETTINGS}/team`, label: "Teams" },
      { href: `${SETTINGS}/team/roles`, label: "Roles", needs: "organization.setRights" },
    ],
  },
  {
    label: "Integrations",
    icon: Plug,
    line: "Email account and calendars",
    pages: [
      { href: `${SETTINGS}/integrations`, label: "Mail and calendar" },
      {
        href: `${SETTINGS}/integrations/marketing`,
        label: "Marketing emails",
        needs: "organization.setConsent",
      },
      { href: "/dashboard/mail", label: "Sent mail", needs: "mails.list" },
    ],
  },
  {
    label: "Billing",
    icon: CreditCard,
    line: "Plan and support",
    pages: [{ href: `${SETTINGS}/billing`, label: "Billing" }],
  },
  {
    label: "Store",
    icon: Store,
    line: "Name, logo, hours, taxes",
    pages: [
      { href: `${SETTINGS}/store`, label: "Details", needs: "organization.brand" },
      { href: `${SETTINGS}/store/taxes`, label: "Taxes and receipts", needs: "organization.setBrand" },
      { href: `${SETTINGS}/store/repairs`, label: "Repairs", needs: "repairs.setSettings" },
    ],
  },
  {
    label: "Data",
    icon: Database,
    line: "Import, export, fields, trash",
    pages: [
      { href: `${SETTINGS}/data`, label: "Import", needs: "imports.list" },
      { href: `${SETTINGS}/data/export`, label: "Export", needs: "data.export" },
      { href: `${SETTINGS}/data/fields`, label: "Fields", needs: "fields.list" },
      { href: `${SETTINGS}/data/tags`, label: "Tags", needs: "tags.update" },
      { href: `${SETTINGS}/data/duplicates`, label: "Duplicates", needs: "duplicates.list" },
      { href: `${SETTINGS}/data/trash`, label: "Trash", needs: "trash.list" },
      { href: `${SETTINGS}/data/history`, label: "History", needs: "history.list" },
    ],
  },
  {
    label: "Advanced",
    icon: SlidersVertical,
    line: "Backups and status",
    pages: [
      { href: `${SETTINGS}/data/backups`, label: "Backups", needs: "backups.get" },
      { href: `${SETTINGS}/status`, label: "Status", needs: "status.get" },
    ],
  },
];

export function useSubjects(): Subject[] {
  const may = useMay();
  return subjects
    .map((subject) => ({ ...subject, pages: subject.pages.filter(({ needs }) => !needs || may(needs)) }))
    .filter(({ pages }) => pages.length > 0);
}
