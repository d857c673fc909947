import { sql } from "drizzle-orm";
import { confirmIdentity, withApp } from "#server/testing/factors.ts";
import { HOST_URL, type Person, testHost, WEB_URL } from "#server/testing/host.ts";
import { softwareAuthenticator } from "#server/testing/software-authenticator.ts";
import { passkeyHost } from "./passkeys.ts";

const clock = { now: Date.parse("2026-11-23T12:00:00Z") };
const host = testHost({ clock: () => new Date(clock.now) });
const PASSWORD = "Sapphire-7";

type Asked = { challenge: string; userId: string; known: string[] };
type Device = ReturnType<typeof softwareAuthenticator>;

async function member(role: "OWNER" | "ADMIN" | "USER" = "USER", shop?: string): Promise<Person> {
  const person = await host.person(shop ?? (await host.shop()).id, role, PASSWORD);
  await confirmIdentity(host, person, { password: PASSWORD });
  return person;
}
const options = async (person: Person) => (await host.call("factors.passkeyOptions", person)).body as Asked;
async function add(person: Person, device: Device) {
  const body = { passkey: device.create(await options(person)), name: "Phone" };
  return host.call("factors.addPasskey", person, { body });
}
const requestOptions = async () =>
  (await host.call("auth.passkeyOptions", null)).body as { challenge: string };
const enter = (passkey: object) => host.call("auth.passkey", null, { body: { passkey } });
const login = ({ email }: Person) => host.call("auth.login", null, { body: { email, password: PASSWORD } });

async function withPasskey() {
  const [person, device] = [await member(), softwareAuthenticator(WEB_URL)];
  const added = await add(person, device);
  expect(added.status).toBe(200);
  return { person, device, codes: (added.body as { codes: string[] }).codes };
}

test("signs in with a passkey, not the password alone", async () => {
  const { person, device, codes } = await withPasskey();
  expect(codes).toHaveLength(10);
  const signedIn = await enter(device.get(await requestOptions()));
  expect(signedIn).toMatchObject({ status: 200, body: { email: person.email } });
  const { token } = signedIn.body as { token: string };
  expect((await host.call("users.me", { ...person, token })).status).toBe(200);
  const answer = await login(person);
  expect(answer).toMatchObject({ status: 409, body: { step: { ways: ["passkey"] } } });
  const { ticket } = (answer.body as { step: { ticket: string } }).step;
  const recovered = { ticket, code: codes[0] };
  expect((await host.call("auth.secondStep", null, { body: recovered })).status).toBe(200);
});

