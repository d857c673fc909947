import { sql } from "drizzle-orm";
import { type Person, testHost } from "#server/testing/host.ts";

const host = testHost();
const PASSWORD = "Sapphire-7";

const login = (email: string, password: string, headers: Record<string, string> = {}) =>
  host.send("POST", "/authentication/login", {
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ email, password }),
  });

async function member(): Promise<Person> {
  const shop = await host.shop();
  return host.person(shop.id, "USER", PASSWORD);
}

const signedIn = async (token: string) =>
  (await host.send("GET", "/users/me", { headers: { authorization: `Bearer ${token}` } })).status === 200;

test("returns a bearer token, ignoring the email's case", async () => {
  const person = await member();
  const answer = await login(person.email.toUpperCase(), PASSWORD);
  expect(answer).toMatchObject({
    status: 200,
    body: { organizationId: person.organizationId, email: person.email, isEmailIntegrationComplete: true },
  });
  expect(await signedIn((answer.body as { token: string }).token)).toBe(true);
});

test("wrong passwords, unknown emails and pending accounts look alike", async () => {
  const { email } = await member();
  const shop = await host.shop();
  const pending = await host.person(shop.id, "USER", null);
  const refused = { status: 401, body: { status: 401, message: "Incorrect email or password" } };
  expect(await login(email, "Sapphire-8")).toMatchObject(refused);
  expect(await login("nobody@example.com", PASSWORD)).toMatchObject(refused);
  expect(await login(pending.email, PASSWORD)).toMatchObject(refused);
});

test("stores a token's hash, and rejects it after expiry", async () => {
  const { token } = await member();
  const database = await host.database();
  const stored = await database.system((db) => db.execute("select * from sessions"));
  expect(JSON.stringify(stored.rows)).not.toContain(token);
  const hash = sql`sha256(${Buffer.from(token)})`;
  await database.system((db) =>
    db.execute(sql`update sessions set expires_at = now() where token_hash = ${hash}`),
  );
  expect(await signedIn(token)).toBe(false);
});

test("sign-out ends only the current session", async () => {
  const person = await member();
  const other = (await login(person.email, PASSWORD)).body as { token: string };
  expect((await host.call("auth.logout", person)).status).toBe(200);
  expect((await host.call("users.me", person)).status).toBe(401);
  expect(await signedIn(other.token)).toBe(true);
});

