import { and, eq, inArray, sql } from "drizzle-orm";
import { calendarEvents as table } from "../db/schema-calendar.ts";
import type { Host } from "../handler.ts";
import { type Log, log as writeLog } from "../log.ts";
import type { Account } from "./account.ts";
import {
  type Outgoing,
  type OwnEvent,
  type Provider,
  ProviderError,
  type ProviderEvent,
} from "./provider.ts";
import { unsubscribeHeaders } from "./smtp.ts";
import { MAIL_MS, type UnipileCall, unipileCalls } from "./unipile-client.ts";
import { readCalendar, readCreated, readEvent, readPage, type UnipileEvent } from "./unipile-shapes.ts";
import { spanOf, unipileTime } from "./unipile-time.ts";

const MOST_PAGES = 50;

type OfUnipile = Pick<Account, "organizationId" | "externalId" | "address">;

/** Google's and Microsoft's mail and calendars, by way of Unipile. */
export function unipileProvider(
  host: Host,
  account: OfUnipile,
  timezone: string,
  log: Log = writeLog,
): Provider {
  const { organizationId } = account;
  const { database } = host;
  const ofAccount = { account_id: account.externalId ?? "" };
  const pathOf = (calendarId: string) => `/calendars/${encodeURIComponent(calendarId)}/events`;

  /** For one piece of work, however many calls it takes. */
  function connect(ms?: number): UnipileCall {
    const { unipile } = host.providers;
    if (unipile) return unipileCalls(unipile, ms);
    throw new ProviderError("later", "This host knows no key for Unipile");
  }

  async function list<T>(
    call: UnipileCall,
    path: string,
    query: object,
    read: (item: unknown) => T | null,
  ): Promise<T[]> {
    const found: T[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < MOST_PAGES; page++) {
      const asked = { ...ofAccount, limit: "100", ...query, ...(cursor && { cursor }) };
      const { body } = await call("GET", path, { query: asked });
      const answer = readPage(body);
      const items = answer?.items.flatMap((item) => read(item) ?? []) ?? [];
      // A list of nothing that we understand is no empty list.
      if (!answer || (answer.items.length > 0 && items.length === 0)) {
        throw new ProviderError("later", "Unipile's answer cannot be understood");
      }
      found.push(...items);
      cursor = answer.cursor;
      if (!cursor) return found;
    }
    throw new ProviderError("never", "This calendar has too many events");
  }

  const eventsIn = (call: UnipileCall, calendarId: string, from: Date, to: Date) =>
    list(
      call,
      pathOf(calendarId),
      { start: unipileTime(from), end: unipileTime(to), expand_recurring: "true" },
      readEvent,
    );

  const own = (calendarId: string, uid: string) =>
    and(eq(table.organizationId, organizationId), eq(table.calendarId, calendarId), eq(table.uid, uid));

  /** What we know of an event of ours: when it was written, and what the calendar calls it; "" where no answer came. */
  async function known(calendarId: string, uid: string): Promise<Known | null> {
    const [row] = await database.read(organizationId, (db) =>
      db
        .select({ externalId: table.externalId, startsAt: table.startsAt, endsAt: table.endsAt })
        .from(table)
        .where(own(calendarId, uid)),
    );
    return row ?? null;
  }

  /** An event of ours by what is written in it, where it should be; null where it is not. */
  async function find(call: UnipileCall, calendarId: string, uid: string, at: Span): Promise<string | null> {
    const from = new Date(at.startsAt.getTime() - 60_000);
    const to = new Date(at.endsAt.getTime() + 60_000);
    const found = await eventsIn(call, calendarId, from, to);
    return found.find(({ body }) => uidIn(body) === uid)?.id ?? null;
  }

  async function keep(calendarId: string, { uid, title, startsAt, endsAt }: OwnEvent, externalId: string) {
    const values = { title, startsAt, endsAt, externalId };
    await database.tenant(organizationId, (db) =>
      db
        .insert(table)
        .values({ organizationId, calendarId, uid, ...values })
        .onConflictDoUpdate({
          target: [table.organizationId, table.calendarId, table.uid],
          set: { ...values, updatedAt: sql`now()` },
        }),
    );
  }

  return {
    send: async (mail) => {
      await connect(MAIL_MS)("POST", "/emails", { form: mailForm(account, mail) });
    },

    calendars: async () => {
      const calendars = await list(connect(), "/calendars", {}, readCalendar);
      return calendars.map(({ id, name, is_primary, is_default, is_read_only }) => ({
        id,
        name: name || id,
        isPrimary: (is_primary ?? is_default) === true,
        isReadOnly: is_read_only === true,
      }));
    },

    events: async (calendarId, from, to) => {
      const found = (await eventsIn(connect(), calendarId, from, to)).filter(
        ({ is_cancelled }) => !is_cancelled,
      );
      const ours = await database.read(organizationId, (db) =>
        db
          .select({ uid: table.uid, externalId: table.externalId })
          .from(table)
          .where(
            and(
              eq(table.organizationId, organizationId),
              inArray(
                table.externalId,
                found.map(({ id }) => id),
              ),
            ),
          ),
      );
      const uids = new Map(ours.map(({ uid, externalId }) => [externalId, uid]));
      const broken = found.filter((event) => spanOf(event, timezone) === null);
      // They are left out: bookings would be closed for as long as one lies there.
      if (broken.length > 0) log("calendar events broken", { count: broken.length, first: broken[0]?.id });
      return found
        .flatMap((event) => providerEvent(event, uids.get(event.id), timezone))
        .filter(
          // Its filter is known to be ignored at times.
          ({ startsAt, endsAt }) => startsAt < to && (endsAt > from || startsAt >= from),
        );
    },

    saveEvent: async (calendarId, event) => {
      const call = connect();
      const json = eventBody(event);
      const before = await known(calendarId, event.uid);
      const externalId = before?.externalId || (await find(call, calendarId, event.uid, before ?? event));
      // Before anything is changed, for its answer may never come.
      await keep(calendarId, event, externalId ?? "");
      if (externalId) {
        const path = `${pathOf(calendarId)}/${encodeURIComponent(externalId)}`;
        const changed = await call("PATCH", path, { query: ofAccount, json, besides: [404] });
        if (changed.status !== 404) return;
        await keep(calendarId, event, "");
      }
      // It insists on somebody who attends; nobody is notified.
      const attendees = [{ email: account.address }];
      const { body } = await call("POST", pathOf(calendarId), {
        query: ofAccount,
        json: { ...json, attendees, notify: false },
      });
      await keep(calendarId, event, readCreated(body) ?? "");
    },

    removeEvent: async (calendarId, uid) => {
      const before = await known(calendarId, uid);
      if (!before) return;
      const call = connect();
      const externalId = before.externalId || (await find(call, calendarId, uid, before));
      if (externalId) {
        const path = `${pathOf(calendarId)}/${encodeURIComponent(externalId)}`;
        await call("DELETE", path, { query: ofAccount, besides: [404, 410] });
      }
      await database.tenant(organizationId, (db) => db.delete(table).where(own(calendarId, uid)));
    },
  };
}

