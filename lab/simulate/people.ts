import { mergedContactFields } from "#lib/contract/contact-field-sets.ts";
import { newId } from "#server/platform/db/id.ts";
import { importFile } from "./imports.ts";
import { now } from "./machine.ts";
import { changeConsent, fallIll, mailCampaign, moveRule, moveStore } from "./owner.ts";
import { workOnRepair } from "./repairs.ts";
import { anyOf, hire, mark, newCustomer, nextMark, type Store } from "./store.ts";
import { addSale, changeCategory, deleteSale, editSale, partPaid, refund, saveTwice } from "./till.ts";
import { DAY, type Person, type World } from "./world.ts";

type Action = (world: World, store: Store, person: Person) => Promise<void>;

export const MERGED = mergedContactFields.map(({ key }) => key);

const ACTIONS: [weight: number, action: Action][] = [
  [20, addContact],
  [20, addSale],
  [5, refund],
  [8, editContact],
  [6, addNote],
  [2, editNote],
  [6, book],
  [4, moveBooking],
  [3, cancelBooking],
  [4, deleteContact],
  [4, restoreContact],
  [6, addTask],
  [8, finishTask],
  [4, editTask],
  [3, merge],
  [6, withdrawConsent],
  [3, editSale],
  [2, deleteSale],
  [2, partPaid],
  [2, changeCategory],
  [1, goAway],
  [7, mailCampaign],
  [1, moveStore],
  [3, moveRule],
  [3, importFile],
  [2, fallIll],
  [1, changeConsent],
  [12, workOnRepair],
  [2, reuseKey],
  [1, replacePerson],
];

export const work = (world: World, store: Store) => workAs(world, store, store.random.pick(store.people));

async function workAs(world: World, store: Store, person: Person): Promise<void> {
  const { random } = store;
  let left = random.between(0, ACTIONS.reduce((sum, [weight]) => sum + weight, 0) - 1);
  for (const [weight, action] of ACTIONS) {
    left -= weight;
    if (left < 0) return action(world, store, person);
  }
}

async function addContact(world: World, store: Store, person: Person) {
  const unknown = newCustomer(store);
  if (store.random.chance(0.1)) return addTwin(world, store, person, unknown);
  // Uses the address of a contact who refused marketing or got two campaigns and is deleted now, or of one deleted before.
  const known = store.random.pick([
    [...store.refused.keys()],
    store.trash.slice(-9).map((one) => one.mark),
    mailedTwice(world, store),
  ]);
  const email = store.random.chance(0.3) ? anyOf(store, known) : undefined;
  const older = store.customers.filter((one) => one.email === email);
  const { birthday: _, ...undated } = { birthday: "", ...unknown };
  const body = email ? { ...undated, email } : unknown;
  const create = () => world.ask("contacts.create", person, { body }, { key: newId() });
  const isFirst = store.random.chance(0.5);
  const early = isFirst ? await create() : undefined;
  for (const { id } of older) await world.ask("contacts.delete", person, { params: { id } });
  const said = early ?? (await create());
  if (email) store.marked.delete(email);
  else mark(store, "contact", body.email, said);
  store.customers = store.customers.filter((one) => !older.includes(one));
  if (said.status === 200) store.customers.push({ ...body, id: said.body.id });
}

function mailedTwice({ mailboxes }: World, { name, dropped }: Store): string[] {
  const isNews = ({ subject, to }: World["mailboxes"][number]) =>
    subject === `News of ${name}` && !dropped.has(to);
  const news = mailboxes.slice(-400).filter(isNews);
  return [...Map.groupBy(news, ({ to }) => to)].flatMap(([to, { length }]) => (length > 1 ? [to] : []));
}

/** Two people with one address. Only one of them has a birthday. */
async function addTwin(world: World, store: Store, person: Person, form: ReturnType<typeof newCustomer>) {
  const twin = anyOf(store, store.customers.slice(-40));
  if (!twin) return;
  const { birthday: _, ...rest } = { birthday: "", ...form };
  const body = { ...rest, email: twin.email };
  store.marked.delete(twin.email);
  const said = await world.ask("contacts.create", person, { body }, { key: newId() });
  if (said.status === 200) store.customers.push({ ...body, id: said.body.id });
}

async function reuseKey(world: World, store: Store, person: Person) {
  const key = newId();
  for (let n = 0; n < 2; n++) {
    const body = newCustomer(store);
    const said = await world.ask("contacts.create", person, { body }, { key });
    mark(store, "contact", body.email, said);
    if (said.status === 200) store.customers.push({ ...body, id: said.body.id });
  }
}

