import type { ReadName } from "#lib/contract/contract.ts";
import { extras, isComplete, names, route } from "#lib/contract/routes.ts";
import { type Host, hold, type Kit, notAsked } from "./kit.ts";

/** What no host has. */
export const NO_ID = "00000000-0000-4000-8000-000000000000";
const NO_WORD = "zzyzx-qqxw";

type Option = { id: string; name: string };
type Dated = { id: string; createdAt?: string | null | undefined };
const ids = (list: { id: string }[]) => list.map(({ id }) => id);

/** Signs in, and says whether that worked; without it nothing else can be asked. */
export async function checkSignIn(kit: Kit, { email, password }: Host): Promise<boolean> {
  let isIn = false;
  await kit.check("auth.login", "the right password signs in", async () => {
    const { token } = await kit.read("auth.login", { body: { email, password } }, { bearer: null });
    kit.signIn(token);
    isIn = true;
  });
  await kit.check("auth.login", "a wrong password does not", () =>
    kit.refused("auth.login", { body: { email, password: `${password}x` } }, { bearer: null }),
  );
  return isIn;
}

/** Whatever is asked without a session changes nothing: so are those rows asked that cannot be asked otherwise. */
export async function checkWalls(kit: Kit): Promise<void> {
  for (const name of names.filter((one) => !route(one).extra && route(one).who !== "public")) {
    const params = { id: NO_ID };
    for (const [what, bearer] of [
      ["without a session it is refused (401)", null],
      ["with a made-up one, too", "made-up"],
    ] as const)
      await kit.check(name, what, async () => {
        const { status } = await kit.ask(
          name,
          { params, body: route(name).method === "GET" ? undefined : {} },
          { bearer },
        );
        hold(status === 401, `It answers ${status}`);
      });
  }
  await kit.check("auth.register", "a made-up invitation is refused", () =>
    kit.refused("auth.register", { body: { token: "made-up", password: "Abc-12345" } }, { bearer: null }),
  );
}

/** What a host says that is asked for nothing there is. */
export async function checkUnknown(kit: Kit): Promise<void> {
  for (const name of ["contacts.get", "templates.get"] as const)
    await kit.check(name, "what does not exist is refused (404)", () =>
      kit.refused(name, { params: { id: NO_ID } }, { status: 404 }),
    );
  await kit.check("any row", "an address that is none is refused (404)", async () => {
    const { status } = await kit.send("GET", "/no-such-row", {});
    hold(status === 404, `It answers ${status}`);
  });
}

