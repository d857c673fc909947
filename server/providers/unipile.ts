import { and, eq, inArray, sql } from "drizzle-orm";
import { calendarEvents as table } from "../db/schema-calendar.ts";
import type { Host } from "../handler.ts";
import type { Account } from "./account.ts";
import {
  type Outgoing,
  type OwnEvent,
  type Provider,
  ProviderError,
  type ProviderEvent,
} from "./provider.ts";
import { unsubscribeHeaders } from "./smtp.ts";
import { type Unipile, unipileCall } from "./unipile-client.ts";
import { readCalendar, readCreated, readEvent, readPage, type UnipileEvent } from "./unipile-shapes.ts";
import { spanOf, unipileTime } from "./unipile-time.ts";

const MOST_PAGES = 50;

type OfUnipile = Pick<Account, "organizationId" | "externalId" | "address">;

/** Google's and Microsoft's mail and calendars, by way of Unipile. */
export function unipileProvider(host: Host, account: OfUnipile, timezone: string): Provider {
  const { organizationId } = account;
  const { database } = host;
  const ofAccount = { account_id: account.externalId ?? "" };
  const pathOf = (calendarId: string) => `/calendars/${encodeURIComponent(calendarId)}/events`;

  function unipile(): Unipile {
    const { unipile: settings } = host.providers;
    if (settings) return settings;
    throw new ProviderError("later", "This host knows no key for Unipile");
  }

  async function list<T>(path: string, query: object, read: (item: unknown) => T | null): Promise<T[]> {
    const found: T[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < MOST_PAGES; page++) {
      const asked = { ...ofAccount, limit: "100", ...query, ...(cursor && { cursor }) };
      const { body } = await unipileCall(unipile(), "GET", path, { query: asked });
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

  const eventsIn = (calendarId: string, from: Date, to: Date) =>
    list(
      pathOf(calendarId),
      { start: unipileTime(from), end: unipileTime(to), expand_recurring: "true" },
      readEvent,
    );

  /** What the calendar calls an event of ours: as we were told, or, where we did not hear the answer, as it is found. */
  async function externalIdOf(calendarId: string, event: OwnEvent): Promise<string | null> {
    const [known] = await database.read(organizationId, (db) =>
      db.select({ id: table.externalId }).from(table).where(own(calendarId, event.uid)),
    );
    if (known?.id) return known.id;
    const [from, to] = [
      new Date(event.startsAt.getTime() - 60_000),
      new Date(event.endsAt.getTime() + 60_000),
    ];
    const found = await eventsIn(calendarId, from, to);
    return found.find(({ body }) => uidIn(body) === event.uid)?.id ?? null;
  }

  const own = (calendarId: string, uid: string) =>
    and(eq(table.organizationId, organizationId), eq(table.calendarId, calendarId), eq(table.uid, uid));

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
      await unipileCall(unipile(), "POST", "/emails", { form: mailForm(account, mail) });
    },

    calendars: async () => {
      const calendars = await list("/calendars", {}, readCalendar);
      return calendars.map(({ id, name, is_primary, is_default, is_read_only }) => ({
        id,
        name: name || id,
        isPrimary: (is_primary ?? is_default) === true,
        isReadOnly: is_read_only === true,
      }));
    },

    events: async (calendarId, from, to) => {
      const found = (await eventsIn(calendarId, from, to)).filter(({ is_cancelled }) => !is_cancelled);
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
      return found
        .flatMap((event) => providerEvent(event, uids.get(event.id), timezone))
        .filter(
          // Its filter is known to be ignored at times.
          ({ startsAt, endsAt }) => startsAt < to && (endsAt > from || startsAt >= from),
        );
    },

    saveEvent: async (calendarId, event) => {
      const json = eventBody(event);
      const externalId = await externalIdOf(calendarId, event);
      if (externalId) {
        const path = `${pathOf(calendarId)}/${encodeURIComponent(externalId)}`;
        const changed = await unipileCall(unipile(), "PATCH", path, {
          query: ofAccount,
          json,
          besides: [404],
        });
        if (changed.status !== 404) return keep(calendarId, event, externalId);
      }
      // It insists on somebody who attends; nobody is notified.
      const attendees = [{ email: account.address }];
      const { body } = await unipileCall(unipile(), "POST", pathOf(calendarId), {
        query: ofAccount,
        json: { ...json, attendees, notify: false },
      });
      const created = readCreated(body);
      if (created) await keep(calendarId, event, created);
    },

    removeEvent: async (calendarId, uid) => {
      const [known] = await database.read(organizationId, (db) =>
        db.select({ id: table.externalId }).from(table).where(own(calendarId, uid)),
      );
      if (!known?.id) return;
      const path = `${pathOf(calendarId)}/${encodeURIComponent(known.id)}`;
      await unipileCall(unipile(), "DELETE", path, { query: ofAccount, besides: [404, 410] });
      await database.tenant(organizationId, (db) => db.delete(table).where(own(calendarId, uid)));
    },
  };
}

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
  return /Loupe: ([\w-]{1,64})/.exec(body ?? "")?.[1] ?? null;
}

function providerEvent(event: UnipileEvent, known: string | undefined, timezone: string): ProviderEvent[] {
  const span = spanOf(event, timezone);
  if (!span) return [];
  const uid = known ?? uidIn(event.body) ?? event.ical_uid ?? event.id;
  const isTransparent = event.transparency?.toLowerCase() === "transparent";
  return [{ id: event.id, uid, title: event.title || "Busy", isTransparent, ...span }];
}
