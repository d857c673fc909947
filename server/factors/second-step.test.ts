import { sql } from "drizzle-orm";
import { commands } from "#server/cli/commands.ts";
import { organizations } from "#server/db/schema.ts";
import { authenticatorApps } from "#server/db/schema-factors.ts";
import { confirmedWith, type Factored, withApp } from "#server/testing/factors.ts";
import { type Person, testHost, WEB_URL } from "#server/testing/host.ts";
import { codeOf, stepAt } from "./codes.ts";

const clock = { now: Date.parse("2026-11-23T12:00:00Z") };
const host = testHost({ clock: () => new Date(clock.now) });
const PASSWORD = "Sapphire-7";
const HALF_MINUTE = 30_000;

// Each test has half minutes of its own: no code is taken twice.
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
async function factored(): Promise<Factored> {
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

test("a right password of somebody with an app opens nothing by itself, and its code signs in", async () => {
  const { person, secret } = await factored();
  const before = await sessionsOf(person);
  const answer = await login(person);
  expect(answer).toMatchObject({ status: 409, body: { message: "A second step is needed to sign in" } });
  const { step } = answer.body as Step;
  expect(step.ways).toEqual(["app"]);
  expect(answer.body).not.toHaveProperty("token");
  expect(await sessionsOf(person)).toBe(before);
  // What the step is asked with is no bearer.
  expect((await host.call("users.me", { ...person, token: step.ticket })).status).toBe(401);

  const signedIn = await second(step.ticket, present(secret));
  expect(signedIn).toMatchObject({
    status: 200,
    body: { email: person.email, isEmailIntegrationComplete: true },
  });
  const { token } = signedIn.body as { token: string };
  expect((await host.call("users.me", { ...person, token })).status).toBe(200);
});

test("a wrong password says nothing of a second step", async () => {
  const { person } = await factored();
  const answer = await host.call("auth.login", null, {
    body: { email: person.email, password: "Sapphire-8" },
  });
  expect(answer).toMatchObject({ status: 401, body: { message: "Incorrect email or password" } });
});

test("no code is taken twice, at no door, nor one older than the last", async () => {
  const { person, secret } = await factored();
  const [code, older] = [present(secret), present(secret, -1)];
  expect((await second((await stepOf(person)).ticket, code)).status).toBe(200);
  const { ticket } = await stepOf(person);
  expect(await second(ticket, code)).toMatchObject({ status: 400, body: { message: /used already/ } });
  expect((await second(ticket, older)).status).toBe(400);
  const again = { body: { password: PASSWORD, code } };
  expect((await host.call("factors.confirm", person, again)).status).toBe(400);
  expect((await second(ticket, present(secret, 1))).status).toBe(200);
});

test("of two who send one code at once, one signs in", async () => {
  const { person, secret } = await factored();
  const tickets = [await stepOf(person), await stepOf(person)];
  const answers = await Promise.all(tickets.map(({ ticket }) => second(ticket, present(secret))));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test("of two who send one ticket at once, one signs in, and it is over then", async () => {
  const { person, codes } = await factored();
  const { ticket } = await stepOf(person);
  const answers = await Promise.all(codes.slice(0, 2).map((code) => second(ticket, code)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
  expect((await second(ticket, codes[2] ?? "")).status).toBe(410);
  // Whoever was too late has used up no code.
  expect((await host.call("factors.get", person)).body).toMatchObject({ codes: 9 });
});

test("a code of an hour ago, of a minute ahead and of another person is none", async () => {
  const [{ person, secret }, other] = [await factored(), await factored()];
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
      body: { message: "That code is not right" },
    });
});

test("a recovery code signs in once, however it is typed", async () => {
  const { person, codes } = await factored();
  const [code = ""] = codes;
  const typed = ` ${code.toUpperCase().replaceAll("-", " ").replaceAll("O", "0")} `;
  expect((await second((await stepOf(person)).ticket, typed)).status).toBe(200);
  expect((await second((await stepOf(person)).ticket, code)).status).toBe(400);
});

test("a ticket ends with the password that it came of", async () => {
  const { person, secret } = await factored();
  const { ticket } = await stepOf(person);
  const body = { currentPassword: PASSWORD, newPassword: "Moonstone-77", confirmPassword: "Moonstone-77" };
  expect((await host.call("users.changePassword", person, { body })).status).toBe(200);
  expect((await second(ticket, present(secret))).status).toBe(410);
});

describe("guesses", () => {
  test("the 11th wrong code from one place waits, and the 21st from everywhere; a known browser does not", async () => {
    const { person, secret } = await factored();
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

  test("after a hundred wrong codes strangers need a recovery code", async () => {
    const { person, secret, codes } = await factored();
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

  test("the 11th try to show who one is waits, too", async () => {
    const person = await member();
    const wrong = { body: { password: "Sapphire-8" } };
    for (let i = 0; i < 10; i++) expect((await host.call("factors.confirm", person, wrong)).status).toBe(400);
    const right = { body: { password: PASSWORD } };
    expect((await host.call("factors.confirm", person, right)).status).toBe(429);
  });
});

describe("changes", () => {
  test("want that who is signed in showed who they are, in this session", async () => {
    const person = await member();
    const names = ["factors.startApp", "factors.removeApp", "factors.renewCodes"] as const;
    for (const name of names) expect((await host.call(name, person)).status).toBe(403);
    await confirmedWith(host, person, { password: PASSWORD });
    expect((await host.call("factors.startApp", person)).status).toBe(200);
    const elsewhere = (await login(person)).body as { token: string };
    expect((await host.call("factors.startApp", { ...person, token: elsewhere.token })).status).toBe(403);
    await (await host.database()).system((db) =>
      db.execute(sql`update confirmations set until = now() where user_id = ${person.id}`),
    );
    expect((await host.call("factors.startApp", person)).status).toBe(403);
  });

  test("want a code too of whoever has an app", async () => {
    const { person, secret } = await factored();
    const database = await host.database();
    await database.system((db) => db.execute(sql`delete from confirmations where user_id = ${person.id}`));
    const without = { body: { password: PASSWORD } };
    expect((await host.call("factors.confirm", person, without)).status).toBe(400);
    expect((await host.call("factors.removeApp", person)).status).toBe(403);
    await confirmedWith(host, person, { password: PASSWORD, code: present(secret) });
    expect((await host.call("factors.removeApp", person)).status).toBe(200);
    expect((await host.call("factors.get", person)).body).toMatchObject({ appSince: null, codes: 0 });
    expect((await login(person)).status).toBe(200);
  });

  test("another app takes the place of the one before, with codes of its own", async () => {
    const { person, secret, codes } = await factored();
    const begun = (await host.call("factors.startApp", person)).body as { secret: string; setUp: string };
    const body = { setUp: begun.setUp, code: present(begun.secret) };
    expect((await host.call("factors.finishApp", person, { body })).status).toBe(200);
    clock.now += 2 * HALF_MINUTE;
    const { ticket } = await stepOf(person);
    for (const code of [present(secret), codes[0] ?? ""])
      expect((await second(ticket, code)).status).toBe(400);
    expect((await second(ticket, present(begun.secret))).status).toBe(200);
  });

  test("what is set up is nobody else's, and not good for ever", async () => {
    const [person, other] = [await member(), await member()];
    for (const one of [person, other]) await confirmedWith(host, one, { password: PASSWORD });
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

test("nothing that lets in is stored as it is", async () => {
  const { secret, codes } = await factored();
  const { rows } = await (await host.database()).system((db) =>
    db.execute(
      sql`select a::text as row from authenticator_apps a union all select c::text from recovery_codes c`,
    ),
  );
  const stored = JSON.stringify(rows).toLowerCase();
  for (const said of [secret, ...codes, ...codes.map((code) => code.replaceAll("-", ""))])
    expect(stored).not.toContain(said.toLowerCase());
});

test("a store that wants a second step lets nobody in without one, and shows how to get it", async () => {
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
  // Whoever has one sets up no other at the door.
  const next = await stepOf(person);
  expect(next.ways).toEqual(["app"]);
  expect((await host.call("auth.startSecondStep", null, { body: { ticket: next.ticket } })).status).toBe(409);
  expect((await second(next.ticket, present(secret, 1), { setUp })).status).toBe(409);
  expect((await second(next.ticket, present(secret))).status).toBe(200);
});

test("an owner who has lost everything is let in by the machine's user alone", async () => {
  const owner = await member("OWNER");
  const colleague = (
    await withApp(host, await host.person(owner.organizationId, "USER", PASSWORD), PASSWORD, clock)
  ).person;
  await withApp(host, owner, PASSWORD, clock);
  const on = { database: await host.database(), webUrl: WEB_URL, isPublic: true, dataDir: "" };
  await expect(commands.secondStep(on, { email: "nobody@example.com" })).rejects.toThrow(
    "Nobody signs in as",
  );
  expect(await commands.secondStep(on, { email: owner.email.toUpperCase() })).toContain(
    "signed out everywhere",
  );
  expect(await sessionsOf(owner)).toBe(0);
  expect((await login(owner)).status).toBe(200);
  expect((await login(colleague)).status).toBe(409);
});
