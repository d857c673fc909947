import * as z from "zod/mini";

// Lenient: field names differ between versions and documentation.

const text = z.catch(z.optional(z.nullable(z.string())), null);
const flag = z.catch(z.optional(z.nullable(z.boolean())), null);

const calendar = z.object({
  id: z.string(),
  name: text,
  is_primary: flag,
  is_default: flag,
  is_read_only: flag,
});

const moment = z.catch(z.object({ date_time: text, time_zone: text, timezone: text, date: text }), {});

const event = z.object({
  id: text,
  title: text,
  body: text,
  ical_uid: text,
  start: moment,
  end: moment,
  is_cancelled: flag,
  transparency: text,
});
export type UnipileEvent = z.infer<typeof event>;
export type UnipileMoment = z.infer<typeof moment>;

const source = z.object({ status: text });
const account = z.object({
  id: z.string(),
  name: text,
  type: z.string(),
  connection_params: z.catch(
    z.optional(z.nullable(z.object({ mail: z.object({ username: text, imap_user: text }) }))),
    null,
  ),
  sources: z.catch(z.array(source), []),
});
export type UnipileAccount = z.infer<typeof account>;

export const readCalendar = (item: unknown) => calendar.safeParse(item).data ?? null;
export const readEvent = (item: unknown) => event.safeParse(item).data ?? null;
export const readAccount = (body: unknown) => account.safeParse(body).data ?? null;

/** An unreadable cursor must not look like the end of a list. */
const cursor = z.optional(z.nullable(z.union([z.string(), z.number()])));

export function readPage(body: unknown): { items: unknown[]; cursor: string | null } | null {
  const items = z.array(z.unknown());
  const page = z.object({ data: z.optional(items), items: z.optional(items), next_cursor: cursor, cursor });
  const read = page.safeParse(body).data;
  const found = read?.data ?? read?.items;
  const next = read?.next_cursor ?? read?.cursor ?? "";
  return found ? { items: found, cursor: next === "" ? null : String(next) } : null;
}

export function readCreated(body: unknown): string | null {
  const shape = z.object({ event_id: text, id: text });
  const read = shape.safeParse(body).data;
  return read?.event_id || read?.id || null;
}

export function providerOfType(type: string): "google" | "microsoft" | null {
  if (/^GOOGLE/.test(type)) return "google";
  return /^(OUTLOOK|MICROSOFT)/.test(type) ? "microsoft" : null;
}
