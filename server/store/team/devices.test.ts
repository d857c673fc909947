import { eq } from "drizzle-orm";
import type { Answer } from "#lib/contract/contract.ts";
import { browserOf } from "#server/platform/auth/session.ts";
import { knownDevices } from "#server/platform/db/schema-auth.ts";
import { type Person, testHost } from "#server/testing/host.ts";

const host = testHost();
const PASSWORD = "Moonstone-77";
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:153.0) Gecko/20100101 Firefox/153.0";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1";

async function signIn(person: Person, userAgent: string, address: string, device?: string) {
  const { status, body } = await host.send("POST", "/authentication/login", {
    headers: { "content-type": "application/json", "user-agent": userAgent },
    body: JSON.stringify({ email: person.email, password: PASSWORD, device }),
    address,
  });
  expect(status).toBe(200);
  const { token, device: known } = body as Answer<"auth.login">;
  return { ...person, token, device: known };
}

const list = async (person: Person) =>
  (await host.call("devices.list", person)).body as Answer<"devices.list">;
const isIn = async (person: Person) => (await host.call("users.me", person)).status === 200;

async function someone() {
  const { id } = await host.shop();
  return host.person(id, "USER", PASSWORD);
}

test("lists the person's own sessions, the current one first", async () => {
  const [person, other] = [await someone(), await someone()];
  const desk = await signIn(person, FIREFOX, "203.0.113.7");
  const phone = await signIn(person, IPHONE, "2001:db8::1");
  await signIn(other, FIREFOX, "203.0.113.7");
  const [first, ...rest] = await list(desk);
  expect(first).toMatchObject({ browser: "Firefox on Windows", address: "203.0.113.7", isThis: true });
  expect(rest).toMatchObject([
    { browser: "Safari on iPhone", isThis: false },
    { browser: "", address: "", isThis: false },
  ]);
  expect((await list(phone))[0]).toMatchObject({ browser: "Safari on iPhone", isThis: true });
});

test("ends a remote session at once and forgets its browser", async () => {
  const person = await someone();
  const desk = await signIn(person, FIREFOX, "203.0.113.7");
  const phone = await signIn(person, IPHONE, "203.0.113.8");
  expect(await isIn(phone)).toBe(true);
  const theirs = (await list(desk)).find(({ browser }) => browser === "Safari on iPhone");
  const params = { id: theirs?.id ?? "" };
  expect((await host.call("devices.end", await someone(), { params })).status).toBe(404);
  expect(await isIn(phone)).toBe(true);
  expect((await host.call("devices.end", desk, { params })).status).toBe(200);
  expect([await isIn(phone), await isIn(desk)]).toEqual([false, true]);
  expect((await host.call("devices.end", desk, { params })).status).toBe(404);
  const known = await (await host.database()).system((db) =>
    db.select().from(knownDevices).where(eq(knownDevices.userId, person.id)),
  );
  expect(known).toHaveLength(1);
});

test("ending all others keeps the current session", async () => {
  const person = await someone();
  const desk = await signIn(person, FIREFOX, "203.0.113.7");
  const again = await signIn(person, FIREFOX, "203.0.113.7", desk.device);
  const phone = await signIn(person, IPHONE, "203.0.113.8");
  expect((await host.call("devices.endOthers", again)).status).toBe(200);
  expect([await isIn(person), await isIn(desk), await isIn(phone)]).toEqual([false, false, false]);
  expect(await list(again)).toHaveLength(1);
  const known = await (await host.database()).system((db) =>
    db.select().from(knownDevices).where(eq(knownDevices.userId, person.id)),
  );
  expect(known).toHaveLength(1);
});

test.each([
  [FIREFOX, "Firefox on Windows"],
  [IPHONE, "Safari on iPhone"],
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0",
    "Edge on Linux",
  ],
  [
    "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36",
    "Chrome on Android",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15",
    "Safari on Mac",
  ],
  ["curl/8.9", ""],
  ["Visit http://evil.example Firefox/1 <b>", "Firefox"],
  ["x".repeat(100_000), ""],
])("%#: recognizes the browser from its User-Agent", (userAgent, expected) => {
  expect(browserOf(userAgent)).toBe(expected);
});
