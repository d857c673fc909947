import { createDecipheriv, createPublicKey, type ECDH, hkdfSync, verify } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import { mailFailed } from "#server/connections/mail/alerts.ts";
import type { SystemDb } from "#server/platform/db/client.ts";
import { pushDevices, sessions } from "#server/platform/db/schema-auth.ts";
import { bookingTests, TEN } from "#server/testing/booking.ts";
import type { Person } from "#server/testing/host.ts";
import { browserKeys } from "#server/testing/push.ts";
import { encrypt, hostKeys, queuePush, sendPushes } from "./push.ts";

const host = bookingTests();
const bytes = (text: string) => Buffer.from(text, "base64url");

const received: { path: string; headers: IncomingHttpHeaders; body: Buffer }[] = [];
const answers = new Map<string, number>();
const service = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const path = request.url ?? "";
  received.push({ path, headers: request.headers, body: Buffer.concat(parts) });
  response.writeHead(answers.get(path) ?? 201).end();
});
let origin = "";
beforeAll(async () => {
  await new Promise<void>((done) => service.listen(0, "127.0.0.1", done));
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((done) => service.close(done)));

function decrypt(body: Buffer, pair: ECDH, auth: string): string {
  const [salt, theirs] = [body.subarray(0, 16), body.subarray(21, 86)];
  expect([body.readUInt32BE(16), body[20]]).toEqual([4096, 65]);
  const derive = (key: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync("sha256", key, salt, info, length));
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), pair.getPublicKey(), theirs]);
  const shared = derive(pair.computeSecret(theirs), bytes(auth), info, 32);
  const key = derive(shared, salt, "Content-Encoding: aes128gcm\0", 16);
  const decipher = createDecipheriv(
    "aes-128-gcm",
    key,
    derive(shared, salt, "Content-Encoding: nonce\0", 12),
  );
  decipher.setAuthTag(body.subarray(-16));
  const text = Buffer.concat([decipher.update(body.subarray(86, -16)), decipher.final()]);
  expect(text.at(-1)).toBe(2);
  return text.subarray(0, -1).toString();
}

async function subscribe(person: Person, path: string) {
  const { pair, p256dh, auth } = browserKeys();
  const { status } = await host.call("push.start", person, {
    body: { endpoint: origin + path, p256dh, auth },
  });
  expect(status).toBe(200);
  return { pair, auth };
}

const news = {
  title: "New appointment",
  text: "Fitting",
  href: "/dashboard/appointments",
  tag: "1",
} as const;
const deliveredTo = (path: string) => received.filter((one) => one.path === path);
const devicesOf = ({ id }: Person) =>
  system((db) => db.select().from(pushDevices).where(eq(pushDevices.userId, id)));

async function system<T>(work: (db: SystemDb) => Promise<T>): Promise<T> {
  return (await host.database()).system(work);
}

async function push(person: Person, one = news) {
  const there = await host.host();
  await there.database.tenant(person.organizationId, (db) =>
    queuePush(db, { userId: person.id }, one, there.clock()),
  );
  await sendPushes(there);
}

test("notifies of a booking without the visitor's name", async () => {
  const store = await host.store();
  const { pair, auth } = await subscribe(store.owner, "/booked");
  expect((await host.call("push.get", store.owner)).body).toMatchObject({ isOn: true });
  expect((await host.call("push.get", store.user)).body).toMatchObject({ isOn: false });
  const { status } = await store.book({ startsAt: TEN, name: "Zoë Private", email: "zoe@example.com" });
  expect(status).toBe(200);
  await sendPushes(await host.host());
  const [one, ...more] = deliveredTo("/booked");
  expect(more).toEqual([]);
  const text = decrypt(one?.body ?? Buffer.alloc(0), pair, auth);
  expect(JSON.parse(text)).toEqual({
    title: "New appointment",
    text: expect.stringMatching(/ · \w{3}, \w{3} \d+, \d+:00 [AP]M$/),
    href: "/dashboard/appointments",
    tag: expect.any(String),
  });
  expect(text).not.toMatch(/Private|zoe/i);
  await sendPushes(await host.host());
  expect(deliveredTo("/booked")).toHaveLength(1);
});

