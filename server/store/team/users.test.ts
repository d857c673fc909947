import { testHost } from "#server/testing/host.ts";

const host = testHost();
const PASSWORD = "Sapphire-7";

async function member() {
  const shop = await host.shop();
  return host.person(shop.id, "USER", PASSWORD);
}

const change = (person: Awaited<ReturnType<typeof member>>, currentPassword: string, newPassword: string) =>
  host.call("users.changePassword", person, {
    body: { currentPassword, newPassword, confirmPassword: newPassword },
  });
const login = (email: string, password: string) =>
  host.call("auth.login", null, { body: { email, password } });

test("returns the signed-in person with organization and timezone", async () => {
  const shop = await host.shop();
  expect((await host.call("users.me", shop.admin)).body).toEqual({
    id: shop.admin.id,
    firstName: "Ada",
    lastName: "ADMIN",
    email: shop.admin.email,
    role: "ADMIN",
    isEmailIntegrationComplete: false,
    timezone: "Europe/London",
    organizationName: `Shop ${shop.id}`,
    incidents: [],
    isDemo: false,
    demoUntil: null,
    isHeld: false,
    dates: { dayFirst: false, weekStart: 0 },
    country: "",
    methods: {},
    money: { currency: "USD", notation: "en-US" },
    tax: { rate: "0", isIncluded: false },
    refused: [],
    emails: "waiting",
  });
});

test("changes only the name, and ignores other fields", async () => {
  const person = await member();
  const body = { firstName: " Zoë ", lastName: "O’Brien", role: "OWNER", id: "x", email: "z@example.com" };
  expect((await host.call("users.update", person, { body })).status).toBe(200);
  expect((await host.call("users.me", person)).body).toMatchObject({
    id: person.id,
    firstName: "Zoë",
    lastName: "O’Brien",
    role: "USER",
    email: person.email,
  });
});

test("a new password ends every session", async () => {
  const person = await member();
  const other = (await login(person.email, PASSWORD)).body as { token: string };
  expect((await change(person, PASSWORD, "Emerald-8")).status).toBe(200);
  expect((await host.call("users.me", person)).status).toBe(401);
  expect((await host.call("users.me", { ...person, ...other })).status).toBe(401);
  expect((await login(person.email, PASSWORD)).status).toBe(401);
  expect((await login(person.email, "Emerald-8")).status).toBe(200);
});

test("rejects a wrong, common or mismatched password", async () => {
  const person = await member();
  expect(await change(person, "Sapphire-8", "Emerald-8")).toMatchObject({
    status: 400,
    body: { message: "Your current password is incorrect" },
  });
  expect(await change(person, PASSWORD, "Letmein")).toMatchObject({ status: 400 });
  const body = { currentPassword: PASSWORD, newPassword: "Emerald-8", confirmPassword: "Emerald-9" };
  expect(await host.call("users.changePassword", person, { body })).toMatchObject({
    status: 400,
    body: { message: "confirmPassword: Passwords do not match" },
  });
  expect((await login(person.email, PASSWORD)).status).toBe(200);
  expect((await host.call("users.me", person)).status).toBe(200);
});

test("limits guesses at the current password", async () => {
  const person = await member();
  const statuses = [];
  for (let i = 0; i < 11; i++) statuses.push((await change(person, "Sapphire-8", "Emerald-8")).status);
  expect(statuses).toEqual([...Array(10).fill(400), 429]);
  expect((await change(person, PASSWORD, "Emerald-8")).status).toBe(429);
  expect((await host.call("users.me", person)).status).toBe(200);
});

describe("timezone", () => {
  test.each(["Asia/Kolkata", "Australia/Lord_Howe", "UTC"])("lists and stores %s", async (timezone) => {
    const { admin, user } = await host.shop();
    expect((await host.call("organization.timezones", user)).body).toContain(timezone);
    expect((await host.call("organization.setTimezone", admin, { body: { timezone } })).status).toBe(200);
    expect((await host.call("organization.timezone", user)).body).toBe(timezone);
    expect((await host.call("users.me", user)).body).toMatchObject({ timezone });
  });

  test.each(["Mars/Olympus", "+02:00", "america/new_york", "Europe/London\0", ""])(
    "rejects %j",
    async (timezone) => {
      const { owner } = await host.shop();
      expect((await host.call("organization.setTimezone", owner, { body: { timezone } })).status).toBe(400);
      expect((await host.call("organization.timezone", owner)).body).toBe("Europe/London");
    },
  );
});
