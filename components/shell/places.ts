import {
  CalendarClock,
  CreditCard,
  Globe,
  KeyRound,
  type LucideIcon,
  MailCheck,
  Plug,
  UsersRound,
  Workflow,
} from "lucide-react";
import type { Name } from "#lib/contract/contract.ts";
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
