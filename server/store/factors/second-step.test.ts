import { sql } from "drizzle-orm";
import { commands } from "#server/cli/commands.ts";
import { organizations } from "#server/platform/db/schema.ts";
import { authenticatorApps } from "#server/platform/db/schema-auth.ts";
import { confirmIdentity, type Factored, withApp } from "#server/testing/factors.ts";
import { type Person, testHost, WEB_URL } from "#server/testing/host.ts";
import { codeOf, stepAt } from "./codes.ts";

const clock = { now: Date.parse("2026-11-23T12:00:00Z") };
const host = testHost({ clock: () => new Date(clock.now) });
const PASSWORD = "Sapphire-7";
const HALF_MINUTE = 30_000;

// Start each test at a new time, because no code works twice.
beforeEach(() => {
  clock.now += 100 * HALF_MINUTE;
});

type Step = { step: { ticket: string; ways: string[] }; message: string };

const login = ({ email }: Person, more: object = {}) =>
  host.call("auth.login", null, { body: { email, password: PASSWORD, ...more } });
const stepOf = async (person: Person, more?: object) => {
  const answer = await login(person, more);
  expect(answer.status).toBe(409);
  return (answer.body as Step).step;
};
const second = (ticket: string, code: string, more: object = {}) =>
  host.call("auth.secondStep", null, { body: { ticket, code, ...more } });
const present = (secret: string, ahead = 0) => codeOf(secret, stepAt(new Date(clock.now)) + ahead);

async function member(role: "OWNER" | "USER" = "USER"): Promise<Person> {
  const shop = await host.shop();
  return host.person(shop.id, role, PASSWORD);
}
async function withAppMember(): Promise<Factored> {
  const made = await withApp(host, await member(), PASSWORD, clock);
  clock.now += 2 * HALF_MINUTE;
  return made;
}
const sessionsOf = async ({ id }: Person) => {
  const { rows } = await (await host.database()).system((db) =>
    db.execute(sql`select count(*)::int as count from sessions where user_id = ${id}`),
  );
  return rows[0]?.count;
};

test("asks a person with an app for a code", async () => {
  const { person, secret } = await withAppMember();
  const before = await sessionsOf(person);
  const answer = await login(person);
  expect(answer).toMatchObject({ status: 409, body: { message: "A second step is needed to sign in" } });
  const { step } = answer.body as Step;
  expect(step.ways).toEqual(["app"]);
  expect(answer.body).not.toHaveProperty("token");
  expect(await sessionsOf(person)).toBe(before);
  expect((await host.call("users.me", { ...person, token: step.ticket })).status).toBe(401);

  const signedIn = await second(step.ticket, present(secret));
  expect(signedIn).toMatchObject({
    status: 200,
    body: { email: person.email, isEmailIntegrationComplete: true },
  });
  const { token } = signedIn.body as { token: string };
  expect((await host.call("users.me", { ...person, token })).status).toBe(200);
});

test("doesn't mention a second step after a wrong password", async () => {
  const { person } = await withAppMember();
  const answer = await host.call("auth.login", null, {
    body: { email: person.email, password: "Sapphire-8" },
  });
  expect(answer).toMatchObject({ status: 401, body: { message: "Incorrect email or password" } });
});

test("accepts each code only once, and no older code", async () => {
  const { person, secret } = await withAppMember();
  const [code, older] = [present(secret), present(secret, -1)];
  expect((await second((await stepOf(person)).ticket, code)).status).toBe(200);
  const { ticket } = await stepOf(person);
  expect(await second(ticket, code)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("already used") },
  });
  expect((await second(ticket, older)).status).toBe(400);
  const again = { body: { password: PASSWORD, code } };
  expect((await host.call("factors.confirm", person, again)).status).toBe(400);
  expect((await second(ticket, present(secret, 1))).status).toBe(200);
});

