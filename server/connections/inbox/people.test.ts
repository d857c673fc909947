import { sql } from "drizzle-orm";
import type { Answer } from "#lib/contract/contract.ts";
import { actingAs } from "#server/platform/db/actor.ts";
import { letters as table } from "#server/platform/db/schema-mail.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { insertMessage } from "#server/testing/inbox.ts";
import { recordsOf } from "#server/testing/records.ts";
import { unzip } from "#server/testing/workbook.ts";
import { storeMessages } from "./keep.ts";
import { matchMails } from "./match.ts";

const host = testHost({ clock: () => new Date("2026-11-21T12:00:00Z") });
const make = recordsOf(host);

async function subjects(person: Person, contact: string) {
  const { status, body } = await host.call("timeline.ofContact", person, {
    params: { id: contact },
    query: { kind: "mail" },
  });
  expect(status).toBe(200);
  return (body as Answer<"timeline.ofContact">).flatMap(({ letter }) => letter?.subject ?? []).sort();
}

test("keeps private email out of exports and colleagues' searches", async () => {
  const { owner, admin, user } = await host.shop();
  const contact = await make.contact(owner);
  const secret = { subject: "Zanzibar secret", text: "Quetzal" };
  await insertMessage(host, user, contact, { ...secret, thread: "a" });
  await insertMessage(host, user, contact, { subject: "Shared openly", thread: "b", shared: "thread" });
  const files = async (person: Person) => {
    const whole = await host.call("organization.export", person);
    const zip = whole.status === 200 ? unzip(whole.body as Buffer) : new Map<string, Buffer>();
    const person_ = await host.call("contacts.everything", person, { params: { id: contact } });
    const found = await host.call("search.records", person, { query: { q: "zanzibar", search: "zanzibar" } });
    return [...zip.values()].map(String).join("\n") + JSON.stringify([person_.body, found.body]);
  };
  for (const person of [owner, admin]) {
    const said = await files(person);
    expect(said).not.toMatch(/zanzibar secret|quetzal/i);
    expect(said).toContain("Shared openly");
  }
});

test("removing a person deletes only their private email", async () => {
  const { owner, user } = await host.shop();
  const contact = await make.contact(owner);
  await insertMessage(host, user, contact, { subject: "Mine", thread: "a" });
  const shared = await insertMessage(host, user, contact, { subject: "Ours", thread: "b" });
  await host.call("letters.share", user, { params: { id: shared }, body: { isShared: true } });
  expect(await subjects(user, contact)).toEqual(["Mine", "Ours"]);
  const removed = await host.call("team.remove", owner, { params: { id: user.id }, body: { id: user.id } });
  expect(removed.status).toBe(200);
  expect(await subjects(owner, contact)).toEqual(["Ours"]);
  const { body } = await host.call("letters.get", owner, { params: { id: shared } });
  expect(body).toMatchObject({ person: null, shared: { by: expect.stringMatching(/./) } });
  const left = await (await host.database()).system((db) => db.select().from(table));
  expect(left.filter(({ organizationId }) => organizationId === owner.organizationId)).toHaveLength(1);
});

test("restoring a contact restores its email", async () => {
  const [{ owner, user }, other] = [await host.shop(), await host.shop()];
  const contact = await make.contact(owner);
  const id = await insertMessage(host, user, contact, { subject: "Mine" });
  await host.call("contacts.delete", owner, { params: { id: contact } });
  expect((await host.call("timeline.ofContact", user, { params: { id: contact } })).status).toBe(404);
  await host.call("trash.restore", owner, { params: { id: contact } });
  expect(await subjects(user, contact)).toEqual(["Mine"]);
  for (const name of ["letters.get", "letters.share", "letters.reply", "letters.resend"] as const) {
    const body = name === "letters.get" ? {} : { body: { isShared: true, text: "Hello" } };
    for (const person of [other.owner, owner])
      expect((await host.call(name, person, { params: { id }, ...body })).status).toBe(404);
  }
  const whole = (await host.call("contacts.get", owner, { params: { id: contact } })).body as {
    firstName: string;
    lastName: string;
  };
  const name = `${whole.firstName} ${whole.lastName}`.trim();
  expect((await host.call("contacts.erase", owner, { params: { id: contact }, body: { name } })).status).toBe(
    200,
  );
  expect((await host.call("letters.get", user, { params: { id } })).status).toBe(404);
});

test("keeps the newest 2,000 messages per mailbox and contact", async () => {
  const { owner, user } = await host.shop();
  const { organizationId } = owner;
  const contact = await make.contact(owner);
  const database = await host.database();
  await database.system((db) =>
    db.execute(sql`insert into letters (organization_id, id, user_id, contact_id, hash, thread, direction, address,
        from_address, from_name, "to", cc, subject, text, at)
      select ${organizationId}, gen_random_uuid(), ${user.id}, ${contact}, 'h' || n, 't' || n, 'in', '', '', '', '[]', '[]',
        'Mail ' || n, '', ${"2026-11-01T00:00:00Z"}::timestamptz + n * interval '1 second' from generate_series(1, 2000) as n`),
  );
  const envelope = { uid: 1, messageId: "<new@x>", inReplyTo: null, refs: [], to: [], cc: [], from: null };
  const at = Date.parse("2026-11-20T00:00:00Z");
  const match = { direction: "in" as const, hash: "new", thread: "new", contactId: contact, address: "" };
  const body = { text: "", html: null, isCut: false, attachments: [] };
  const keep = () =>
    actingAs({ kind: "person", id: user.id }, () =>
      database.tenant(organizationId, (db) =>
        storeMessages(db, { organizationId, userId: user.id, address: "" }, [
          { match: { ...match, envelope: { ...envelope, subject: "New", at } }, body },
        ]),
      ),
    );
  await keep();
  await keep();
  const counted = await database.system((db) =>
    db.execute(
      sql`select count(*)::int as all, count(*) filter (where subject in ('New', 'Mail 2'))::int as these,
        count(*) filter (where subject = 'Mail 1')::int as oldest from letters where contact_id = ${contact}`,
    ),
  );
  expect(counted.rows).toEqual([{ all: 2000, these: 2, oldest: 0 }]);
});

test("treats email from the mailbox's own address as sent only in the Sent folder", async () => {
  const { owner, user } = await host.shop();
  const contact = await make.contact(owner, { email: "amara@example.com" });
  const box = { organizationId: owner.organizationId, userId: user.id, address: user.email };
  const [from, to] = [user.email, "amara@example.com"].map((address) => ({ name: "", address }));
  const envelope = {
    ...{ uid: 1, messageId: "<forged@x>", inReplyTo: null, refs: [], cc: [], subject: "Pay here", at: 0 },
    ...{ from: from ?? null, to: to ? [to] : [] },
  };
  const database = await host.database();
  const matched = (isSent: boolean) =>
    actingAs({ kind: "person", id: user.id }, () =>
      database.tenant(owner.organizationId, (db) => matchMails(db, box, [envelope], isSent)),
    );
  expect(await matched(false)).toEqual([]);
  expect(await matched(true)).toMatchObject([{ direction: "out", contactId: contact }]);
});
