import type { Status } from "#lib/contract/status.ts";
import { formatMoment } from "#lib/dates.ts";
import { outgoingWords } from "#lib/mails.ts";
import { plural } from "#lib/text.ts";
import { timeDataWarning } from "#lib/time/data-version.ts";
import { DAY, MINUTE } from "#lib/time/zone.ts";

/** "careful": works, but needs attention. */
export type Sign = "well" | "careful" | "wrong";
export type Line = { sign: Sign; text: string; link?: { href: string; label: string } };

/** Email is usually sent within seconds; an account sends one every two. */
const LATE_MS = 10 * MINUTE;
const INTEGRATIONS = { href: "/dashboard/settings/integrations", label: "Open Integrations" };
const BACKUPS = { href: "/dashboard/settings/data/backups", label: "Open Backups" };
const sentMail = (state: string) => ({ href: `/dashboard/mail?state=${state}`, label: "Show them" });

export function worst(lines: Line[]): Sign {
  const order: Sign[] = ["well", "careful", "wrong"];
  return order[Math.max(0, ...lines.map(({ sign }) => order.indexOf(sign)))] ?? "well";
}

export function mailLines({ at, mail }: Status, timezone?: string): Line[] {
  const { way, address, error, waiting, oldestDueAt, sent, failed, unknown } = mail;
  const lines: Line[] = [];
  if (error)
    lines.push({
      sign: "wrong",
      text: `${address ?? "The account"} is refused: ${error}`,
      link: INTEGRATIONS,
    });
  else if (way === "none")
    lines.push({ sign: "careful", text: outgoingWords("waiting"), link: INTEGRATIONS });
  else if (way === "kept") lines.push({ sign: "careful", text: outgoingWords("kept"), link: INTEGRATIONS });
  else
    lines.push({
      sign: "well",
      text: way === "account" ? `Email is sent by ${address}.` : `Email is sent by Loupe, as ${address}.`,
    });
  const age = Date.parse(at ?? "") - Date.parse(oldestDueAt ?? "");
  const isLate = age > LATE_MS && way !== "none";
  if (waiting > 0)
    lines.push({
      sign: isLate ? "careful" : "well",
      text: `${plural(waiting, "email")} waiting to be sent, the oldest since ${formatMoment(oldestDueAt, timezone)}.`,
      ...(isLate && { link: sentMail("queued") }),
    });
  if (failed > 0)
    lines.push({
      sign: "careful",
      text: `${plural(failed, "email")} failed this week.`,
      link: sentMail("failed"),
    });
  if (unknown > 0)
    lines.push({
      sign: "careful",
      text: `${plural(unknown, "email")} this week may not have been sent.`,
      link: sentMail("unknown"),
    });
  lines.push({ sign: "well", text: `${plural(sent, "email")} sent in the last 24 hours.` });
  return lines;
}

const providers = { local: "kept here", imap: "own server", google: "Google", microsoft: "Microsoft" };

export function calendarLines({ calendars: { accounts, unwritten, refused } }: Status): Line[] {
  const lines = accounts.map(({ name, address, provider, error, isSilent }): Line => {
    const who = `${name || "Nobody"} · ${[address, providers[provider]].filter(Boolean).join(", ")}`;
    if (error) return { sign: "wrong", text: `${who}: ${error}`, link: INTEGRATIONS };
    if (isSilent)
      return {
        sign: "wrong",
        text: `${who}: the calendar isn’t responding, so visitors can’t book these times.`,
        link: INTEGRATIONS,
      };
    return { sign: "well", text: who };
  });
  if (accounts.length === 0)
    lines.push({ sign: "well", text: "No one has connected a calendar. Appointments are kept in Loupe." });
  const open = { href: "/dashboard/appointments", label: "Open Appointments" };
  if (unwritten > 0)
    lines.push({
      sign: "careful",
      text: `${plural(unwritten, "upcoming appointment")} not in the calendar yet.`,
      link: open,
    });
  if (refused > 0)
    lines.push({
      sign: "wrong",
      text: `${plural(refused, "upcoming appointment")} rejected by the calendar.`,
      link: open,
    });
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

/** `webTimeData`: the web app's version of the time zone data. */
export function jobLines({ at, host }: Status, timezone?: string, webTimeData?: string): Line[] {
  const warning = timeDataWarning(new Date(at ?? ""), host.timeData, webTimeData);
  const failing = host.jobs.filter(({ failingSince }) => failingSince);
  const lines: Line[] = [
    ...host.troubles.map((text): Line => ({ sign: "wrong", text })),
    ...(warning ? [{ sign: "careful", text: warning } as const] : []),
    ...failing.map(
      ({ name, failingSince }): Line => ({
        sign: "careful",
        text: `${jobs[name] ?? name}: has failed since ${formatMoment(failingSince, timezone)}. We’ll keep trying.`,
      }),
    ),
  ];
  const well = host.jobs.length - failing.length;
  if (well > 0)
    lines.push({
      sign: "well",
      text:
        failing.length > 0
          ? "Everything else is running."
          : "Everything is running: email, automations, calendars, imports and backups.",
    });
  return lines;
}

export function backupLines({ at, backups }: Status, timezone?: string): Line[] {
  if (!backups) return [];
  const { isKept, nextAt, lastAt, isSealed, problem } = backups;
  if (!isKept)
    return [
      {
        sign: "careful",
        text: "No backups are made here. Ask your technician whether the database has its own.",
        link: BACKUPS,
      },
    ];
  const lines: Line[] = [];
  if (problem) lines.push({ sign: "wrong", text: problem, link: BACKUPS });
  const isOld = Date.parse(at ?? "") - Date.parse(lastAt ?? "") > 2 * DAY;
  if (!lastAt) lines.push({ sign: "careful", text: "There is no backup yet.", link: BACKUPS });
  else
    lines.push({
      sign: isOld ? "careful" : "well",
      text: `Last backup: ${formatMoment(lastAt, timezone)}.`,
      ...(isOld && { link: BACKUPS }),
    });
  if (!nextAt) lines.push({ sign: "careful", text: "Nightly backups are switched off.", link: BACKUPS });
  else lines.push({ sign: "well", text: `Next backup: ${formatMoment(nextAt, timezone)}.` });
  if (!isSealed)
    lines.push({
      sign: "careful",
      text: "Backups are not encrypted. Anyone with a file can read it.",
      link: BACKUPS,
    });
  return lines;
}
