import { writeBookingMail } from "#server/booking/booking-mails.ts";
import { writeBookings } from "#server/booking/calendar-writer.ts";
import { clearFormerCalendars } from "#server/booking/former-calendar.ts";
import { offerFreeTimes } from "#server/booking/waiting-line.ts";
import { createMailboxReader } from "#server/connections/inbox/read-mailbox.ts";
import { createMessageSender } from "#server/connections/inbox/send.ts";
import { sendAlerts } from "#server/connections/mail/alerts.ts";
import { mailResets } from "#server/connections/mail/reset-mails.ts";
import { createMailSender } from "#server/connections/mail/sender.ts";
import { sendPushes } from "#server/connections/push/push.ts";
import { createFileReader, createImporter } from "#server/data/imports/work.ts";
import { runDueAutomations } from "#server/outreach/automations/run.ts";
import { runDueCampaigns } from "#server/outreach/campaigns/run.ts";
import type { Host } from "#server/platform/handler.ts";
import { createDueTimes } from "./due-times.ts";
import type { Job } from "./loop.ts";
import { createResealer } from "./reseal.ts";

export function jobsOf(host: Host): Job[] {
  const mailboxes = createMailboxReader(host);
  const letters = createMessageSender(host);
  const files = createFileReader(host);
  const mails = createMailSender(host, { write: writeBookingMail });
  const dueIn = createDueTimes(host);
  /** `work` returns how much it did. If it did something, all jobs run again at once. */
  const untilDone = (name: string, work: (host: Host) => Promise<number>): Job => ({
    name,
    run: async () => {
      if ((await work(host)) > 0) host.wake();
    },
  });
  // Only after a change of the host's secret.
  const resealing = async () => (host.secret.others?.length ? 0 : Number.POSITIVE_INFINITY);
  const jobs: Job[] = [
    untilDone("mail resets", mailResets),
    untilDone("run automations", runDueAutomations),
    untilDone("run campaigns", runDueCampaigns),
    untilDone("write bookings", writeBookings),
    untilDone("clear former calendars", clearFormerCalendars),
    untilDone("offer free times", offerFreeTimes),
    untilDone("send alerts", sendAlerts),
    untilDone("send pushes", sendPushes),
    { name: "read files to import", run: files.run, abort: files.abort },
    { name: "work through imports", run: createImporter(host) },
    { name: "reseal secrets", run: createResealer(host), dueIn: resealing },
    { name: "read mailboxes", run: mailboxes.run, stop: mailboxes.stop },
    { name: "send letters", run: letters.run, stop: letters.stop },
    { name: "send mails", run: mails.run, stop: mails.stop },
  ];
  return jobs.map((job) => ({ dueIn: dueIn(job.name), ...job }));
}