describe("consecutive failures", () => {
  const from = (address: string) => ({ "x-forwarded-for": address });
  const fail = async (times: number, email: string, address: string) => {
    const statuses = [];
    for (let i = 0; i < times; i++) statuses.push((await login(email, "wrong", from(address))).status);
    return statuses;
  };

  test("the 11th from one address gets 429 with Retry-After", async () => {
    const { email } = await member();
    expect(await fail(10, email, "203.0.113.1")).toEqual(Array(10).fill(401));
    const refused = await login(email, PASSWORD, from("203.0.113.1"));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(800);
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(900);
    expect((await login(email, PASSWORD, from("203.0.113.2"))).status).toBe(200);
    expect((await login((await member()).email, PASSWORD, from("203.0.113.1"))).status).toBe(200);
  });

  test("parallel guesses can't outrun the count", async () => {
    const { email } = await member();
    const answers = await Promise.all(
      Array.from({ length: 14 }, () => login(email, "wrong", from("203.0.113.3"))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array(10).fill(401),
      ...Array(4).fill(429),
    ]);
  });

  test("parallel successful sign-ins are never refused", async () => {
    const { email } = await member();
    const answers = await Promise.all(
      Array.from({ length: 14 }, () => login(email, PASSWORD, from("203.0.113.7"))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(14).fill(200));
  });

  test("a success resets the count", async () => {
    const { email } = await member();
    await fail(9, email, "203.0.113.4");
    expect((await login(email, PASSWORD, from("203.0.113.4"))).status).toBe(200);
    expect(await fail(10, email, "203.0.113.4")).toEqual(Array(10).fill(401));
  });

  test("a success clears its place's counts", async () => {
    const { email } = await member();
    const database = await host.database();
    const counts = async () => {
      const { rows } = await database.system((db) =>
        db.execute<{ door: string; count: number }>(sql`select door, count from attempts
          where who in ('203.0.113.41', encode(sha256(${Buffer.from(email)}), 'hex'))
            or who = encode(sha256(${Buffer.from(email)}), 'hex') || ' 203.0.113.41' order by door`),
      );
      return rows.map(({ door, count }) => `${door}: ${count}`);
    };
    await fail(3, email, "203.0.113.41");
    await fail(2, "somebody-else@example.com", "203.0.113.41");
    expect(await counts()).toEqual(["sign in: 3", "sign in from address: 5", "sign in to account: 3"]);
    expect((await login(email, PASSWORD, from("203.0.113.41"))).status).toBe(200);
    expect(await counts()).toEqual(["sign in from address: 2", "sign in to account: 0"]);
    await fail(14, email, "203.0.113.41");
    expect(await counts()).toEqual(["sign in: 10", "sign in from address: 12", "sign in to account: 10"]);
  });

  test("an unknown account is limited like a known one", async () => {
    expect(await fail(11, "no-one@example.com", "203.0.113.5")).toEqual([...Array(10).fill(401), 429]);
  });

  test("one address can't try 150 accounts, except from known browsers", async () => {
    const database = await host.database();
    const device = ((await login((await member()).email, PASSWORD)).body as { device: string }).device;
    expect(device).toMatch(/^[\w-]{43}$/);
    await database.system((db) =>
      db.execute(sql`insert into attempts (door, who, count)
        values ('sign in from address', '203.0.113.50', 99)`),
    );
    const { email } = await member();
    expect((await login(email, PASSWORD, from("203.0.113.50"))).status).toBe(200);
    expect(await fail(2, "a-hundredth@example.com", "203.0.113.50")).toEqual([401, 429]);
    expect((await login(email, PASSWORD, from("203.0.113.50"))).status).toBe(429);
    expect((await login(email, PASSWORD, from("203.0.113.51"))).status).toBe(200);
  });

  test("strangers can't lock out a known browser", async () => {
    const { email } = await member();
    const at = (device: string | null, password: string, address: string) =>
      host.send("POST", "/authentication/login", {
        headers: { "content-type": "application/json", "x-forwarded-for": address },
        body: JSON.stringify({ email, password, device }),
      });
    const { device } = (await at(null, PASSWORD, "203.0.113.60")).body as { device: string };
    const database = await host.database();
    const strangers = sql`insert into attempts (door, who, count)
      values ('sign in to account', encode(sha256(${Buffer.from(email)}), 'hex'), 100)
      on conflict (door, who) do update set count = 100`;
    await database.system((db) => db.execute(strangers));
    await fail(11, email, "203.0.113.60");
    expect((await at(null, PASSWORD, "203.0.113.60")).status).toBe(429);
    expect((await at("A".repeat(43), PASSWORD, "203.0.113.61")).status).toBe(429);
    expect((await at(device, PASSWORD, "203.0.113.60")).body).toMatchObject({ device });
    const guesses = [];
    for (let i = 0; i < 11; i++) guesses.push((await at(device, "wrong", "203.0.113.62")).status);
    expect(guesses).toEqual([...Array(10).fill(401), 429]);
    const other = await member();
    await fail(11, other.email, "203.0.113.63");
    const body = JSON.stringify({ email: other.email, password: PASSWORD, device });
    const headers = { "content-type": "application/json", "x-forwarded-for": "203.0.113.63" };
    expect((await host.send("POST", "/authentication/login", { headers, body })).status).toBe(429);
  });

  test("another store's account gives no extra guesses", async () => {
    const { email } = await member();
    const guest = await host.shop();
    const own = await host.person(guest.id, "USER", "Moonstone-7");
    const database = await host.database();
    await database.system((db) => db.execute(sql`update users set email = ${email} where id = ${own.id}`));
    const at = async (password: string, device: string | null = null) => {
      const headers = { "content-type": "application/json", ...from("203.0.113.70") };
      const body = JSON.stringify({ email, password, device });
      return host.send("POST", "/authentication/login", { headers, body });
    };
    expect(await fail(9, email, "203.0.113.70")).toEqual(Array(9).fill(401));
    const { device } = (await at("Moonstone-7")).body as { device: string };
    expect(device).toMatch(/^[\w-]{43}$/);
    expect((await at("wrong", device)).status).toBe(401);
    expect((await at("Moonstone-7")).status).toBe(429);
    expect((await at("wrong", device)).status).toBe(429);
    expect((await at("wrong")).status).toBe(429);
  });

  test("forgets browsers with the password or the person", async () => {
    const { email, ...person } = await member();
    const database = await host.database();
    const known = async () => {
      const { rows } = await database.system((db) =>
        db.execute(sql`select 1 from known_devices where user_id = ${person.id}`),
      );
      return rows.length;
    };
    const { token } = (await login(email, PASSWORD)).body as { token: string };
    expect(await known()).toBe(1);
    const body = { currentPassword: PASSWORD, newPassword: "Emerald-8!", confirmPassword: "Emerald-8!" };
    expect((await host.call("users.changePassword", { ...person, email, token }, { body })).status).toBe(200);
    expect(await known()).toBe(0);
    await login(email, "Emerald-8!");
    expect(await known()).toBe(1);
    const owner = await host.person(person.organizationId, "OWNER");
    expect(
      (await host.call("team.remove", owner, { params: { id: person.id }, body: { id: person.id } })).status,
    ).toBe(200);
    expect(await known()).toBe(0);
  });

  test("a crowd of strangers doesn't keep out known browsers", async () => {
    const { email } = await member();
    const { device } = (await login(email, PASSWORD)).body as { device: string };
    const crowd = Array.from({ length: 60 }, (_, i) =>
      login(`crowd-${i}@example.com`, "wrong", from(`198.18.0.${i}`)),
    );
    const headers = { "content-type": "application/json" };
    const known = host.send("POST", "/authentication/login", {
      headers,
      body: JSON.stringify({ email, password: PASSWORD, device }),
    });
    const answers = await Promise.all(crowd);
    const turned = answers.filter(({ status }) => status === 503);
    expect(turned.length).toBeGreaterThan(0);
    expect(turned.every(({ headers }) => Number(headers.get("retry-after")) > 0)).toBe(true);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 503]));
    expect((await known).status).toBe(200);
  });

  test("resets the count after 15 minutes", async () => {
    const { email } = await member();
    await fail(11, email, "203.0.113.6");
    const database = await host.database();
    const earlier = "update attempts set started_at = now() - interval '15 minutes 1 second'";
    await database.system((db) => db.execute(earlier));
    expect((await login(email, PASSWORD, from("203.0.113.6"))).status).toBe(200);
  });

  test("100 failures block the account for every unknown browser", async () => {
    const { email } = await member();
    await login(email, "wrong", from("203.0.113.7"));
    const database = await host.database();
    await database.system((db) =>
      db.execute(sql`update attempts set count = 99
        where door = 'sign in to account' and who = encode(sha256(${Buffer.from(email)}), 'hex')`),
    );
    expect(await fail(2, email, "203.0.113.8")).toEqual([401, 429]);
    expect((await login(email, PASSWORD, from("203.0.113.9"))).status).toBe(429);
  });
});