type Span = Pick<OwnEvent, "startsAt" | "endsAt">;
type Known = Span & { externalId: string | null };

function mailForm({ externalId, address }: OfUnipile, mail: Outgoing): FormData {
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

/** In UTC, without an offset: that much is agreed on. The last line is how we know it again. */
function eventBody({ uid, title, description, startsAt, endsAt }: OwnEvent) {
  const at = (moment: Date) => ({ date_time: unipileTime(moment).slice(0, -1), time_zone: "UTC" });
  return { title, body: `${description}\n\n${MARK}${uid}`, start: at(startsAt), end: at(endsAt) };
}

const MARK = "Loupe: ";

function uidIn(body: string | null | undefined): string | null {
  // The last one is ours: what a visitor wrote stands before it.
  return [...(body ?? "").matchAll(/Loupe: ([\w-]{1,64})/g)].at(-1)?.[1] ?? null;
}

function providerEvent(event: UnipileEvent, known: string | undefined, timezone: string): ProviderEvent[] {
  const span = spanOf(event, timezone);
  if (!span) return [];
  const uid = known ?? uidIn(event.body) ?? event.ical_uid ?? event.id;
  const isTransparent = event.transparency?.toLowerCase() === "transparent";
  return [{ id: event.id, uid, title: event.title || "Busy", isTransparent, ...span }];
}
