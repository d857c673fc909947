import { eq } from "drizzle-orm";
import { mails } from "#server/platform/db/schema-mail.ts";
import { testHost } from "#server/testing/host.ts";
import { mailStore } from "#server/testing/mail-store.ts";

const ZOE = { firstName: "Zoë", lastName: "Nguyen", role: "USER" };

describe("emails an invitation", () => {
  const host = testHost({ smtp: { host: "127.0.0.1", port: 1, secure: false, from: "crm@example.com" } });

  test("through the host's own server", async () => {
    const { id, owner } = await host.shop();
    const answer = await host.call("team.invite", owner, { body: { ...ZOE, email: `zoe@${id}.example` } });
    expect(answer).toMatchObject({ status: 200, body: { mailed: true } });
    const { link } = answer.body as { link: string };
    expect(await mailed(host, id)).toEqual([
      expect.objectContaining({
        kind: "invitation",
        state: "queued",
        toAddress: `zoe@${id}.example`,
        subject: `Join Shop ${id}`,
        text: expect.stringContaining(link),
      }),
    ]);
  });

  test("only if the invitation is accepted", async () => {
    const { id, owner } = await host.shop();
    expect(await host.call("team.invite", owner, { body: { ...ZOE, email: owner.email } })).toMatchObject({
      status: 409,
    });
    expect(await mailed(host, id)).toEqual([]);
  });
});

describe("reports an invitation as not emailed", () => {
  const host = testHost();

  test("if the account is the local outbox", async () => {
    const { id, owner } = await host.shop();
    await mailStore(await host.host(), id).account("local");
    const answer = await host.call("team.invite", owner, { body: { ...ZOE, email: `zoe@${id}.example` } });
    expect(answer).toMatchObject({ status: 200, body: { mailed: false } });
    expect(await mailed(host, id)).toMatchObject([{ kind: "invitation" }]);
  });

  test("if no account is connected", async () => {
    const { id, owner } = await host.shop();
    const answer = await host.call("team.invite", owner, { body: { ...ZOE, email: `zoe@${id}.example` } });
    expect(answer).toMatchObject({ status: 200, body: { mailed: false } });
    expect(await mailed(host, id)).toEqual([]);
  });
});

async function mailed(host: ReturnType<typeof testHost>, organizationId: string) {
  const database = await host.database();
  return database.system((db) => db.select().from(mails).where(eq(mails.organizationId, organizationId)));
}