async function replacePerson(world: World, store: Store) {
  if (!store.random.chance(0.4)) return;
  const [owner, ...others] = store.people as [Person, ...Person[]];
  const connected = new Set(world.calendarServer.calendars.map(({ userId }) => userId));
  const left = others.find(({ id, role }) => role === "USER" && !connected.has(id));
  if (!left) return;
  for (let n = 0; n < 4; n++) void workAs(world, store, left);
  const { status } = await world.ask("team.remove", owner, { body: { id: left.id } });
  if (status !== 200 && status !== 0 && status < 500) return;
  // Its answer was lost. The second time removes the person, or finds nobody.
  if (status !== 200) await world.look("team.remove", owner, { body: { id: left.id } });
  store.people = store.people.filter((one) => one !== left);
  store.left.push(left);
  await hire(world, store);
}

async function editContact(world: World, store: Store, person: Person) {
  const customer = anyOf(store, store.customers);
  if (!customer) return;
  const params = { id: customer.id };
  const { status, body } = await world.ask("contacts.get", person, { params });
  if (status !== 200) return;
  const { firstName, lastName, email, phoneNumber, birthday, version } = body;
  const edited = { firstName, lastName: `${lastName.slice(0, 20)}y`, email, phoneNumber, birthday, version };
  await saveTwice(world, store, () => world.ask("contacts.update", person, { params, body: edited }));
}

async function addNote(world: World, store: Store, person: Person) {
  const customer = anyOf(store, store.customers);
  if (!customer) return;
  const content = nextMark(store, "n");
  const said = await world.ask(
    "notes.create",
    person,
    { body: { content, contactId: customer.id } },
    { key: newId() },
  );
  mark(store, "note", content, said);
}

async function editNote(world: World, store: Store, person: Person) {
  const customer = anyOf(store, store.customers);
  if (!customer) return;
  const { status, body } = await world.ask("notes.ofContact", person, { params: { id: customer.id } });
  const note = status === 200 ? anyOf(store, body) : undefined;
  if (!note) return;
  const { id, content, version } = note;
  store.marked.delete(content);
  const edited = { id, content: `${content}, again`, contactId: customer.id, version };
  await saveTwice(world, store, () => world.ask("notes.update", person, { params: { id }, body: edited }));
}

async function book(world: World, store: Store, person: Person) {
  const customer = anyOf(store, store.customers);
  if (!customer) return;
  const quarter = 15 * 60_000;
  const startsAt = new Date(
    Math.ceil(now() / quarter) * quarter + store.random.between(1, 600) * quarter,
  ).toISOString();
  const isBold = store.random.chance(0.3);
  const key = nextMark(store, "booking-");
  const body = {
    ...{ contactId: customer.id, caller: null, personId: isBold ? store.random.pick(store.people).id : null },
    ...{ typeId: store.typeId, title: null, minutes: 60, startsAt, note: null, key },
    ...(isBold && { allow: ["HOURS", "NOTICE"] }),
  };
  const said = await world.ask("bookings.create", person, { body }, { key });
  mark(store, "booking", key, said);
}

async function ownBooking(world: World, store: Store, person: Person) {
  const customer = anyOf(store, store.customers);
  if (!customer) return;
  const { status, body } = await world.ask("bookings.ofContact", person, { params: { id: customer.id } });
  return status === 200
    ? body.find((one) => one.status === "CONFIRMED" && Date.parse(one.startsAt ?? "") > now())
    : undefined;
}

async function moveBooking(world: World, store: Store, person: Person) {
  const found = await ownBooking(world, store, person);
  if (!found) return;
  const startsAt = new Date(
    Date.parse(found.startsAt ?? "") + store.random.between(-8, 8) * 1_800_000,
  ).toISOString();
  await world.ask("bookings.move", person, {
    params: { id: found.id },
    body: { startsAt, version: found.version },
  });
}

async function cancelBooking(world: World, store: Store, person: Person) {
  const found = await ownBooking(world, store, person);
  if (!found) return;
  const params = { id: found.id };
  const { status, body } = await world.ask("bookings.cancel", person, { params });
  if (status !== 200 || !store.random.chance(0.3)) return;
  const { version } = body as unknown as { version?: number };
  if (version !== undefined) await world.ask("bookings.undo", person, { params, body: { version } });
}

async function deleteContact(world: World, store: Store, person: Person) {
  const customer = anyOf(store, store.random.chance(0.5) ? store.customers.slice(-40) : store.customers);
  if (!customer) return;
  const { status } = await world.ask("contacts.delete", person, { params: { id: customer.id } });
  if (status === 0 || status >= 500) return void store.marked.delete(customer.email);
  if (status !== 200) return;
  store.customers = store.customers.filter(({ id }) => id !== customer.id);
  store.sales = store.sales.filter(({ contactId }) => contactId !== customer.id);
  store.trash.push({ id: customer.id, mark: customer.email });
  doubt(store, customer.email, "deleted");
}

function doubt(store: Store, text: string, fate: "unknown" | "deleted" = "unknown"): void {
  const known = store.marked.get(text);
  if (known) known.fate = fate;
}

