import { eq } from "drizzle-orm";
import { createApp } from "#server/app.ts";
import { letters } from "#server/platform/db/schema-mail.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";
import { startUnipile } from "#server/testing/unipile.ts";

const NOW = "2026-11-20T12:00:00Z";
const providers = { allowPrivateHosts: false, unipile: { url: "", key: "" } };
const host = testHost({ providers, clock: () => new Date(NOW) });
const make = recordsOf(host);
let unipile: Awaited<ReturnType<typeof startUnipile>>;

beforeAll(async () => {
  unipile = await startUnipile();
  providers.unipile = unipile.settings;
});
afterAll(() => unipile.stop());

async function send(path: string, body: string, key?: string) {
  const app = createApp({ ...(await host.host()), log: () => {} });
  const headers = { "content-type": "application/json", ...(key !== undefined && { "x-loupe-key": key }) };
  const env = { incoming: { socket: { remoteAddress: "127.0.0.1" } } };
  return (await app.request(path, { method: "POST", headers, body }, env)).status;
}

async function connect(person: Person, id: string, username: string): Promise<string> {
  unipile.accounts.set(id, {
    ...{ object: "Account", id, type: "GOOGLE_OAUTH", sources: [] },
    connection_params: { mail: { username } },
  });
  const { body } = await host.call("integration.link", person);
  const app = createApp({ ...(await host.host()), log: () => {} });
  const { pathname } = new URL((body as { url: string }).url);
  await app.request(pathname, { method: "POST", body: new URLSearchParams({ provider: "google" }) });
  const link = unipile.asked.findLast(({ path }) => path === "/hosted/accounts/link");
  const notice = { status: "CREATION_SUCCESS", account_id: id, name: link?.body.name };
  expect(await send("/unipile/notify", JSON.stringify(notice))).toBe(200);
  const webhook = unipile.asked.findLast(({ path }) => path === "/webhooks");
  expect(webhook?.body).toMatchObject({
    source: "email",
    events: ["mail_received", "mail_sent"],
    account_ids: [id],
    request_url: expect.stringMatching(/\/unipile\/mail$/),
  });
  const headers = webhook?.body.headers as { key: string; value: string }[];
  return headers.find(({ key }) => key === "x-loupe-key")?.value ?? "";
}

const recorded = (changes: object = {}) => ({
  email_id: "kZ3bJx0JUZiT6pqT5Ngmcw",
  account_id: "acc_1",
  event: "mail_received",
  webhook_name: "Mail of contacts",
  date: "2026-11-20T09:12:00.000Z",
  from_attendee: {
    display_name: "Amara Okafor",
    identifier: "Amara@Example.com",
    identifier_type: "EMAIL_ADDRESS",
  },
  to_attendees: [
    { display_name: "Priya", identifier: "priya@store.example", identifier_type: "EMAIL_ADDRESS" },
  ],
  bcc_attendees: [],
  cc_attendees: [],
  reply_to_attendees: [],
  provider_id: "18c2b0a1",
  message_id: "<CAF1@mail.example.com>",
  has_attachments: true,
  subject: "Re: Your sapphire halo ring",
  body: "<div>It is <b>lovely</b><script>alert(1)</script><img src='https://t.example/p.gif'></div>",
  body_plain: "It is lovely",
  attachments: [
    { id: "att_1", name: "ring.jpg", extension: "jpg", size: 12_000, mime: "image/jpeg", inline: false },
  ],
  folders: ["INBOX"],
  role: "inbox",
  read_date: null,
  is_complete: true,
  in_reply_to: { message_id: "CAF0@mail.example.com", id: "x" },
  tracking_id: "x",
  origin: "external",
  ...changes,
});

test("stores a contact's message once, sanitized and private", async () => {
  const { owner, user } = await host.shop();
  const contact = await make.contact(owner, { email: "amara@example.com" });
  const key = await connect(user, "acc_1", "priya@store.example");
  const post = (changes: object = {}, by = key) =>
    send("/unipile/mail", JSON.stringify(recorded(changes)), by);
  const stored = async () =>
    (await host.database()).system((db) =>
      db.select().from(letters).where(eq(letters.organizationId, owner.organizationId)),
    );
  expect(await post()).toBe(200);
  const [letter] = await stored();
  expect(letter).toMatchObject({
    ...{ userId: user.id, contactId: contact, direction: "in", shared: "no", text: "It is lovely" },
    ...{
      messageId: "<CAF1@mail.example.com>",
      inReplyTo: "<CAF0@mail.example.com>",
      attachments: ["ring.jpg"],
    },
    html: "<div>It is <b>lovely</b></div>",
  });
  expect(await Promise.all([post(), post(), post()])).toEqual([200, 200, 200]);
  expect(await stored()).toHaveLength(1);
  expect((await host.call("letters.get", owner, { params: { id: letter?.id ?? "" } })).status).toBe(404);
  expect((await host.call("letters.settings", user)).body).toMatchObject({
    address: "priya@store.example",
    readAt: "2026-11-20T12:00:00.000Z",
  });

  const out = { event: "mail_sent", role: "sent", message_id: "<CAF2@store.example>" };
  const [priya, amara] = [recorded().to_attendees[0], recorded().from_attendee];
  expect(await post({ ...out, from_attendee: priya, to_attendees: [amara] })).toBe(200);
  expect(await post({ message_id: "<n@x>", from_attendee: { identifier: "news@shop.example" } })).toBe(200);
  expect(await post({ event: "mail_moved", message_id: "<m@x>" })).toBe(200);
  expect(await post({ date: "2020-01-01T00:00:00Z", message_id: "<old@x>" })).toBe(200);
  expect((await stored()).map(({ direction }) => direction).sort()).toEqual(["in", "out"]);

  const other = await connect((await host.shop()).user, "acc_2", "maya@other.example");
  const forged = JSON.stringify(recorded({ message_id: "<forged@x>" }));
  expect(await send("/unipile/mail", forged)).toBe(403);
  for (const by of ["", "A".repeat(38), key.replace(/^./, "_"), `${key}x`, other])
    expect(await post({ message_id: "<forged@x>" }, by)).toBe(403);
  for (const bad of ["{", "[]", '"x"', "null", JSON.stringify({ event: "mail_received" })])
    expect([200, 400]).toContain(await send("/unipile/mail", bad, key));
  await host.call("integration.disconnect", user);
  expect(await post({ message_id: "<late@x>" })).toBe(200);
  expect(await stored()).toHaveLength(2);
});
