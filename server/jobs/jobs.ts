import { getTableName, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { writeBookingMail } from "#server/booking/booking-mails.ts";
import { writeBookings } from "#server/booking/calendar-writer.ts";
import { followClockChanges } from "#server/booking/clock-changes.ts";
import { clearFormerCalendars } from "#server/booking/former-calendar.ts";
import { offerFreeTimes } from "#server/booking/waiting-line.ts";
import { createMailboxReader } from "#server/connections/inbox/read-mailbox.ts";
import { createMessageSender } from "#server/connections/inbox/send.ts";
import { sendAlerts } from "#server/connections/mail/alerts.ts";
import { sendingOrder } from "#server/connections/mail/may-email.ts";
import { mailResets } from "#server/connections/mail/reset-mails.ts";
import { createMailSender, storesWithMail } from "#server/connections/mail/sender.ts";
import { sendPushes } from "#server/connections/push/push.ts";
import { demoEraser } from "#server/data/demo/visitors.ts";
import { filesByMail } from "#server/data/imports/by-mail.ts";
import { createFileReader, createImporter } from "#server/data/imports/work.ts";
import { runDueAutomations } from "#server/outreach/automations/run.ts";
import { runDueCampaigns } from "#server/outreach/campaigns/run.ts";
import { prepared, type SystemDb } from "#server/platform/db/client.ts";
import { organizations } from "#server/platform/db/schema.ts";
import { pushDevices, resetRequests } from "#server/platform/db/schema-auth.ts";
import { bookings, formerEvents } from "#server/platform/db/schema-calendar.ts";
import { campaigns } from "#server/platform/db/schema-campaigns.ts";
import { imports } from "#server/platform/db/schema-import.ts";
import { automations, incidents, letters, mailboxes, mails } from "#server/platform/db/schema-mail.ts";
import type { Host } from "#server/platform/handler.ts";
import { log } from "#server/platform/log.ts";
import { breathe } from "#server/platform/machine.ts";
import type { Job } from "./loop.ts";
import { createResealer } from "./reseal.ts";

export function jobsOf(host: Host): Job[] {
  const mailboxes = createMailboxReader(host, log, filesByMail);
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
  const jobs: Job[] = [
    followingClocks(host, dueIn("follow clock changes")),
    untilDone("mail resets", mailResets),
    untilDone("run automations", runDueAutomations),
    untilDone("run campaigns", runDueCampaigns),
    untilDone("write bookings", writeBookings),
    untilDone("clear former calendars", clearFormerCalendars),
    untilDone("offer free times", offerFreeTimes),
    untilDone("send alerts", sendAlerts),
    untilDone("send pushes", sendPushes),
    ...(host.isDemo ? [demoEraser(host)] : []),
    { name: "read files to import", run: files.run, abort: files.abort },
    { name: "work through imports", run: createImporter(host) },
    { name: "reseal secrets", ...createResealer(host) },
    { name: "read mailboxes", run: mailboxes.run, stop: mailboxes.stop },
    { name: "send letters", run: letters.run, stop: letters.stop },
    { name: "send mails", run: mails.run, stop: mails.stop },
  ];
  return jobs.map((job) => ({ dueIn: dueIn(job.name), ...job }));
}

function followingClocks(host: Host, dueIn: () => Promise<number>): Job {
  let isFirst = true;
  return {
    name: "follow clock changes",
    run: async () => {
      await followClockChanges(host, isFirst);
      isFirst = false;
    },
    dueIn: async () => (isFirst ? 0 : dueIn()),
  };
}

const first = (column: AnyPgColumn, only = sql`${column} is not null`) =>
  sql`(select min(${column}) from ${sql.identifier(getTableName(column.table))} where ${only})`;
const isSending = sql`state = 'sending'`;
const importing = sql`(select min(updated_at) from ${imports} where state in ('reading', 'checking', 'running', 'reverting'))`;

const firstMail = sql`(
  with recursive ${storesWithMail}
  select min((select due_at from ${mails} where organization_id = waiting.id and state = 'queued'
    and ${sendingOrder} = place order by due_at limit 1)) from waiting, generate_series(0, 2) as place)`;

/** When each job has work next. A row that a job can't do yet may be due already. */
const times: Record<string, SQL> = {
  "mail resets": first(resetRequests.createdAt),
  "run automations": first(automations.nextRunAt, sql`is_active`),
  "run campaigns": first(campaigns.dueAt),
  "write bookings": first(bookings.calendarDueAt, sql`calendar_state = 'pending'`),
  "clear former calendars": first(formerEvents.dueAt),
  "follow clock changes": first(organizations.createdAt, sql`clocks is null`),
  "offer free times": first(organizations.lineDueAt),
  "send alerts": first(incidents.notifyAt),
  "send pushes": first(pushDevices.dueAt),
  "read files to import": importing,
  "work through imports": importing,
  "read mailboxes": first(mailboxes.nextAt),
  "send letters": sql`least(${first(letters.dueAt, sql`state = 'queued'`)}, ${first(letters.leaseUntil, isSending)})`,
  "send mails": sql`least(${firstMail}, ${first(mails.leaseUntil, isSending)})`,
};

const columns = Object.fromEntries(
  Object.entries(times).map(([name, at]) => [name, sql<string | null>`${at}`.as(name)]),
);
// Prepared statements, because planning takes most of their time.
const asking = (some: typeof columns, name: string) =>
  prepared((db: SystemDb) =>
    db.select(some).from(sql`(values (0)) as one`).prepare(name.replaceAll(" ", "_")),
  );
const askAll = asking(columns, "due times");
const askFor = Object.fromEntries(
  Object.entries(columns).map(([name, at]) => [name, asking({ [name]: at }, `due time of ${name}`)]),
);

/** Returns the milliseconds until a job has work. Jobs that ask at the same time share one query. */
export function createDueTimes({ database, clock }: Pick<Host, "database" | "clock">) {
  let asked: Promise<Record<string, string | null> | undefined> | null = null;
  let names = new Set<string>();

  async function ask() {
    await breathe();
    const [first = ""] = names;
    const query = (names.size === 1 && askFor[first]) || askAll;
    asked = null;
    names = new Set();
    const [row] = await database.system((db) => query(db).execute());
    return row;
  }

  return (name: string) => async (): Promise<number> => {
    names.add(name);
    asked ??= ask();
    const at = (await asked)?.[name];
    return at ? Date.parse(at) - clock().getTime() : Number.POSITIVE_INFINITY;
  };
}
