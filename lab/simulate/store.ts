import type { Name } from "#lib/contract/contract.ts";
import { DEFAULT_MAIL_LIMITS } from "#lib/contract/mail-limits.ts";
import { wallAt } from "#lib/time/zone.ts";
import { startSession } from "#server/platform/auth/session.ts";
import { newId } from "#server/platform/db/id.ts";
import type { Random } from "#server/platform/db/random.ts";
import { organizations, users } from "#server/platform/db/schema.ts";
import { Mailbox } from "./imap.ts";
import { now } from "./machine.ts";
import type { Person, Said, World } from "./world.ts";

export const ZONES = ["America/New_York", "Europe/London", "Asia/Kathmandu", "Australia/Lord_Howe"];
const FIRST = ["Amara", "Zoë", "Liam", "Nora", "Kenji", "Priya", "Otto", "Lucía", "Wei", "Anouk"];
const LAST = ["Frost", "Okafor", "Lindqvist", "Raman", "Duarte", "O’Brien", "Tanaka", "Weiss"];

/** What the client knows about a marked record. */
type Fate = "kept" | "refused" | "unknown" | "deleted";
type Marked = { kind: "contact" | "sale" | "note" | "booking" | "task" | "repair"; mark: string; fate: Fate };

type Customer = { id: string; email: string; firstName: string; lastName: string };
type Visit = {
  key: string;
  email: string;
  cancelToken: string | null;
  moveToken: string | null;
  old: string[];
};

/** A store, with what its people know. Nothing here is read from the database. */
export type Store = {
  id: string;
  name: string;
  timezone: string;
  openedAt: number;
  /** When its time zone changed last. */
  movedAt: number;
  random: Random;
  people: Person[];
  /** Who was removed. */
  left: Person[];
  /** Nobody gets more than two campaigns in seven days. */
  isCapped: boolean;
  slug: string;
  typeId: string;
  automationId: string;
  newsId: string;
  products: string[];
  customers: Customer[];
  sales: { id: string; mark: string; contactId: string; cents: number }[];
  visits: Visit[];
  waiting: { token: string; email: string; isAsking?: boolean }[];
  /** `invoice`: of the sale that its hand-over recorded. */
  repairs: { id: string; number: number; token: string | undefined; invoice: string | null }[];
  trash: { id: string; mark: string }[];
  marked: Map<string, Marked>;
  /** When an address said no. */
  refused: Map<string, number>;
  unsubscribed: Set<string>;
  /** When only those who said yes got marketing email. */
  onlyConsented: { since: number; until: number }[];
  /** Addresses of erased contacts, and those that a merge removed. Another contact may get them. */
  dropped: Set<string>;
  count: number;
};

export const anyOf = <T>({ random }: Store, items: T[]): T | undefined =>
  items.length > 0 ? random.pick(items) : undefined;

export function mark(
  store: Store,
  kind: Marked["kind"],
  text: string,
  { status }: Pick<Said, "status">,
): void {
  // 401: a person was removed after an answer got lost.
  const isUnsure = status === 0 || status === 401 || status >= 500;
  const fate = status === 200 ? "kept" : isUnsure ? "unknown" : "refused";
  store.marked.set(text, { kind, mark: text, fate });
}

export function nextMark(store: Store, letter: string): string {
  store.count += 1;
  return `${letter}${store.id.slice(-6)}x${store.count}`;
}

export function newCustomer(store: Store) {
  const { random } = store;
  const own = nextMark(store, "c");
  const soon = new Date(now() + random.between(0, 4) * 86_400_000).toISOString().slice(5, 10);
  const day = random.chance(0.05) ? "02-29" : soon;
  return {
    firstName: random.pick(FIRST),
    lastName: `${random.pick(LAST)} ${surname(store)}`,
    email: `${own}@example.com`,
    phoneNumber: `+1415555${String(store.count).padStart(5, "0")}`,
    ...(random.chance(0.7) && { birthday: `${day === "02-29" ? 1988 : random.between(1940, 2005)}-${day}` }),
  };
}

/** Nobody else has it, so it tells what is left of an erased person. */
function surname({ id, count }: Store): string {
  const digits = `${Number.parseInt(id.slice(-2), 16)}${String(count).padStart(4, "0")}`;
  return `Q${digits.replace(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "")}`;
}

async function must<N extends Name>(said: Promise<Said<N>>): Promise<Said<N>["body"]> {
  const { status, body } = await said;
  if (status !== 200) throw new Error(`The store can't be set up: ${status} ${JSON.stringify(body)}`);
  return body;
}

export const [BEFORE, AFTER, NOTICE] = [10, 15, 60] as const;
export const MOST_PER_DAY = 4;

// Open on Sunday nights, because clocks change then.
const HOURS = Array.from({ length: 7 }, (_, day) =>
  Array.from({ length: 24 }, (_, hour) => (day > 0 ? hour >= 9 && hour < 18 : hour < 5)),
);

export function isOpen(timezone: string, from: number, until: number): boolean {
  const [first, last] = [wallAt(from, timezone), wallAt(until - 1, timezone)];
  const hours = HOURS[new Date(first).getUTCDay()] ?? [];
  const isOneDay = Math.floor(first / 86_400_000) === Math.floor(last / 86_400_000);
  return (
    isOneDay && hours.slice(new Date(first).getUTCHours(), new Date(last).getUTCHours() + 1).every(Boolean)
  );
}

/** Nobody signs in with a password. */
const REGISTERED = { passwordHash: "unused" };

