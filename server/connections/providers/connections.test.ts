import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { eq, sql } from "drizzle-orm";
import { accounts } from "#server/platform/db/schema-mail.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { connectAccount } from "./account.ts";

const host = testHost();
const NOVEMBER = { from: "2026-11-01T00:00:00Z", to: "2026-12-01T00:00:00Z" };

let status = 207;
let path = "";
const server = createServer((_, response) => {
  response.writeHead(status, { "content-type": "text/xml" });
  response.end(`<multistatus xmlns="DAV:"><response><href>${path}</href><propstat><prop>
    <resourcetype><calendar xmlns="urn:ietf:params:xml:ns:caldav"/></resourcetype><displayname>Work</displayname>
    </prop><status>HTTP/1.1 200 OK</status></propstat></response></multistatus>`);
});
beforeAll(() => new Promise<void>((listening) => void server.listen(0, "127.0.0.1", listening)));
afterAll(() => new Promise((closed) => server.close(closed)));

async function connectServer({ organizationId, id: userId }: Person) {
  const home = `http://127.0.0.1:${(server.address() as AddressInfo).port}/alice/`;
  path = `${home}work/`;
  const login = { user: "alice", password: "secret" };
  await connectAccount(await host.host(), {
    organizationId,
    userId,
    provider: "imap",
    address: "alice@example.com",
    secrets: { smtp: { host: "127.0.0.1", port: 1, ...login }, caldav: { home, ...login } },
    calendars: [{ id: path, name: "Work", isPrimary: false, isReadOnly: false }],
  });
}

test("never treats a failing calendar as empty", async () => {
  const { owner: user } = await host.shop();
  await connectServer(user);
  for (const [answer, expected, message] of [
    [500, 503, "The calendar server is busy"],
    [200, 200, undefined],
    [404, 502, "This calendar no longer exists"],
    [302, 502, "The calendar server refused the request (302)"],
  ] as const) {
    status = answer;
    const { status: got, body } = await host.call("integration.events", user, { query: NOVEMBER });
    expect([got, (body as { message?: string }).message]).toEqual([expected, message]);
  }
});

test("reports an unreadable calendar until it is readable", async () => {
  const { owner: user } = await host.shop();
  await connectServer(user);
  const incidents = async () =>
    ((await host.call("users.me", user)).body as { incidents: { text: string }[] }).incidents[0]?.text;
  status = 500;
  await host.call("integration.events", user, { query: NOVEMBER });
  expect(await incidents()).toBe(
    "We can't read the calendar right now. Nobody can book until it works again.",
  );
  status = 200;
  await host.call("integration.events", user, { query: NOVEMBER });
  expect(await incidents()).toBeUndefined();
});

test("reports a rejected account until it works", async () => {
  const { owner: user } = await host.shop();
  await connectServer(user);
  const error = async () =>
    ((await host.call("integration.account", user)).body as { error: string | null }).error;
  status = 401;
  expect((await host.call("integration.calendars", user)).status).toBe(502);
  const expected = "The calendar server no longer accepts this account. Connect it again.";
  expect(await error()).toBe(expected);
  status = 500;
  expect((await host.call("integration.calendars", user)).status).toBe(503);
  expect(await error()).toBe(expected);
  status = 207;
  expect((await host.call("integration.calendars", user)).body).toMatchObject([{ id: path, name: "Work" }]);
  expect(await error()).toBeNull();

  status = 401;
  await host.call("integration.calendars", user);
  await connectServer(user);
  expect(await error()).toBeNull();
});

test("asks to reconnect an account with an unreadable password", async () => {
  const { owner: user } = await host.shop();
  await connectServer(user);
  const database = await host.database();
  await database.system((db) =>
    db
      .update(accounts)
      .set({ secrets: sql`${accounts.secrets} || 'AAAA'` })
      .where(eq(accounts.organizationId, user.organizationId)),
  );
  expect(await host.call("integration.calendars", user)).toMatchObject({
    status: 502,
    body: { message: "The saved password can't be decrypted with this host's key" },
  });
  expect(await host.call("integration.account", user)).toMatchObject({
    body: { error: expect.stringContaining("Connect it again.") },
  });
});
