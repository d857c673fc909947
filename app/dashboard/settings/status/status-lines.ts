import type { Status } from "#lib/contract/status.ts";
import { formatMoment } from "#lib/dates.ts";
import { outgoingWords } from "#lib/mails.ts";
import { joined, plural } from "#lib/text.ts";
import { timeDataWarning } from "#lib/time/data-version.ts";
import { DAY, MINUTE } from "#lib/time/zone.ts";

export type Sign = "well" | "careful" | "wrong";
export type Line = { sign: Sign; text: string; link?: { href: string; label: string } };

const well = (text: string): Line => ({ sign: "well", text });
type Link = Line["link"];
const careful = (text: string, link?: Link): Line => ({ sign: "careful", text, ...(link && { link }) });
const wrong = (text: string, link?: Link): Line => ({ sign: "wrong", text, ...(link && { link }) });

/** Email is usually sent within seconds; an account sends one every two. */
const LATE_MS = 10 * MINUTE;
const INTEGRATIONS = { href: "/dashboard/settings/integrations", label: "Open Integrations" };
const BACKUPS = { href: "/dashboard/settings/data/backups", label: "Open Backups" };
const APPOINTMENTS = { href: "/dashboard/appointments", label: "Open Appointments" };
const sentMail = (state: string) => ({ href: `/dashboard/mail?state=${state}`, label: "Show them" });

export function worst(lines: Line[]): Sign {
  const order: Sign[] = ["well", "careful", "wrong"];
  return order[Math.max(0, ...lines.map(({ sign }) => order.indexOf(sign)))] ?? "well";
}

export function mailLines({ at, mail }: Status, timezone?: string): Line[] {
  const { oldestDueAt, waiting, sent, failed, unknown } = mail;
  const isLate = Date.parse(at ?? "") - Date.parse(oldestDueAt ?? "") > LATE_MS && mail.way !== "none";
  const since = `the oldest since ${formatMoment(oldestDueAt, timezone)}`;
  const waits = `${plural(waiting, "email")} waiting to be sent, ${since}.`;
  const missed = `${plural(unknown, "email")} this week may not have been sent.`;
  return [
    wayOut(mail),
    ...(waiting > 0 ? [isLate ? careful(waits, sentMail("queued")) : well(waits)] : []),
    ...(failed > 0 ? [careful(`${plural(failed, "email")} failed this week.`, sentMail("failed"))] : []),
    ...(unknown > 0 ? [careful(missed, sentMail("unknown"))] : []),
    well(`${plural(sent, "email")} sent in the last 24 hours.`),
  ];
}

function wayOut({ way, address, error }: Status["mail"]): Line {
  if (error) return wrong(`${address ?? "The account"} is refused: ${error}`, INTEGRATIONS);
  if (way === "none") return careful(outgoingWords("waiting"), INTEGRATIONS);
  if (way === "kept") return careful(outgoingWords("kept"), INTEGRATIONS);
  return well(way === "account" ? `Email is sent by ${address}.` : `Email is sent by Loupe, as ${address}.`);
}

const providers = { local: "kept here", imap: "own server", google: "Google", microsoft: "Microsoft" };

export function calendarLines({ calendars: { accounts, unwritten, refused } }: Status): Line[] {
  const lines = accounts.map(({ name, address, provider, error, isSilent }) => {
    const who = `${name || "Nobody"} · ${joined(", ", address, providers[provider])}`;
    if (error) return wrong(`${who}: ${error}`, INTEGRATIONS);
    return isSilent
      ? wrong(`${who}: the calendar isn’t responding, so visitors can’t book these times.`, INTEGRATIONS)
      : well(who);
  });
  if (accounts.length === 0)
    lines.push(well("No one has connected a calendar. Appointments are kept in Loupe."));
  const upcoming = (count: number) => plural(count, "upcoming appointment");
  if (unwritten > 0) lines.push(careful(`${upcoming(unwritten)} not in the calendar yet.`, APPOINTMENTS));
  if (refused > 0) lines.push(wrong(`${upcoming(refused)} rejected by the calendar.`, APPOINTMENTS));
  return lines;
}

const jobs: Record<string, string> = {
  "follow clock changes": "Changes of a time zone’s clocks",
  "mail resets": "Links for new passwords",
  "run automations": "Automations",
  "run campaigns": "Campaigns",
  "write bookings": "Appointments into calendars",
  "clear former calendars": "Former calendars",
  "offer free times": "Waiting list",
  "send alerts": "Email alerts",
  "send pushes": "Notifications on devices",
  "read files to import": "Reading files to import",
  "work through imports": "Imports",
  "reseal secrets": "Encryption with the new secret",
  "read mailboxes": "Reading mailboxes",
  "send letters": "Sending from personal mailboxes",
  "send mails": "Sending email",
  "back up": "Backups",
};

export function jobLines({ at, host }: Status, timezone?: string, webTimeData?: string): Line[] {
  const warning = timeDataWarning(new Date(at ?? ""), host.timeData, webTimeData);
  const failing = host.jobs.filter(({ failingSince }) => failingSince);
  const lines: Line[] = [
    ...host.troubles.map((text) => wrong(text)),
    ...(warning ? [careful(warning)] : []),
    ...failing.map(({ name, failingSince }) =>
      careful(
        `${jobs[name] ?? name}: has failed since ${formatMoment(failingSince, timezone)}. We’ll keep trying.`,
      ),
    ),
  ];
  if (host.jobs.length > failing.length)
    lines.push(
      well(
        failing.length > 0
          ? "Everything else is running."
          : "Everything is running: email, automations, calendars, imports and backups.",
      ),
    );
  return lines;
}

export function backupLines({ at, backups }: Status, timezone?: string): Line[] {
  if (!backups) return [];
  const { isKept, nextAt, lastAt, isSealed, problem } = backups;
  if (!isKept)
    return [
      careful("No backups are made here. Ask your technician whether the database has its own.", BACKUPS),
    ];
  const isOld = Date.parse(at ?? "") - Date.parse(lastAt ?? "") > 2 * DAY;
  const last = `Last backup: ${formatMoment(lastAt, timezone)}.`;
  return [
    ...(problem ? [wrong(problem, BACKUPS)] : []),
    !lastAt ? careful("There is no backup yet.", BACKUPS) : isOld ? careful(last, BACKUPS) : well(last),
    nextAt
      ? well(`Next backup: ${formatMoment(nextAt, timezone)}.`)
      : careful("Nightly backups are switched off.", BACKUPS),
    ...(isSealed ? [] : [careful("Backups are not encrypted. Anyone with a file can read it.", BACKUPS)]),
  ];
}