/** A new person, who has signed in. */
export async function hire(world: World, { id: organizationId, people, count }: Store): Promise<void> {
  const person = {
    id: newId(),
    organizationId,
    email: `new${count}-${organizationId.slice(-4)}@store.example`,
  };
  const columns = {
    ...person,
    ...REGISTERED,
    role: "USER" as const,
    firstName: "Ada",
    lastName: `New ${count}`,
  };
  await world.opened.database.system(async (db) => {
    await db.insert(users).values({ ...columns, availability: HOURS });
    people.push({ ...person, role: "USER", token: await startSession(db, person) });
  });
}

export async function openStore(world: World, nth: number): Promise<Store> {
  const random = world.random(100 + nth);
  const id = newId();
  const timezone = random.pick(ZONES);
  const name = `Store ${nth}`;
  const people: Person[] = [];
  await world.opened.database.system(async (db) => {
    await db.insert(organizations).values({ id, name, timezone, openAppointments: 50 });
    for (const role of ["OWNER", "ADMIN", "USER", "USER", "USER"] as const) {
      const person = { id: newId(), organizationId: id, email: `p${people.length}-${nth}@store.example` };
      const columns = {
        ...person,
        ...REGISTERED,
        role,
        firstName: "Ada",
        lastName: `${role} ${people.length}`,
      };
      await db.insert(users).values({ ...columns, availability: HOURS });
      people.push({ ...person, role, token: await startSession(db, person) });
    }
  });
  const [owner] = people as [Person];
  const store: Store = {
    ...{
      id,
      name,
      timezone,
      openedAt: now(),
      movedAt: 0,
      random,
      people,
      left: [],
      isCapped: true,
      slug: "",
      typeId: "",
      automationId: "",
      newsId: "",
      products: [],
      customers: [],
    },
    ...{
      sales: [],
      visits: [],
      waiting: [],
      repairs: [],
      trash: [],
      marked: new Map(),
      refused: new Map(),
      unsubscribed: new Set(),
      onlyConsented: [],
      dropped: new Set(),
      count: 0,
    },
  };
  const calm = (body: unknown, key = newId()) => [owner, { body }, { key }] as const;
  const type = { name: "Ring fitting", defaultMeetingLength: 60, daysInAdvance: 14 };
  const free = { minutesBefore: BEFORE, minutesAfter: AFTER, notice: NOTICE, mostPerDay: MOST_PER_DAY };
  const rules = { ...free, visitorChooses: true, reminders: [1440, 60] };
  await must(world.ask("appointmentTypes.create", ...calm({ ...type, ...rules })));
  const [made] = await must(world.ask("appointmentTypes.list", owner));
  store.typeId = made?.id ?? "";
  store.slug = made?.appointmentBookingLink.split("/").at(-1) ?? "";
  const money = { name, currency: "USD", notation: "en-US" as const, taxRate: 8.25, taxIsIncluded: true };
  await must(world.ask("organization.update", owner, { body: money }));
  for (const product of ["Rings", "Pearls", "Repairs"])
    store.products.push(
      (await must(world.ask("products.create", ...calm({ name: product, description: "" })))).id,
    );
  const words = {
    name: "Birthday",
    subject: "Happy birthday, {{firstName}}",
    content: "All the best to {{firstName}} {{lastName}}!",
  };
  await must(world.ask("templates.create", ...calm(words)));
  const [template] = await must(world.ask("templates.list", owner));
  const news = {
    name: "News",
    subject: "News of {{storeName}}",
    content: "Dear {{firstName}} {{lastName}}, we have new rings.",
  };
  await must(world.ask("templates.create", ...calm(news)));
  store.newsId =
    (await must(world.ask("templates.list", owner))).find(({ name: its }) => its === "News")?.id ?? "";
  const rule = {
    name: "Birthday",
    trigger: { type: "TIME_BASED", schedule: "0 9 * * *" },
    condition: [{ type: "DATE", field: "Contact.birthday", operation: "EQUALS" }],
    action: { type: "SEND_EMAIL", templateId: template?.id },
  };
  await must(world.ask("automations.create", ...calm(rule)));
  store.isCapped = nth % 2 === 1;
  // What waits for the morning may be refused until then.
  const quiet = store.isCapped ? {} : { isQuiet: true, quietFrom: "19:00" };
  const limits = { ...DEFAULT_MAIL_LIMITS, isCapped: store.isCapped, ...quiet };
  await must(world.ask("organization.setMailLimits", owner, { body: limits }));
  await must(world.ask("organization.setBrand", owner, { body: { address: "1 High Street" } }));
  const [automation] = await must(world.ask("automations.list", owner));
  store.automationId = automation?.id ?? "";
  // With such calendars, the waiting list is checked more often, which costs time.
  if (nth === 1) for (const person of people.slice(2, 4)) await connectAccount(world, store, person);
  return store;
}

async function connectAccount(world: World, store: Store, person: Person): Promise<void> {
  const servers = {
    ...{ address: person.email, password: "secret", smtpHost: "127.0.0.1", smtpPort: "25" },
    ...world.calendarServer.open(person, () => store.timezone),
    ...(world.mailboxServer.boxes.length === 0 && { imapHost: "127.0.0.1", imapPort: "143" }),
  };
  if (servers.imapHost) world.mailboxServer.boxes.push(new Mailbox(person.id, person.email));
  // The mail server may be too busy.
  for (let status = 0; status !== 303; ) {
    const { url } = await must(world.ask("integration.link", person));
    status = await world.submit(url, { provider: "direct", ...servers });
  }
}