async function restoreContact(world: World, store: Store) {
  const [owner] = store.people as [Person];
  const { status, body } = await world.ask("trash.list", owner, { query: { kind: "contact" } });
  const found = status === 200 ? anyOf(store, body) : undefined;
  if (!found) return;
  const said = await world.ask("trash.restore", owner, { params: { id: found.id ?? "" } });
  const gone = store.trash.find(({ id }) => id === found.id || id === said.body?.id);
  if (!gone) return;
  // A visitor who booked in the meantime has another contact.
  if (store.visits.some(({ email }) => email === gone.mark)) store.marked.delete(gone.mark);
  else doubt(store, gone.mark);
}

async function addTask(world: World, store: Store, person: Person) {
  const what = nextMark(store, "t");
  const dueDay = new Date(now() + store.random.between(0, 5) * 86_400_000).toISOString().slice(0, 10);
  const repeat = store.random.chance(0.6)
    ? store.random.pick(["DAILY", "DAILY", "WEEKLY", "MONTHLY"])
    : "NONE";
  const body = { what, detail: "", personId: null, contact: null, dueDay, dueTime: null, repeat };
  const said = await world.ask("tasks.create", person, { body }, { key: newId() });
  if (repeat === "NONE") mark(store, "task", what, said);
}

async function finishTask(world: World, store: Store, person: Person) {
  const { status, body } = await world.ask("tasks.list", person, { query: { whose: "all", state: "open" } });
  const task = status === 200 ? anyOf(store, body) : undefined;
  if (!task?.id) return;
  const finish = () =>
    world.ask("tasks.setDone", person, { params: { id: task.id ?? "" }, body: { done: true } });
  await finish();
  // A colleague's list is older.
  if (store.random.chance(0.4)) await finish();
}

async function editTask(world: World, store: Store, person: Person) {
  const { status, body } = await world.ask("tasks.list", person, { query: { whose: "all", state: "open" } });
  const task = status === 200 ? anyOf(store, body) : undefined;
  if (!task?.id) return;
  const params = { id: task.id };
  const { what, dueTime, repeat, version } = task;
  const [dueDay, later] = [task.dueDay ?? "", new Date(now() + 3 * DAY).toISOString().slice(0, 10)];
  const turn = store.random.between(0, 9);
  if (turn < 4) return void (await world.ask("tasks.postpone", person, { params, body: { dueDay: later } }));
  if (turn < 9 || repeat !== "NONE") {
    const form = {
      what: what ?? "",
      detail: `Seen at ${now()}`,
      dueDay,
      dueTime: dueTime ?? null,
      repeat,
      version,
    };
    const edited = { ...form, personId: null, contact: null };
    return saveTwice(world, store, () => world.ask("tasks.update", person, { params, body: edited }));
  }
  store.marked.delete(what ?? "");
  await world.ask("tasks.delete", person, { params });
}

async function merge(world: World, store: Store, person: Person) {
  const [one, other] = [anyOf(store, store.customers), anyOf(store, store.customers)];
  if (!one || !other || one === other) return;
  const query = { ids: `${one.id},${other.id}` };
  const { status, body: cards } = await world.ask("duplicates.cards", person, { query });
  if (status !== 200 || cards.length !== 2) return;
  const from = Object.fromEntries(MERGED.map((key) => [key, one.id]));
  const body = { cards: cards.map(({ id, version }) => ({ id, version })), from };
  const merged = await world.ask("contacts.merge", person, { body }, { key: newId() });
  // A visitor may book with this address before the undo, which creates another contact.
  store.marked.delete(other.email);
  let answered = merged.status;
  if (merged.status === 200 && store.random.chance(0.5)) {
    const undone = await world.ask("contacts.unmerge", person, { params: { id: merged.body.change } });
    if (undone.status === 200) return;
    answered = undone.status;
  }
  doubt(store, one.email);
  const isUnsure = answered === 0 || answered >= 500;
  if (!isUnsure && merged.status !== 200) return;
  const left = store.customers.filter((each) => each !== one && each !== other);
  // If it is unsure, nobody knows which contact has which address.
  store.customers = isUnsure ? left : [...left, { ...one, id: merged.body.id }];
  store.dropped.add(other.email);
}

async function withdrawConsent(world: World, store: Store, person: Person) {
  // Most campaigns go to new contacts.
  const customer = anyOf(store, store.customers.slice(-40));
  if (!customer) return;
  const input = { params: { id: customer.id }, body: { state: "withdrawn", said: "" } };
  const { status } = await world.ask("contacts.setConsent", person, input);
  if (status === 200) store.refused.set(customer.email, now());
}

async function goAway(world: World, store: Store, person: Person) {
  const day = new Date(now() + store.random.between(1, 5) * 86_400_000).toISOString().slice(0, 10);
  const off = { personId: person.id, from: day, to: day, hours: null, reason: "" };
  await world.ask("people.addException", person, { body: off });
}
