import { and, eq, inArray } from "drizzle-orm";
import type { BookingEvent } from "#server/connections/calendar/write-event.ts";
import type { UserKey } from "#server/platform/db/client.ts";
import { calendarEvents as table } from "#server/platform/db/schema-calendar.ts";
import { ProviderError } from "#server/platform/errors.ts";
import type { Host } from "#server/platform/handler.ts";
import type { Account } from "./account.ts";
import { storeEvent } from "./local.ts";
import type { Outgoing, Provider } from "./provider.ts";
import { unsubscribeHeaders } from "./smtp.ts";
import { MAIL_MS, type UnipileCalls, unipileCalls } from "./unipile-client.ts";
import { readCreated } from "./unipile-shapes.ts";

const MAX_PAGES = 50;
const MAX_ITEMS = 5_000;

type UnipileHolder = UserKey & Pick<Account, "externalId" | "address">;

export function unipileProvider(host: Host, account: UnipileHolder, timezone: string): Provider {
  const ours = storedEvents(host, account);
  const ofAccount = { account_id: account.externalId ?? "" };
  const pathOf = (calendarId: string) => `/calendars/${encodeURIComponent(calendarId)}/events`;

  function connect(ms?: number): UnipileCalls {
    const { unipile } = host.providers;
    if (unipile) return unipileCalls(unipile, { ms, owner: account.organizationId });
    throw new ProviderError("later", "This host has no API key for Unipile");
  }

  const eventsIn = (calls: UnipileCalls, calendarId: string, from: Date, to: Date) => {
    const query = { ...ofAccount, start: unipileTime(from), end: unipileTime(to), expand_recurring: "true" };
    return readPages((page) => calls.events(pathOf(calendarId), { ...query, ...page }, timezone));
  };

  async function find(calls: UnipileCalls, calendarId: string, uid: string, at: Span) {
    const from = new Date(at.startsAt.getTime() - 60_000);
    const to = new Date(at.endsAt.getTime() + 60_000);
    const found = await eventsIn(calls, calendarId, from, to);
    return found.find(({ mark }) => mark === uid)?.id ?? null;
  }

  return {
    send: async (mail, beforeLeaving) => {
      await beforeLeaving?.();
      await connect(MAIL_MS).call("POST", "/emails", { form: mailForm(account, mail) });
    },

    calendars: async () => {
      const calls = connect();
      return readPages((page) => calls.calendars("/calendars", { ...ofAccount, ...page }));
    },

    events: async (calendarId, from, to, ms) => {
      const all = await eventsIn(connect(ms), calendarId, from, to);
      // Unipile sometimes ignores the filter.
      const found = all.filter(
        ({ startsAt, endsAt }) => startsAt < to && (endsAt > from || startsAt >= from),
      );
      const uids = await ours.uidsOf(found.map(({ id }) => id));
      return found.map(({ mark, ...event }) => ({ ...event, uid: uids.get(event.id) ?? event.uid }));
    },

    saveEvent: async (calendarId, event) => {
      const calls = connect();
      const json = eventBody(event);
      const before = await ours.find(calendarId, event.uid);
      const externalId = before?.externalId || (await find(calls, calendarId, event.uid, before ?? event));
      // Stored first, because the answer may be lost.
      await ours.save(calendarId, event, externalId ?? "");
      if (externalId) {
        const path = `${pathOf(calendarId)}/${encodeURIComponent(externalId)}`;
        const changed = await calls.call("PATCH", path, { query: ofAccount, json, accepted: [404] });
        if (changed.status !== 404) return;
        await ours.save(calendarId, event, "");
      }
      // Unipile requires an attendee. Nobody is notified.
      const attendees = [{ email: account.address }];
      const { body } = await calls.call("POST", pathOf(calendarId), {
        query: ofAccount,
        json: { ...json, attendees, notify: false },
      });
      await ours.save(calendarId, event, readCreated(body) ?? "");
    },

    removeEvent: async (calendarId, uid) => {
      const before = await ours.find(calendarId, uid);
      if (!before) return;
      const calls = connect();
      const externalId = before.externalId || (await find(calls, calendarId, uid, before));
      if (externalId) {
        const path = `${pathOf(calendarId)}/${encodeURIComponent(externalId)}`;
        await calls.call("DELETE", path, { query: ofAccount, accepted: [404, 410] });
      }
      await ours.remove(calendarId, uid);
    },
  };
}