test("signs for one service only, for 12 hours", async () => {
  const { owner } = await host.shop();
  await subscribe(owner, "/signed");
  await push(owner);
  const { authorization = "", ...headers } = deliveredTo("/signed")[0]?.headers ?? {};
  expect(headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "43200" });
  const [, jwt = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  expect((await host.call("push.get", owner)).body).toMatchObject({ key });
  expect(hostKeys((await host.host()).secret).publicKey.toString("base64url")).toBe(key);
  const [head = "", claims = "", signature = ""] = jwt.split(".");
  const [x, y] = [bytes(key).subarray(1, 33), bytes(key).subarray(33)].map((one) =>
    one.toString("base64url"),
  );
  const jwk = { kty: "EC", crv: "P-256", x, y };
  const verified = { key: createPublicKey({ format: "jwk", key: jwk }), dsaEncoding: "ieee-p1363" } as const;
  expect(verify("sha256", Buffer.from(`${head}.${claims}`), verified, bytes(signature))).toBe(true);
  const said = JSON.parse(bytes(claims).toString());
  const now = (await host.host()).clock().getTime() / 1000;
  expect(said).toMatchObject({ aud: origin, sub: "https://crm.example.com" });
  expect(said.exp - now).toBeLessThanOrEqual(12 * 3600);
});

test("notifies the owner and admins once when email fails", async () => {
  const { id, owner, admin, user } = await host.shop();
  await subscribe(owner, "/owner");
  await subscribe(admin, "/admin");
  await subscribe(user, "/user");
  const there = await host.host();
  for (const _ of [1, 2])
    await there.database.tenant(id, (db) => mailFailed(db, "automation", there.clock()));
  await sendPushes(there);
  expect(["/owner", "/admin", "/user"].map((path) => deliveredTo(path).length)).toEqual([1, 1, 0]);
});

test.each([404, 410, 403])("stops contacting a service that answers %i", async (status) => {
  const { owner } = await host.shop();
  answers.set(`/gone${status}`, status);
  await subscribe(owner, `/gone${status}`);
  await push(owner);
  expect(await devicesOf(owner)).toEqual([]);
});

test("retries later, and delivers only once", async () => {
  const { owner } = await host.shop();
  answers.set("/away", 503);
  await subscribe(owner, "/away");
  await push(owner);
  expect(await devicesOf(owner)).toMatchObject([{ tries: 1, waiting: [{ tag: "1" }] }]);
  answers.delete("/away");
  const there = await host.host();
  await sendPushes({ ...there, clock: () => new Date(there.clock().getTime() + 120_000) });
  expect(deliveredTo("/away")).toHaveLength(2);
  expect(await devicesOf(owner)).toMatchObject([{ tries: 0, waiting: [], dueAt: null }]);
});

test("stops when the session ends or the person turns it off", async () => {
  const { owner, admin } = await host.shop();
  await subscribe(owner, "/left");
  await system((db) => db.delete(sessions).where(eq(sessions.userId, owner.id)));
  await push(owner);
  await subscribe(admin, "/ended");
  expect((await host.call("push.end", admin)).status).toBe(200);
  await push(admin);
  expect([...deliveredTo("/left"), ...deliveredTo("/ended"), ...(await devicesOf(owner))]).toEqual([]);
});

test("contacts only public https services with valid keys", async () => {
  const { owner } = await host.shop();
  const { p256dh, auth } = await subscribe(owner, "/inner").then(() => browserKeys());
  const there = await host.host();
  const strict = { ...there, providers: { ...there.providers, allowPrivateHosts: false } };
  await there.database.tenant(owner.organizationId, (db) =>
    queuePush(db, { userId: owner.id }, news, there.clock()),
  );
  await sendPushes(strict);
  expect(deliveredTo("/inner")).toEqual([]);
  for (const body of [
    { endpoint: "ftp://push.example.com/", p256dh, auth },
    { endpoint: "https://a:b@push.example.com/", p256dh, auth },
    { endpoint: "https://push.example.com/", p256dh: "B", auth },
    { endpoint: "https://push.example.com/", p256dh, auth: "x" },
  ])
    expect([body, (await host.call("push.start", owner, { body })).status]).toEqual([body, 400]);
});

test("encrypts the example of RFC 8291", () => {
  const p256dh = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
  const own = {
    salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"),
    privateKey: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
  };
  const text = "When I grow up, I want to be a watermelon";
  expect(encrypt(text, { p256dh, auth: "BTBZMqHH6r4Tts7J_aSIgg" }, own).toString("base64url")).toBe(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  );
});