export async function checkReads(kit: Kit, { email }: Host): Promise<void> {
  const readable = (name: ReadName, input: object = {}) =>
    kit.check(name, "is answered, and can be read", async () => {
      const found: unknown = await kit.read(name, input);
      return Array.isArray(found) ? `${found.length} items` : "";
    });

  await kit.check("users.me", "says who is signed in, and whether their mail is connected", async () => {
    const me = await kit.read("users.me");
    hold(typeof me.isEmailIntegrationComplete === "boolean", "isEmailIntegrationComplete is missing");
    hold(me.email?.toLowerCase() === email.toLowerCase(), `It says ${me.email}`);
  });
  await kit.check("organization.timezones", "is a list of timezones", async () => {
    const zones = await kit.read("organization.timezones");
    hold(zones.length > 0, "It is empty");
    const strange = zones.filter((zone) => !isZone(zone));
    hold(strange.length === 0, `Nobody knows ${strange.slice(0, 3).join(", ")}`);
    return `${zones.length} zones`;
  });
  await kit.check("organization.timezone", "is one", async () => {
    const zone = await kit.read("organization.timezone");
    hold(isZone(zone), `Nobody knows ${zone}`);
    return zone;
  });
  await kit.check("team.list", "has whoever is signed in", async () => {
    const team = await kit.read("team.list");
    hold(
      team.some((one) => one.email.toLowerCase() === email.toLowerCase()),
      "They are not in it",
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
    await kit.check(name, "is answered, or says why not", () => orWhy(kit, name, { query: day }));
  await kit.check("integration.link", "gives an address to connect at, or says why not", () =>
    orWhy(kit, "integration.link"),
  );

  for (const name of ["contacts.list", "sales.list"] as const) await checkPaging(kit, name);
  await checkOptions(kit);
  const [contact] = await kit.read("contacts.list", { query: { page: 1, limit: 1 } }).catch(() => []);
  const anyContact = () => contact ?? notAsked("The host has no contact");
  await kit.check("contacts.get", "is the contact of the list", async () => {
    const { id, firstName } = anyContact();
    const found = await kit.read("contacts.get", { params: { id } });
    hold(found.id === id && found.firstName === firstName, `It is ${found.firstName} (${found.id})`);
  });
  for (const name of ["sales.ofContact", "notes.ofContact"] as const)
    await kit.check(name, "is answered, and can be read", async () => {
      const found = await kit.read(name, { params: { id: anyContact().id } });
      return `${found.length} items`;
    });
  await kit.check("templates.get", "is the template of the list", async () => {
    const [template] = await kit.read("templates.list");
    if (!template) notAsked("The host has no template");
    const found = await kit.read("templates.get", { params: { id: template.id } });
    hold(found.name === template.name, `It is ${found.name}`);
  });
}

async function orWhy(kit: Kit, name: ReadName, input: object = {}): Promise<string> {
  const { status } = await kit.ask(name, input);
  if (status >= 400) return kit.refused(name, input);
  await kit.read(name, input);
  return "";
}

async function checkPaging(kit: Kit, name: "contacts.list" | "sales.list"): Promise<void> {
  const page = (number: number, limit: number, more: object = {}) =>
    kit.read(name, { query: { page: number, limit, ...more } }) as Promise<Dated[]>;
  await kit.check(name, "its pages follow each other without a gap or a double", async () => {
    const [first, second, both] = [await page(1, 2), await page(2, 2), await page(1, 4)];
    if (both.length < 3) notAsked("The host has too few records for a second page");
    hold(first.length === 2, `A page of 2 has ${first.length}`);
    hold([...ids(first), ...ids(second)].join() === ids(both).join(), "Two pages of 2 are not the page of 4");
  });
  await kit.check(name, "behind its end there is nothing", async () => {
    const { length } = await page(100_000, 50);
    hold(length === 0, `There are ${length}`);
  });
  await kit.check(name, "a search finds what it names, and nothing else", async () => {
    hold((await page(1, 10, { search: NO_WORD })).length === 0, `"${NO_WORD}" finds something`);
    const [known] = (await kit.read("contacts.list", { query: { page: 1, limit: 1 } })) ?? [];
    const word = name === "contacts.list" && known?.lastName;
    if (!word) return;
    hold(
      ids(await page(1, 50, { search: word })).includes(known.id),
      `"${word}" does not find ${known.firstName} ${word}`,
    );
  });
  await kit.check(name, "it can be turned around", async () => {
    const [newest] = await page(1, 1, { sort: "createdAt:desc" });
    const [oldest] = await page(1, 1, { sort: "createdAt:asc" });
    if (!newest?.createdAt || !oldest?.createdAt || newest.id === oldest.id)
      notAsked("Its records do not say when they were made");
    hold(Date.parse(oldest.createdAt) <= Date.parse(newest.createdAt), "The oldest is newer than the newest");
  });
}

async function checkOptions(kit: Kit): Promise<void> {
  await kit.check("contacts.options", "has the contacts of the list", async () => {
    const [listed] = await kit.read("contacts.list", { query: { page: 1, limit: 1 } });
    if (!listed) notAsked("The host has no contact");
    const search = `${listed.firstName} ${listed.lastName}`.trim();
    const found = (await kit.read("contacts.options", { query: { page: 1, limit: 50, search } })) as Option[];
    hold(ids(found).includes(listed.id), `${search} is missing`);
  });
  await kit.check("products.options", "has a category of the list", async () => {
    const [listed] = await kit.read("products.list");
    if (!listed) notAsked("The host has no category");
    const found = await kit.read("products.options", { query: { page: 1, limit: 50, search: listed.name } });
    hold(ids(found).includes(listed.id), `${listed.name} is missing`);
  });
}

/** A host is complete or offers only section 7. A complete host has every endpoint of this version. */
export async function checkPromises(kit: Kit): Promise<void> {
  const { status } = await kit.ask("capabilities.list");
  if (status === 404) {
    return kit.check("capabilities.list", "it offers only section 7", async () => "404");
  }
  await kit.check("capabilities.list", "is a list of names", async () => {
    const announced = await kit.read("capabilities.list");
    return `${announced.length} names`;
  });
  await kit.check(
    "capabilities.list",
    "it announces every endpoint, or none",
    async () => {
      const announced = await kit.read("capabilities.list");
      const missing = extras.filter((name) => !announced.includes(name));
      const few = missing.slice(0, 5).join(", ");
      hold(
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
    await kit.check(name, "is there, as promised", async () => {
      const said = await kit.ask(name);
      // Others want to be asked for something.
      hold(![404, 405, 501].includes(said.status) && said.status < 500, `It answers ${said.status}`);
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
