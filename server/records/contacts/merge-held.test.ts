import { sql } from "drizzle-orm";
import { mergedFields } from "#lib/contract/duplicates.ts";
import { dump } from "#server/testing/dump.ts";
import { testHost } from "#server/testing/host.ts";
import { mailStore } from "#server/testing/mail-store.ts";

const host = testHost();

async function restored() {
  const { id, owner } = await host.shop();
  const database = await host.database();
  const store = mailStore(await host.host(), id);
  const rule = await store.automation();
  const cards = [await store.contact("a@example.com"), await store.contact("b@example.com")];
  await database.system((db) =>
    db.execute(sql`update organizations set held_since = '2020-01-01' where id = ${id}::uuid`),
  );
  return {
    dump: () => dump(database, id),
    queue: (nth: number, occurrence: string, state: "sent" | "held" | "queued", at: Date, dueAt = at) =>
      store.queue(rule, cards[nth] ?? "", { occurrence, state, createdAt: at, dueAt }),
    async states() {
      const { rows } = await database.read(id, (db) =>
        db.execute(
          sql`select split_part(occurrence, ':', 1) as what, state from mails where state <> 'skipped' order by 1`,
        ),
      );
      return rows;
    },
    async merge() {
      const body = {
        cards: cards.map((card) => ({ id: card, version: 1 })),
        from: Object.fromEntries(mergedFields.map((field) => [field, cards[0]])),
      };
      const merged = await host.call("contacts.merge", owner, { body });
      expect(merged.status).toBe(200);
      const { change } = merged.body as { change: string };
      return async () =>
        expect((await host.call("contacts.unmerge", owner, { params: { id: change } })).status).toBe(200);
    },
    release: async (what: "send" | "drop") =>
      expect((await host.call("backups.release", owner, { body: { what } })).status).toBe(200),
  };
}

const THEN = new Date(0);
const TOMORROW = new Date(Date.now() + 86_400_000);

test("sends one of two held emails; undo holds both", async () => {
  const { dump, queue, states, merge } = await restored();
  await queue(0, "had:1", "sent", THEN);
  await queue(1, "had:1", "held", THEN);
  await queue(0, "both:1", "held", THEN);
  await queue(1, "both:1", "held", THEN);
  await queue(0, "new:1", "queued", new Date());
  await queue(1, "new:1", "queued", new Date());
  const before = await dump();
  const undo = await merge();
  expect(await states()).toEqual([
    { what: "both", state: "held" },
    { what: "had", state: "sent" },
    { what: "new", state: "queued" },
  ]);
  await undo();
  expect(await dump()).toEqual(before);
});

test.each([
  [
    "drop",
    [
      { what: "new", state: "queued" },
      { what: "new", state: "queued" },
    ],
  ],
  [
    "send",
    [
      ...[
        { what: "both", state: "queued" },
        { what: "both", state: "queued" },
      ],
      ...[
        { what: "new", state: "queued" },
        { what: "new", state: "queued" },
      ],
    ],
  ],
] as const)("a decision (%s) about held emails survives the undo", async (what, left) => {
  const { queue, states, merge, release } = await restored();
  for (const card of [0, 1]) {
    await queue(card, "both:1", "held", THEN, TOMORROW);
    await queue(card, "new:1", "queued", new Date());
  }
  const undo = await merge();
  await release(what);
  await undo();
  expect(await states()).toEqual(left);
});
