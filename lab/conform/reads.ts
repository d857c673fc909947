import type { ReadName } from "#lib/contract/contract.ts";
import { extras, isComplete, names, route } from "#lib/contract/routes.ts";
import { assert, type Host, type Kit, notAsked } from "./kit.ts";

export const NO_ID = "00000000-0000-4000-8000-000000000000";
const NO_WORD = "zzyzx-qqxw";

type Option = { id: string; name: string };
type Dated = { id: string; createdAt?: string | null | undefined };
const ids = (list: { id: string }[]) => list.map(({ id }) => id);

export async function checkSignIn(kit: Kit, { email, password }: Host): Promise<boolean> {
  let isIn = false;
  await kit.check("auth.login", "accepts the right password", async () => {
    const { token } = await kit.read("auth.login", { body: { email, password } }, { bearer: null });
    kit.signIn(token);
    isIn = true;
  });
  await kit.check("auth.login", "refuses a wrong password", () =>
    kit.refused("auth.login", { body: { email, password: `${password}x` } }, { bearer: null }),
  );
  return isIn;
}

export async function checkSessionRequired(kit: Kit): Promise<void> {
  for (const name of names.filter((one) => !route(one).extra && route(one).who !== "public")) {
    const params = { id: NO_ID };
    for (const [what, bearer] of [
      ["refuses requests without a session (401)", null],
      ["refuses an unknown session (401)", "made-up"],
    ] as const)
      await kit.check(name, what, async () => {
        const { status } = await kit.ask(
          name,
          { params, body: route(name).method === "GET" ? undefined : {} },
          { bearer },
        );
        assert(status === 401, `Answered ${status}`);
      });
  }
  await kit.check("auth.register", "refuses an unknown invitation", () =>
    kit.refused("auth.register", { body: { token: "made-up", password: "Abc-12345" } }, { bearer: null }),
  );
}

export async function checkUnknown(kit: Kit): Promise<void> {
  for (const name of ["contacts.get", "templates.get"] as const)
    await kit.check(name, "answers 404 for an unknown record", () =>
      kit.refused(name, { params: { id: NO_ID } }, { status: 404 }),
    );
  await kit.check("any row", "answers 404 for an unknown path", async () => {
    const { status } = await kit.send("GET", "/no-such-row", {});
    assert(status === 404, `Answered ${status}`);
  });
}

export async function checkReads(kit: Kit, { email }: Host): Promise<void> {
  const readable = (name: ReadName, input: object = {}) =>
    kit.check(name, "returns a readable answer", async () => {
      const found: unknown = await kit.read(name, input);
      return Array.isArray(found) ? `${found.length} items` : "";
    });

  await kit.check("users.me", "returns the signed-in user and whether their email is connected", async () => {
    const me = await kit.read("users.me");
    assert(typeof me.isEmailIntegrationComplete === "boolean", "isEmailIntegrationComplete is missing");
    assert(me.email?.toLowerCase() === email.toLowerCase(), `It returned ${me.email}`);
  });
  await kit.check("organization.timezones", "returns a list of timezones", async () => {
    const zones = await kit.read("organization.timezones");
    assert(zones.length > 0, "The list is empty");
    const strange = zones.filter((zone) => !isZone(zone));
    assert(strange.length === 0, `Unknown timezones: ${strange.slice(0, 3).join(", ")}`);
    return `${zones.length} zones`;
  });
  await kit.check("organization.timezone", "returns a timezone", async () => {
    const zone = await kit.read("organization.timezone");
    assert(isZone(zone), `Unknown timezone: ${zone}`);
    return zone;
  });
  await kit.check("team.list", "contains the signed-in user", async () => {
    const team = await kit.read("team.list");
    assert(
      team.some((one) => one.email.toLowerCase() === email.toLowerCase()),
      "The user is missing",
    );
    return `${team.length} people`;
  });
  for (const name of [
    "products.list",
    "products.options",
    "sales.list",
    "contacts.options",
    "contacts.list",
    "templates.list",
    "templates.placeholders",
    "automations.list",
    "automations.triggers",
    "appointmentTypes.list",
    "website.get",
    "integration.account",
    "dashboard.summary",
  ] as const)
    await readable(name);
  await readable("dashboard.summary", { query: { start_date: "2026-01-01", end_date: "2026-01-31" } });
  const day = { from: "2026-01-05T00:00:00.000Z", to: "2026-01-12T00:00:00.000Z" };
  for (const name of ["integration.events", "integration.calendars"] as const)
    await kit.check(name, "returns an answer, or an error that explains why not", () =>
      answerOrReason(kit, name, { query: day }),
    );
  await kit.check("integration.link", "returns a link, or an error that explains why not", () =>
    answerOrReason(kit, "integration.link"),
  );

  for (const name of ["contacts.list", "sales.list"] as const) await checkPaging(kit, name);
  await checkOptions(kit);
  const [contact] = await kit.read("contacts.list", { query: { page: 1, limit: 1 } }).catch(() => []);
  const anyContact = () => contact ?? notAsked("The host has no contact");
  await kit.check("contacts.get", "returns the same contact as the list", async () => {
    const { id, firstName } = anyContact();
    const found = await kit.read("contacts.get", { params: { id } });
    assert(found.id === id && found.firstName === firstName, `It returned ${found.firstName} (${found.id})`);
  });
  for (const name of ["sales.ofContact", "notes.ofContact"] as const)
    await kit.check(name, "returns a readable answer", async () => {
      const found = await kit.read(name, { params: { id: anyContact().id } });
      return `${found.length} items`;
    });
  await kit.check("templates.get", "returns the same template as the list", async () => {
    const [template] = await kit.read("templates.list");
    if (!template) notAsked("The host has no template");
    const found = await kit.read("templates.get", { params: { id: template.id } });
    assert(found.name === template.name, `It returned ${found.name}`);
  });
}

