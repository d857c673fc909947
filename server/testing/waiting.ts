import { eq } from "drizzle-orm";
import { offerFreeTimes } from "#server/booking/waiting-line.ts";
import { newId } from "#server/platform/db/id.ts";
import { offers, waitlistEntries } from "#server/platform/db/schema-calendar.ts";
import { mails } from "#server/platform/db/schema-mail.ts";
import type { Host } from "#server/platform/handler.ts";
import { TUESDAY, visited } from "./booking.ts";
import { frontDeskTests } from "./front-desk.ts";
import type { Ask, Person } from "./host.ts";

type Held = { id: string; startsAt: string; heldUntil: string; person: string };
type Waiting = {
  id: string;
  name: string;
  state: string;
  offer: Held | null;
  missed?: string | null;
  token: string;
  version: number;
  isCalled: boolean;
};

export function waitingTests(options: Parameters<typeof frontDeskTests>[0] = {}) {
  const host = frontDeskTests(options);
  type Store = Awaited<ReturnType<typeof host.store>>;

  const addEntry = (store: Store, changes: object = {}, address = "10.7.0.1") =>
    host.send("POST", `/book/${store.slug}/wish`, {
      address,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        ...{ from: TUESDAY, to: TUESDAY, timeOfDay: "ANY", personId: null },
        ...{ name: "Dora Lind", email: "dora@example.com", timezone: "Asia/Tokyo" },
        ...{ key: newId(), captcha: "", website: "", ...changes },
      }),
    });

  return {
    ...host,
    addEntry,

    async wait(store: Store, changes: object = {}): Promise<Waiting> {
      const answer = await addEntry(store, changes, `10.8.${Math.floor(Math.random() * 250)}.1`);
      expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
      return answer.body as Waiting;
    },

    async fill(store: Store, day = TUESDAY) {
      const cancelTokens = new Map<string, string>();
      for (const [i, startsAt] of (await store.slots(day)).entries()) {
        const booked = visited(await store.book({ startsAt, email: `full${i}@example.com` }));
        cancelTokens.set(startsAt, booked.cancelToken ?? "");
      }
      return {
        cancel: async (startsAt: string) => {
          const answer = await host.act("visitor.cancel", cancelTokens.get(startsAt) ?? "");
          expect(answer.status).toBe(200);
        },
      };
    },

    turn: async () => offerFreeTimes(await host.host()),

    async line(person: Person): Promise<Waiting[]> {
      const { status, body } = await host.call("wishes.list", person);
      expect(status).toBe(200);
      return body as Waiting[];
    },

    async look(token: string): Promise<Waiting> {
      return (await host.call("visitor.waiting", null, { params: { token } })).body as Waiting;
    },

    take: (token: string, offerId = "") =>
      host.call("visitor.takeOffer", null, { params: { token }, body: { offerId } }),
    decline: (token: string, offerId = "") =>
      host.call("visitor.declineOffer", null, { params: { token }, body: { offerId } }),

    async leave({ id }: { id: string }) {
      const { database } = await host.host();
      await database.tenant(id, (db) =>
        db.update(mails).set({ state: "kept" }).where(eq(mails.organizationId, id)),
      );
    },

    async rows({ id }: { id: string }) {
      const { database } = await host.host();
      return database.read(id, async (db) => ({
        waitlistEntries: await db
          .select()
          .from(waitlistEntries)
          .where(eq(waitlistEntries.organizationId, id)),
        offers: await db.select().from(offers).where(eq(offers.organizationId, id)).orderBy(offers.createdAt),
      }));
    },
  };
}

export async function askWaitingList(
  host: Host,
  ask: Ask,
  page: { slug: string },
  contact: { id: string },
): Promise<void> {
  const day = { from: "2026-11-05", to: "2026-11-05", timeOfDay: "ANY", personId: null };
  const typeId = (await ask("appointmentTypes.list"))[0]?.id;
  const made = await ask("wishes.create", { body: { ...day, contact: { ...contact, name: "" }, typeId } });
  const entry = { params: { id: (made as unknown as { id: string }).id } };
  await ask("wishes.update", { ...entry, body: { ...day, typeId } });
  await ask("wishes.move", { ...entry, body: { before: null } });
  const waits = { ...day, name: "Dora Lind", email: "dora@example.com", timezone: "UTC", key: "key-of-wish" };
  const { token } = await ask("visitor.wish", { params: page, body: waits }, null);
  const link = { params: { token } };
  for (const then of ["wishes.pass", "visitor.declineOffer", "wishes.take", "visitor.takeOffer"] as const) {
    await offerFreeTimes(host);
    const isTheirs = then.startsWith("wishes");
    const own = isTheirs
      ? (await ask("wishes.list")).find(({ id }) => id === entry.params.id)
      : await ask("visitor.waiting", link, null);
    const body = { offerId: own?.offer?.id };
    if (isTheirs) await ask(then, { ...entry, body });
    else await ask(then, { ...link, body }, null);
  }
  await ask("wishes.delete", entry);
  await ask("visitor.withdraw", link, null);
}