type Span = Pick<BookingEvent, "startsAt" | "endsAt">;
type Page<T> = { items: T[]; cursor: string | null };

async function readPages<T>(read: (page: Record<string, string>) => Promise<Page<T>>): Promise<T[]> {
  const found: T[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const answer: Page<T> = await read({ limit: "100", ...(cursor && { cursor }) });
    for (const item of answer.items) found.push(item);
    cursor = answer.cursor;
    if (!cursor) return found;
    if (found.length > MAX_ITEMS) break;
  }
  throw new ProviderError("never", "This calendar has too many events");
}

/** Our events in the person's calendars. `externalId` is "" if the answer to the event's creation was lost. */
function storedEvents({ database }: Host, { organizationId, userId }: UserKey) {
  const own = (calendarId: string, uid: string) =>
    and(eq(table.userId, userId), eq(table.calendarId, calendarId), eq(table.uid, uid));

  return {
    find: async (calendarId: string, uid: string) => {
      const [row = null] = await database.read(organizationId, (db) =>
        db
          .select({ externalId: table.externalId, startsAt: table.startsAt, endsAt: table.endsAt })
          .from(table)
          .where(own(calendarId, uid)),
      );
      return row;
    },

    uidsOf: async (externalIds: string[]) => {
      const rows = await database.read(organizationId, (db) =>
        db
          .select({ uid: table.uid, externalId: table.externalId })
          .from(table)
          .where(inArray(table.externalId, externalIds)),
      );
      return new Map(rows.map(({ uid, externalId }) => [externalId, uid]));
    },

    save: (calendarId: string, event: BookingEvent, externalId: string) => {
      const { uid, title, startsAt, endsAt } = event;
      const stored = { userId, calendarId, uid, title, startsAt, endsAt, externalId };
      return database.tenant(organizationId, (db) => storeEvent(db, stored));
    },

    remove: (calendarId: string, uid: string) =>
      database.tenant(organizationId, (db) => db.delete(table).where(own(calendarId, uid))),
  };
}

function mailForm({ externalId, address }: UnipileHolder, mail: Outgoing): FormData {
  const form = new FormData();
  const { unsubscribeUrl, calendar } = mail;
  const headers = { ...mail.headers, ...(unsubscribeUrl && unsubscribeHeaders(unsubscribeUrl)) };
  form.set("account_id", externalId ?? "");
  form.set("subject", mail.subject);
  form.set("body", mail.html);
  form.set("from", JSON.stringify({ display_name: mail.fromName, identifier: address }));
  form.set("to", JSON.stringify([{ display_name: mail.to.name, identifier: mail.to.address }]));
  form.set(
    "custom_headers",
    JSON.stringify(Object.entries(headers).map(([name, value]) => ({ name, value }))),
  );
  if (calendar) {
    const type = `text/calendar; charset=utf-8; method=${calendar.method}`;
    form.set("attachments", new Blob([calendar.ics], { type }), "invite.ics");
  }
  return form;
}

/** The last line identifies the event. */
function eventBody({ uid, title, description, startsAt, endsAt }: BookingEvent) {
  const at = (moment: Date) => ({ date_time: unipileTime(moment).slice(0, -1), time_zone: "UTC" });
  return { title, body: `${description}\n\n${MARK}${uid}`, start: at(startsAt), end: at(endsAt) };
}

const MARK = "Loupe: ";

/** With milliseconds, Unipile silently ignores the filter. */
function unipileTime(moment: Date): string {
  return moment.toISOString().replace(/\.\d+/, "");
}