test("accepts an answer once and within five minutes", async () => {
  const { device } = await withPasskey();
  const passkey = device.get(await requestOptions());
  const answers = await Promise.all([enter(passkey), enter(passkey)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect((await enter(passkey)).status).toBe(400);
  const late = device.get(await requestOptions());
  clock.now += 5 * 60_000 + 1;
  expect((await enter(late)).status).toBe(400);
});

test("rejects another challenge, site, key, person or counter", async () => {
  const { person, device } = await withPasskey();
  const other = await withPasskey();
  const right = device.get(await requestOptions());
  const made = await options(person);
  const theirs = other.device.get(await requestOptions()).response.userHandle;
  const stranger = softwareAuthenticator(WEB_URL);
  stranger.create(made);
  const wrong = [
    device.get({ challenge: "made-up" }),
    device.get(made),
    { ...right, response: { ...right.response, userHandle: theirs } },
    { ...right, response: { ...right.response, userHandle: "" } },
    { ...right, response: { ...right.response, signature: right.response.authenticatorData } },
    { ...stranger.get(await requestOptions()), id: right.id, rawId: right.id },
  ];
  for (const passkey of wrong) expect((await enter(passkey)).status).toBe(400);
  expect((await enter(right)).status).toBe(200);
  const elsewhere = [softwareAuthenticator(HOST_URL), softwareAuthenticator(WEB_URL, { isVerified: false })];
  for (const wrongDevice of elsewhere) expect((await add(person, wrongDevice)).status).toBe(400);
  await (await host.database()).system((db) => db.execute(sql`update passkeys set counter = 1000`));
  expect((await enter(device.get(await requestOptions()))).status).toBe(400);
});

test("registers a new passkey only once, for its person", async () => {
  const [person, other] = [await member(), await member()];
  const device = softwareAuthenticator(WEB_URL);
  const body = { passkey: device.create(await options(person)), name: "Phone" };
  expect((await host.call("factors.addPasskey", other, { body })).status).toBe(400);
  expect((await host.call("factors.addPasskey", person, { body })).status).toBe(200);
  expect((await host.call("factors.addPasskey", person, { body })).status).toBe(400);
  expect((await options(person)).known).toEqual([body.passkey.id]);
});

test("refuses an authenticator's key that another person has", async () => {
  const { person, device } = await withPasskey();
  const others = [await member("USER", person.organizationId), await member()];
  for (const other of others) {
    const before = await login(other);
    expect(await add(other, device)).toMatchObject({ status: 409 });
    expect((await login(other)).status).toBe(before.status);
  }
  device.create(await options(person));
  expect((await enter(device.get(await requestOptions()))).status).toBe(200);
});

test("confirms its owner's identity, but not a colleague's", async () => {
  const [{ person, device }, other] = [await withPasskey(), await withPasskey()];
  const confirm = async (who: Person) =>
    (await host.call("factors.confirm", who, { body: { passkey: device.get(await requestOptions()) } }))
      .status;
  await (await host.database()).system((db) => db.execute(sql`delete from confirmations`));
  const keys = (await host.call("factors.get", person)).body as { passkeys: { id: string }[] };
  const remove = () =>
    host.call("factors.removePasskey", person, { params: { id: keys.passkeys[0]?.id ?? "" } });
  expect((await remove()).status).toBe(403);
  expect(await confirm(other.person)).toBe(400);
  expect(await confirm(person)).toBe(200);
  expect((await remove()).status).toBe(200);
  expect((await login(person)).status).toBe(200);
});

test("needs a domain with https, or localhost", () => {
  const hostFor = (webUrl: string) => passkeyHost({ webUrl });
  expect(hostFor("https://crm.example.com:8443")).toBe("crm.example.com");
  expect(hostFor("http://localhost:3000")).toBe("localhost");
  for (const url of ["http://crm.example.com", "http://127.0.0.1:3000", "https://10.0.0.7", "https://[::1]"])
    expect(hostFor(url)).toBeNull();
});

describe("a store", () => {
  const reset = (who: Person, id: string) => host.call("factors.reset", who, { body: { id } });
  const require = (who: Person, isRequired = true) =>
    host.call("factors.setRequired", who, { body: { isRequired } });

  test("an owner with a second step can require them", async () => {
    const { id } = await host.shop();
    const [owner, admin, colleague] = [
      await member("OWNER", id),
      await member("ADMIN", id),
      await member("USER", id),
    ];
    expect((await require(colleague)).status).toBe(403);
    expect((await require(admin)).status).toBe(403);
    expect((await require(owner)).status).toBe(409);
    expect((await add(owner, softwareAuthenticator(WEB_URL))).status).toBe(200);
    expect((await require(owner)).status).toBe(200);
    expect(await login(colleague)).toMatchObject({ status: 409, body: { step: { ways: ["setUp"] } } });
    expect((await host.call("users.me", colleague)).status).toBe(200);
    const mine = (await host.call("factors.get", owner)).body as { passkeys: { id: string }[] };
    const last = { params: { id: mine.passkeys[0]?.id ?? "" } };
    expect((await host.call("factors.removePasskey", owner, last)).status).toBe(409);
    expect((await require(owner, false)).status).toBe(200);
    expect((await login(colleague)).status).toBe(200);
    expect((await host.call("factors.removePasskey", owner, last)).status).toBe(200);
  });

  test("managers reset colleagues' second steps, not the owner's", async () => {
    const { id } = await host.shop();
    const [owner, admin, colleague] = [
      await member("OWNER", id),
      await member("ADMIN", id),
      await member("USER", id),
    ];
    await withApp(host, colleague, PASSWORD, clock);
    const stranger = await member();
    expect((await reset(colleague, admin.id)).status).toBe(403);
    expect((await reset(admin, owner.id)).status).toBe(403);
    expect((await reset(admin, admin.id)).status).toBe(403);
    expect((await reset(owner, stranger.id)).status).toBe(404);
    await (await host.database()).system((db) =>
      db.execute(sql`delete from confirmations where user_id = ${admin.id}`),
    );
    expect((await reset(admin, colleague.id)).status).toBe(403);
    await confirmIdentity(host, admin, { password: PASSWORD });
    expect((await login(colleague)).status).toBe(409);
    expect((await reset(admin, colleague.id)).status).toBe(200);
    expect((await host.call("users.me", colleague)).status).toBe(401);
    const { token } = (await login(colleague)).body as { token: string };
    const me = (await host.call("users.me", { ...colleague, token })).body;
    expect(me).toMatchObject({ incidents: [{ kind: "secondStep" }] });
  });
});