test("accepts one of two parallel requests with a code", async () => {
  const { person, secret } = await withAppMember();
  const tickets = [await stepOf(person), await stepOf(person)];
  const answers = await Promise.all(tickets.map(({ ticket }) => second(ticket, present(secret))));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test("accepts one of two parallel requests with a ticket", async () => {
  const { person, codes } = await withAppMember();
  const { ticket } = await stepOf(person);
  const answers = await Promise.all(codes.slice(0, 2).map((code) => second(ticket, code)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
  expect((await second(ticket, codes[2] ?? "")).status).toBe(410);
  expect((await host.call("factors.get", person)).body).toMatchObject({ codes: 9 });
});

test("rejects old, early and other people's codes", async () => {
  const [{ person, secret }, other] = [await withAppMember(), await withAppMember()];
  const { ticket } = await stepOf(person);
  for (const code of [
    present(secret, -120),
    present(secret, 2),
    present(other.secret),
    other.codes[0] ?? "",
    "x",
  ])
    expect(await second(ticket, code)).toMatchObject({
      status: 400,
      body: { message: "That code is incorrect" },
    });
});

test("accepts a recovery code once, however it is typed", async () => {
  const { person, codes } = await withAppMember();
  const [code = ""] = codes;
  const typed = ` ${code.toUpperCase().replaceAll("-", " ").replaceAll("O", "0")} `;
  expect((await second((await stepOf(person)).ticket, typed)).status).toBe(200);
  expect((await second((await stepOf(person)).ticket, code)).status).toBe(400);
});

test("invalidates a ticket when the password changes", async () => {
  const { person, secret } = await withAppMember();
  const { ticket } = await stepOf(person);
  const body = { currentPassword: PASSWORD, newPassword: "Moonstone-77", confirmPassword: "Moonstone-77" };
  expect((await host.call("users.changePassword", person, { body })).status).toBe(200);
  expect((await second(ticket, present(secret))).status).toBe(410);
});

describe("guesses", () => {
  test("are limited per place and account", async () => {
    const { person, secret } = await withAppMember();
    const signedIn = await second((await stepOf(person)).ticket, present(secret));
    const { device } = signedIn.body as { device: string };
    clock.now += 2 * HALF_MINUTE;
    const { ticket } = await stepOf(person);
    const from = (address: string, code = "000000") =>
      host.send("POST", "/authentication/secondStep", {
        address,
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ticket, code }),
      });
    for (const address of ["203.0.113.1", "203.0.113.2"]) {
      for (let i = 0; i < 10; i++) expect((await from(address)).status).toBe(400);
      expect((await from(address)).status).toBe(429);
    }
    expect((await from("203.0.113.3", present(secret))).status).toBe(429);
    expect((await second(ticket, present(secret), { device })).status).toBe(200);
    const me = (await host.call("users.me", person)).body as { incidents: { text: string }[] };
    expect(me.incidents).toMatchObject([{ kind: "secondStep", text: expect.stringContaining("password") }]);
  });

  test("lock out strangers after 100 wrong codes", async () => {
    const { person, secret, codes } = await withAppMember();
    await (await host.database()).system((db) =>
      db.update(authenticatorApps).set({ failures: 100 }).where(sql`user_id = ${person.id}`),
    );
    const { ticket } = await stepOf(person);
    expect(await second(ticket, present(secret))).toMatchObject({
      status: 400,
      body: { message: /recovery code/ },
    });
    expect((await second(ticket, codes[0] ?? "")).status).toBe(200);
    expect((await second((await stepOf(person)).ticket, present(secret))).status).toBe(200);
  });

  test("are limited when confirming one's identity", async () => {
    const person = await member();
    const wrong = { body: { password: "Sapphire-8" } };
    for (let i = 0; i < 10; i++) expect((await host.call("factors.confirm", person, wrong)).status).toBe(400);
    const right = { body: { password: PASSWORD } };
    expect((await host.call("factors.confirm", person, right)).status).toBe(429);
  });
});

describe("changes", () => {
  test("require a recent confirmation in the same session", async () => {
    const person = await member();
    const names = ["factors.startApp", "factors.removeApp", "factors.renewCodes"] as const;
    for (const name of names) expect((await host.call(name, person)).status).toBe(403);
    await confirmIdentity(host, person, { password: PASSWORD });
    expect((await host.call("factors.startApp", person)).status).toBe(200);
    const elsewhere = (await login(person)).body as { token: string };
    expect((await host.call("factors.startApp", { ...person, token: elsewhere.token })).status).toBe(403);
    await (await host.database()).system((db) =>
      db.execute(sql`update confirmations set until = now() where user_id = ${person.id}`),
    );
    expect((await host.call("factors.startApp", person)).status).toBe(403);
  });

  test("require a code as well if the person has an app", async () => {
    const { person, secret } = await withAppMember();
    const database = await host.database();
    await database.system((db) => db.execute(sql`delete from confirmations where user_id = ${person.id}`));
    const without = { body: { password: PASSWORD } };
    expect((await host.call("factors.confirm", person, without)).status).toBe(400);
    expect((await host.call("factors.removeApp", person)).status).toBe(403);
    await confirmIdentity(host, person, { password: PASSWORD, code: present(secret) });
    expect((await host.call("factors.removeApp", person)).status).toBe(200);
    expect((await host.call("factors.get", person)).body).toMatchObject({ appSince: null, codes: 0 });
    expect((await login(person)).status).toBe(200);
  });

  test("replace the previous app and its recovery codes", async () => {
    const { person, secret, codes } = await withAppMember();
    const begun = (await host.call("factors.startApp", person)).body as { secret: string; setUp: string };
    const body = { setUp: begun.setUp, code: present(begun.secret) };
    expect((await host.call("factors.finishApp", person, { body })).status).toBe(200);
    clock.now += 2 * HALF_MINUTE;
    const { ticket } = await stepOf(person);
    for (const code of [present(secret), codes[0] ?? ""])
      expect((await second(ticket, code)).status).toBe(400);
    expect((await second(ticket, present(begun.secret))).status).toBe(200);
  });

  test("accept a set-up from its own person in time", async () => {
    const [person, other] = [await member(), await member()];
    for (const one of [person, other]) await confirmIdentity(host, one, { password: PASSWORD });
    const { secret, setUp } = (await host.call("factors.startApp", person)).body as {
      secret: string;
      setUp: string;
    };
    const finish = (who: Person) =>
      host.call("factors.finishApp", who, { body: { setUp, code: present(secret) } });
    expect((await finish(other)).status).toBe(409);
    clock.now += 61 * 60_000;
    expect((await finish(person)).status).toBe(409);
  });
});

test("stores secrets and codes only encrypted or hashed", async () => {
  const { secret, codes } = await withAppMember();
  const { rows } = await (await host.database()).system((db) =>
    db.execute(
      sql`select a::text as row from authenticator_apps a union all select c::text from recovery_codes c`,
    ),
  );
  const stored = JSON.stringify(rows).toLowerCase();
  for (const said of [secret, ...codes, ...codes.map((code) => code.replaceAll("-", ""))])
    expect(stored).not.toContain(said.toLowerCase());
});

test("can be required by a store", async () => {
  const person = await member();
  const database = await host.database();
  await database.system((db) =>
    db.update(organizations).set({ needsSecondStep: true }).where(sql`id = ${person.organizationId}`),
  );
  const { ticket, ways } = await stepOf(person);
  expect(ways).toEqual(["setUp"]);
  expect((await second(ticket, "000000")).status).toBe(400);
  const begun = await host.call("auth.startSecondStep", null, { body: { ticket } });
  const { secret, setUp } = begun.body as { secret: string; setUp: string };
  expect((await second(ticket, "000000", { setUp })).status).toBe(400);
  expect((await second(ticket, present(secret), { setUp })).status).toBe(200);
  clock.now += 2 * HALF_MINUTE;
  const next = await stepOf(person);
  expect(next.ways).toEqual(["app"]);
  expect((await host.call("auth.startSecondStep", null, { body: { ticket: next.ticket } })).status).toBe(409);
  expect((await second(next.ticket, present(secret, 1), { setUp })).status).toBe(409);
  expect((await second(next.ticket, present(secret))).status).toBe(200);
});

test("a server command lets a locked-out owner in", async () => {
  const owner = await member("OWNER");
  const colleague = (
    await withApp(host, await host.person(owner.organizationId, "USER", PASSWORD), PASSWORD, clock)
  ).person;
  await withApp(host, owner, PASSWORD, clock);
  const on = { database: await host.database(), webUrl: WEB_URL, isPublic: true, dataDir: "" };
  await expect(commands.secondStep(on, { email: "nobody@example.com" })).rejects.toThrow(
    "There is no account for",
  );
  expect(await commands.secondStep(on, { email: owner.email.toUpperCase() })).toContain(
    "signed out everywhere",
  );
  expect(await sessionsOf(owner)).toBe(0);
  expect((await login(owner)).status).toBe(200);
  expect((await login(colleague)).status).toBe(409);
});
