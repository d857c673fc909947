import { sql } from "drizzle-orm";
import { MINUTE, mailTests, zoe } from "#server/testing/mail.ts";
import { refusal } from "#server/testing/sink.ts";

const tests = mailTests();
const { clock, mailShop, sendAll, withSink } = tests;

async function cutMail() {
  const { store, user } = await mailShop();
  const automation = await store.automation();
  const id = await store.queue(automation, await store.contact(zoe.address));
  const cut = await withSink({
    onData: (stream) => {
      stream.once("data", cut.sink.hangUp);
    },
  });
  await sendAll(cut.host);
  const unknown = await store.mail(id);
  expect(unknown).toMatchObject({
    state: "unknown",
    reason: expect.stringContaining("before the mail server confirmed"),
  });
  const resend = () => tests.call("mails.resend", user, { params: { id } });
  const deleteRule = () => tests.call("automations.delete", user, { params: { id: automation } });
  return { id, store, automation, unknown, resend, deleteRule };
}

test("a lost connection makes the email unknown", async () => {
  const { id, store, automation, unknown, resend } = await cutMail();
  clock.now += 24 * 60 * MINUTE;
  const { host, sink } = await withSink();
  await sendAll(host);
  expect(sink.taken).toEqual([]);

  const database = await tests.database();
  await database.system((db) =>
    db.execute(sql`update automations set is_active = false where id = ${automation}`),
  );
  expect((await resend()).status).toBe(200);
  expect(await store.mail(id)).toMatchObject({ sentAt: null });
  expect(await resend()).toMatchObject({ status: 409 });
  await sendAll(host);
  expect(await store.mail(id)).toMatchObject({
    state: "sent",
    messageId: unknown.messageId,
    html: unknown.html,
  });
  expect(sink.taken).toHaveLength(1);
  expect(await resend()).toMatchObject({ status: 409 });
});

test("a resent email survives its automation's deletion", async () => {
  const { id, store, unknown, resend, deleteRule } = await cutMail();
  expect((await resend()).status).toBe(200);
  const later = await withSink({ onRcptTo: (_, __, done) => done(refusal(451, "4.7.1 Greylisted")) });
  await sendAll(later.host);
  const refused = await store.mail(id);
  expect(refused).toMatchObject({ state: "queued", attempts: 1 });

  const database = await tests.database();
  await database.system((db) => db.execute(sql`update templates set subject = 'Something else'`));
  clock.now = refused.dueAt.getTime();
  await sendAll(later.host);
  const { subject, html, messageId } = unknown;
  const again = await store.mail(id);
  expect(again).toMatchObject({ state: "queued", attempts: 2, subject, html });
  expect((await deleteRule()).status).toBe(200);
  expect(await store.mail(id)).toMatchObject({ state: "queued" });
  clock.now = again.dueAt.getTime();
  const { host, sink } = await withSink();
  await sendAll(host);
  expect(sink.taken).toHaveLength(1);
  expect(await store.mail(id)).toMatchObject({ state: "sent", subject, html, messageId });
});
