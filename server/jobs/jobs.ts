import { writeBookingMail } from "#server/booking/booking-mails.ts";
import { writeBookings } from "#server/booking/calendar-writer.ts";
import { clearFormerCalendars } from "#server/booking/former-calendar.ts";
import { offerFreeTimes } from "#server/booking/waiting-line.ts";
import { createMailboxReader } from "#server/connections/letters/read-mailbox.ts";
import { createLetterSender } from "#server/connections/letters/send.ts";
import { sendAlerts } from "#server/connections/mail/alerts.ts";
import { mailResets } from "#server/connections/mail/reset-mails.ts";
import { createMailSender } from "#server/connections/mail/sender.ts";
import { sendPushes } from "#server/connections/push/push.ts";
import { createFileReader, createImporter } from "#server/data/imports/work.ts";
import { runDueAutomations } from "#server/outreach/automations/run.ts";
import { runDueCampaigns } from "#server/outreach/campaigns/run.ts";
import type { Host } from "#server/platform/handler.ts";
import type { Job } from "./loop.ts";
import { createResealer } from "./reseal.ts";

export function jobsOf(host: Host): Job[] {
  const mailboxes = createMailboxReader(host);
  const letters = createLetterSender(host);
  const files = createFileReader(host);
  const mails = createMailSender(host, { write: writeBookingMail });
  return [
    {
      name: "mail resets",
      run: async () => {
        if ((await mailResets(host)) > 0) host.wake();
      },
    },
    {
      name: "run automations",
      run: async () => {
        if ((await runDueAutomations(host)) > 0) host.wake();
      },
    },
    {
      name: "run campaigns",
      run: async () => {
        if ((await runDueCampaigns(host)) > 0) host.wake();
      },
    },
    {
      name: "write bookings",
      run: async () => {
        if ((await writeBookings(host)) > 0) host.wake();
      },
    },
    {
      name: "clear former calendars",
      run: async () => {
        if ((await clearFormerCalendars(host)) > 0) host.wake();
      },
    },
    {
      name: "offer free times",
      run: async () => {
        if ((await offerFreeTimes(host)) > 0) host.wake();
      },
    },
    {
      name: "send alerts",
      run: async () => {
        if ((await sendAlerts(host)) > 0) host.wake();
      },
    },
    {
      name: "send pushes",
      run: async () => {
        if ((await sendPushes(host)) > 0) host.wake();
      },
    },
    { name: "read files to import", run: files.run, abort: files.abort },
    { name: "work through imports", run: createImporter(host) },
    { name: "seal anew", run: createResealer(host) },
    { name: "read mailboxes", run: mailboxes.run, stop: mailboxes.stop },
    { name: "send letters", run: letters.run, stop: letters.stop },
    { name: "send mails", run: mails.run, stop: mails.stop },
  ];
}