async function answerOrReason(kit: Kit, name: ReadName, input: object = {}): Promise<string> {
  const { status } = await kit.ask(name, input);
  if (status >= 400) return kit.refused(name, input);
  await kit.read(name, input);
  return "";
}

async function checkPaging(kit: Kit, name: "contacts.list" | "sales.list"): Promise<void> {
  const page = (number: number, limit: number, more: object = {}) =>
    kit.read(name, { query: { page: number, limit, ...more } }) as Promise<Dated[]>;
  await kit.check(name, "returns pages without gaps or duplicates", async () => {
    const [first, second, both] = [await page(1, 2), await page(2, 2), await page(1, 4)];
    if (both.length < 3) notAsked("The host has too few records for a second page");
    assert(first.length === 2, `A page of 2 has ${first.length} records`);
    assert(
      [...ids(first), ...ids(second)].join() === ids(both).join(),
      "Two pages of 2 differ from one page of 4",
    );
  });
  await kit.check(name, "returns an empty page after the end", async () => {
    const { length } = await page(100_000, 50);
    assert(length === 0, `It has ${length} records`);
  });
  await kit.check(name, "finds only matching records", async () => {
    assert((await page(1, 10, { search: NO_WORD })).length === 0, `"${NO_WORD}" finds something`);
    const [known] = (await kit.read("contacts.list", { query: { page: 1, limit: 1 } })) ?? [];
    const word = name === "contacts.list" && known?.lastName;
    if (!word) return;
    assert(
      ids(await page(1, 50, { search: word })).includes(known.id),
      `"${word}" doesn't find ${known.firstName} ${word}`,
    );
  });
  await kit.check(name, "can be sorted in both directions", async () => {
    const [newest] = await page(1, 1, { sort: "createdAt:desc" });
    const [oldest] = await page(1, 1, { sort: "createdAt:asc" });
    if (!newest?.createdAt || !oldest?.createdAt || newest.id === oldest.id)
      notAsked("The records have no creation date");
    assert(
      Date.parse(oldest.createdAt) <= Date.parse(newest.createdAt),
      "The oldest record is newer than the newest",
    );
  });
}

async function checkOptions(kit: Kit): Promise<void> {
  await kit.check("contacts.options", "contains the contacts of the list", async () => {
    const [listed] = await kit.read("contacts.list", { query: { page: 1, limit: 1 } });
    if (!listed) notAsked("The host has no contact");
    const search = `${listed.firstName} ${listed.lastName}`.trim();
    const found = (await kit.read("contacts.options", { query: { page: 1, limit: 50, search } })) as Option[];
    assert(ids(found).includes(listed.id), `${search} is missing`);
  });
  await kit.check("products.options", "contains a category of the list", async () => {
    const [listed] = await kit.read("products.list");
    if (!listed) notAsked("The host has no category");
    const found = await kit.read("products.options", { query: { page: 1, limit: 50, search: listed.name } });
    assert(ids(found).includes(listed.id), `${listed.name} is missing`);
  });
}

export async function checkCapabilities(kit: Kit): Promise<void> {
  const { status } = await kit.ask("capabilities.list");
  if (status === 404) {
    return kit.check("capabilities.list", "offers only section 7", async () => "404");
  }
  await kit.check("capabilities.list", "returns a list of names", async () => {
    const announced = await kit.read("capabilities.list");
    return `${announced.length} names`;
  });
  await kit.check(
    "capabilities.list",
    "announces every endpoint, or none",
    async () => {
      const announced = await kit.read("capabilities.list");
      const missing = extras.filter((name) => !announced.includes(name));
      const few = missing.slice(0, 5).join(", ");
      assert(
        missing.length === 0 || announced.length === 0,
        `The app uses section 7 only: ${missing.length} are missing (${few}${missing.length > 5 ? ", …" : ""})`,
      );
    },
    "note",
  );
  if (!(await isCompleteHost(kit))) return;
  const askable = extras.filter((name) => {
    const { method, path, via } = route(name);
    return method === "GET" && !path.includes("{") && via !== "server";
  });
  for (const name of askable)
    await kit.check(name, "exists, as announced", async () => {
      const said = await kit.ask(name);
      assert(![404, 405, 501].includes(said.status) && said.status < 500, `Answered ${said.status}`);
      if (said.status < 300) await kit.read(name as ReadName);
    });
}

export async function isCompleteHost(kit: Kit): Promise<boolean> {
  return isComplete(await kit.read("capabilities.list").catch(() => []));
}

function isZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: zone }));
  } catch {
    return false;
  }
}
