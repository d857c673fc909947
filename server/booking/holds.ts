import { and, eq, gt, inArray, lt, ne, sql } from "drizzle-orm";
import type { OfferState } from "#lib/contract/wishes.ts";
import { MINUTE } from "#lib/time/zone.ts";
import type { Db } from "#server/platform/db/client.ts";
import { idOfContent } from "#server/platform/db/id.ts";
import { organizations } from "#server/platform/db/schema.ts";
import { offers, wishes } from "#server/platform/db/schema-calendar.ts";
import { mails } from "#server/platform/db/schema-mail.ts";
import type { Interval } from "./open-hours.ts";

export type Offer = typeof offers.$inferSelect;

/** Keeps the time reserved until the next person in line has it. */
const PASSED_ON_MS = MINUTE;

export type Held = Interval & { name: string; typeId: string } & Pick<
    Offer,
    "id" | "startsAt" | "endsAt" | "heldUntil"
  >;

type Asked = {
  organizationId: string;
  userId: string;
  from: Date;
  to: Date;
  now: Date;
  except?: string | undefined;
};

/** Includes buffers. Excludes one offer that is being accepted. */
export async function heldTimes(
  db: Db,
  { organizationId, userId, from, to, now, except }: Asked,
): Promise<Held[]> {
  const found = await db
    .select({ offer: offers, name: wishes.name, typeId: wishes.appointmentTypeId })
    .from(offers)
    .innerJoin(wishes, and(eq(wishes.organizationId, offers.organizationId), eq(wishes.id, offers.wishId)))
    .where(
      and(
        eq(offers.organizationId, organizationId),
        eq(offers.userId, userId),
        eq(offers.state, "OPEN"),
        gt(offers.heldUntil, new Date(now.getTime() - PASSED_ON_MS)),
        lt(offers.blockedFrom, to),
        gt(offers.blockedUntil, from),
        except ? ne(offers.id, except) : undefined,
      ),
    );
  return found.map(({ offer, ...wish }) => ({
    ...wish,
    start: offer.blockedFrom.getTime(),
    end: offer.blockedUntil.getTime(),
    ...{ id: offer.id, startsAt: offer.startsAt, endsAt: offer.endsAt, heldUntil: offer.heldUntil },
  }));
}

export async function openOffer(
  db: Db,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<Offer | null> {
  const [found] = await db
    .select()
    .from(offers)
    .where(and(eq(offers.organizationId, organizationId), eq(offers.wishId, id), eq(offers.state, "OPEN")));
  return found ?? null;
}

export async function lookSoon(db: Db, organizationId: string): Promise<void> {
  await db
    .update(organizations)
    .set({ lineDueAt: new Date(0) })
    .where(eq(organizations.id, organizationId));
}

/** An offer's email is sent once and skipped after the offer ended. */
export function offerKey(offerId: string): string {
  return `offer ${offerId}`;
}

/** Skips their unsent emails. Returns the ended offers. */
export async function endOffers(
  db: Db,
  organizationId: string,
  ids: string[],
  state: Exclude<OfferState, "OPEN">,
  now: Date,
): Promise<Offer[]> {
  if (ids.length === 0) return [];
  const ended = await db
    .update(offers)
    .set({ state, updatedAt: now })
    .where(and(eq(offers.organizationId, organizationId), inArray(offers.id, ids), eq(offers.state, "OPEN")))
    .returning();
  await skipMails(
    db,
    organizationId,
    ended.map(({ id }) => id),
  );
  if (ended.length > 0) await lookSoon(db, organizationId);
  return ended;
}

export function mailsOf(organizationId: string, offerIds: string[]) {
  const ids = offerIds.flatMap((id) =>
    (["booking", "notice"] as const).map((kind) => idOfContent(organizationId, kind, offerKey(id))),
  );
  return and(
    eq(mails.organizationId, organizationId),
    inArray(mails.id, ids),
    inArray(mails.state, ["queued", "held"]),
  );
}

export async function skipMails(db: Db, organizationId: string, offerIds: string[]): Promise<void> {
  await db
    .update(mails)
    .set({ state: "skipped", reason: "The time is no longer reserved", updatedAt: sql`now()` })
    .where(mailsOf(organizationId, offerIds));
}

type Taken = { organizationId: string; userId: string | null; blockedFrom: Date; blockedUntil: Date };

/** After staff booked over a reservation; its person keeps their place in line. Requires the store's lock. */
export async function withdrawHeld(
  db: Db,
  { organizationId, userId, blockedFrom, blockedUntil }: Taken,
  now: Date,
): Promise<void> {
  if (!userId) return;
  const found = await db
    .select({ id: offers.id })
    .from(offers)
    .where(
      and(
        eq(offers.organizationId, organizationId),
        eq(offers.userId, userId),
        eq(offers.state, "OPEN"),
        lt(offers.blockedFrom, blockedUntil),
        gt(offers.blockedUntil, blockedFrom),
      ),
    );
  await endOffers(
    db,
    organizationId,
    found.map(({ id }) => id),
    "WITHDRAWN",
    now,
  );
}
