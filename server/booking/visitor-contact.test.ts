import { newId } from "#server/platform/db/id.ts";
import { ELEVEN, TEN, TUESDAY } from "#server/testing/booking.ts";
import { frontDeskTests, type Made } from "#server/testing/front-desk.ts";

const host = frontDeskTests();
const { team, setRules, create } = host;

const size = { id: "size", text: "Ring size, if you know it", kind: "TEXT", options: [], isRequired: false };
const mind = {
  ...{ id: "mind", text: "What do you have in mind?", kind: "CHOICE", isRequired: true },
  options: ["An engagement ring", "A repair"],
};
const call = { id: "call", text: "Whom do we call?", kind: "PHONE", options: [], isRequired: false };
const questions = [size, mind, call];
const said = [
  { id: "mind", answer: "A repair" },
  { id: "size", answer: " 6½ https://evil.example.com " },
  { id: "call", answer: "+44 20 7183 8750" },
];
const kept = [
  { id: "size", question: size.text, kind: "TEXT", answer: "6½ https://evil.example.com" },
  { id: "mind", question: mind.text, kind: "CHOICE", answer: "A repair" },
  { id: "call", question: call.text, kind: "PHONE", answer: "+44 20 7183 8750" },
];

type Store = Awaited<ReturnType<typeof team>>;
const pageOf = async ({ slug }: Store) => (await host.call("visitor.page", null, { params: { slug } })).body;
const contactOf = async ({ owner }: Store) =>
  (
    (await host.call("contacts.list", owner)).body as { id: string; phoneNumber: string; version: number }[]
  )[0];

test("asks questions in order and stores the answers", async () => {
  const store = await team();
  await setRules(store, { people: [store.owner.id], questions });
  expect(await pageOf(store)).toMatchObject({ questions });
  expect((await store.book({ startsAt: TEN, answers: said })).status).toBe(200);
  const [row] = await store.rows();
  const { id } = row ?? {};
  expect(row?.answers).toEqual(kept);
  const mails = await store.mails();
  const [toStore] = mails.filter(({ kind }) => kind === "notice");
  expect(toStore?.text).toContain(
    "Ring size, if you know it: 6½ https://evil.example.com\nWhat do you have in mind? A repair\nWhom do we call? +44 20 7183 8750",
  );
  const [toVisitor] = mails.filter(({ kind }) => kind === "booking");
  expect(toVisitor?.text).toContain("What do you have in mind? A repair");
  expect(
    mails
      .filter(({ kind }) => kind !== "notice")
      .map(({ text }) => text)
      .join(),
  ).not.toContain("evil");
  const { body: feed } = await host.call("feeds.renew", store.owner, { body: { whose: "STORE" } });
  const token = new URL((feed as { url: string }).url).pathname.split("/")[2] ?? "";
  const { body: read } = await host.call("feeds.read", null, { params: { token } });
  expect((read as { ics: string }).ics.replaceAll("\r\n ", "")).toContain("mind? A repair\\nWhom");

  await setRules(store, { questions: [{ ...mind, text: "Which?", options: ["Rings", "Clocks"] }] });
  const params = { id: id ?? "" };
  const seen = await host.call("bookings.get", store.owner, { params });
  expect(seen.body).toMatchObject({ answers: kept });
  const contact = (await contactOf(store))?.id ?? "";
  const ofContact = await host.call("bookings.ofContact", store.owner, { params: { id: contact } });
  expect(ofContact.body).toMatchObject([{ answers: kept }]);
});

test("refuses answers that don't match the current questions", async () => {
  const store = await team();
  await setRules(store, { questions });
  const tried = async (answers: object[] | undefined) => {
    const { status, body } = await store.book({ startsAt: TEN, answers });
    const { questions: asked } = body as { questions?: unknown };
    return [status, asked];
  };
  expect(await tried(undefined)).toEqual([409, questions]);
  expect(await tried([])).toEqual([409, questions]);
  expect(await tried([{ id: "mind", answer: "  " }])).toEqual([409, questions]);
  expect(await tried([{ id: "mind", answer: "A yacht" }])).toEqual([409, questions]);
  const choice = { id: "mind", answer: "A repair" };
  expect(await tried([choice, { id: "gone", answer: "Yes" }])).toEqual([409, questions]);
  expect(await tried([choice, { id: "call", answer: "call me" }])).toEqual([409, questions]);
  expect((await tried([choice, choice]))[0]).toBe(400);
  expect((await tried([{ id: "mind", answer: "x".repeat(501) }]))[0]).toBe(400);
  expect((await tried(Array.from({ length: 11 }, (_, i) => ({ id: `a${i}`, answer: "" }))))[0]).toBe(400);
  expect(await store.rows()).toEqual([]);
  expect((await tried([choice, { id: "gone", answer: "" }]))[0]).toBe(200);
});

test("distinguishes requests with other answers", async () => {
  const store = await team();
  await setRules(store, { questions });
  const visit = { startsAt: TEN, key: newId(), answers: said };
  expect((await store.book(visit)).status).toBe(200);
  expect((await store.book({ ...visit, answers: [...said].reverse() })).status).toBe(200);
  expect((await store.book({ ...visit, answers: said.slice(0, 2) })).status).toBe(422);
  expect(await store.rows()).toHaveLength(1);
});

test("stores an answered phone number only for a new contact", async () => {
  const store = await team();
  await setRules(store, { questions });
  expect((await store.book({ startsAt: TEN, answers: said })).status).toBe(200);
  expect(await contactOf(store)).toMatchObject({ phoneNumber: "+44 20 7183 8750", version: 1 });
  const found = await host.call("contacts.list", store.owner, { query: { search: "8750" } });
  expect(found.body).toHaveLength(1);
  const other = said.map((one) => (one.id === "call" ? { ...one, answer: "+44 20 7000 0000" } : one));
  expect((await store.book({ startsAt: ELEVEN, answers: other })).status).toBe(200);
  expect(await contactOf(store)).toMatchObject({ phoneNumber: "+44 20 7183 8750", version: 1 });
  const known = { firstName: "Nora", lastName: "Berg", email: "nora@example.com", phoneNumber: "" };
  await host.call("contacts.create", store.owner, { body: known });
  const stranger = { startsAt: "2026-11-03T18:00:00.000Z", email: known.email, answers: other };
  expect((await store.book(stranger)).status).toBe(200);
  const { body } = await host.call("contacts.list", store.owner, { query: { search: "nora berg" } });
  expect(body).toMatchObject([{ phoneNumber: "" }]);
});

test("lets staff skip questions, and undoes their answers", async () => {
  const store = await team();
  await setRules(store, { questions });
  const mailed = { name: "Nora Berg", phoneNumber: "", email: "nora@example.com" };
  expect((await create(store, { startsAt: ELEVEN, answers: [] })).status).toBe(200);
  const key = newId();
  const made = await create(store, { caller: mailed, key, answers: said });
  expect(made).toMatchObject({
    status: 200,
    body: { booking: { answers: kept, phoneNumber: said[2]?.answer } },
  });
  expect((await create(store, { caller: mailed, key, answers: [] })).status).toBe(422);
  expect((await create(store, { answers: [{ id: "mind", answer: "A yacht" }] })).status).toBe(409);
  expect((await create(store, { typeId: null, title: "Chat", answers: said })).status).toBe(409);
  const { booking } = made.body as Made;
  const undo = { params: { id: booking.id }, body: { version: booking.version } };
  expect((await host.call("bookings.undo", store.owner, undo)).status).toBe(200);
  expect((await host.call("contacts.list", store.owner)).body).toHaveLength(1);
});

test("undoes only a phone number that the answer added", async () => {
  const store = await team();
  await setRules(store, { questions });
  const body = { firstName: "Nora", lastName: "Berg", email: "nora@example.com", phoneNumber: "" };
  const { id } = (await host.call("contacts.create", store.owner, { body })).body as { id: string };
  const undone = async (meanwhile?: string) => {
    const made = await create(store, { contactId: id, caller: null, answers: said });
    expect(made.status).toBe(200);
    expect(await contactOf(store)).toMatchObject({ phoneNumber: "+44 20 7183 8750" });
    if (meanwhile) {
      const { version = 0 } = (await contactOf(store)) ?? {};
      const edited = { ...body, phoneNumber: meanwhile, version };
      const params = { id };
      expect((await host.call("contacts.update", store.owner, { params, body: edited })).status).toBe(200);
    }
    const { booking } = made.body as Made;
    const undo = { params: { id: booking.id }, body: { version: booking.version } };
    expect((await host.call("bookings.undo", store.owner, undo)).status).toBe(200);
    const found = await host.call("contacts.list", store.owner, { query: { search: "8750" } });
    return [(await contactOf(store))?.phoneNumber, (found.body as object[]).length];
  };
  expect(await undone()).toEqual(["", 0]);
  expect(await undone("+44 20 7000 0000")).toEqual(["+44 20 7000 0000", 0]);
  const made = await create(store, { contactId: id, caller: null, answers: said });
  const { booking } = made.body as Made;
  const undo = { params: { id: booking.id }, body: { version: booking.version } };
  expect((await host.call("bookings.undo", store.owner, undo)).status).toBe(200);
  expect(await contactOf(store)).toMatchObject({ phoneNumber: "+44 20 7000 0000" });
});

test("limits a type to ten short questions", async () => {
  const store = await team();
  const [{ id = "" } = {}] = (await host.call("appointmentTypes.list", store.owner)).body as {
    id?: string;
  }[];
  const status = async (asked: object[]) => {
    const body = { name: "Fitting", defaultMeetingLength: 60, daysInAdvance: 14, questions: asked };
    return (await host.call("appointmentTypes.update", store.owner, { params: { id }, body })).status;
  };
  const many = (length: number) => Array.from({ length }, (_, i) => ({ ...size, id: `q${i}` }));
  expect(await status(many(10))).toBe(200);
  expect(await status(many(11))).toBe(400);
  expect(await status([size, size])).toBe(400);
  expect(await status([{ ...size, text: "x".repeat(201) }])).toBe(400);
  expect(await status([{ ...mind, options: ["One"] }])).toBe(400);
  expect(await status([{ ...mind, options: ["One", "One"] }])).toBe(400);
  const options = Array.from({ length: 21 }, (_, i) => `Choice ${i}`);
  expect(await status([{ ...mind, options }])).toBe(400);
  expect(await status([{ ...mind, options: options.slice(1) }])).toBe(200);
  const body = { name: "Fitting", defaultMeetingLength: 60, daysInAdvance: 14 };
  await host.call("appointmentTypes.update", store.owner, { params: { id }, body });
  const [type] = (await host.call("appointmentTypes.list", store.owner)).body as { questions: object[] }[];
  expect(type?.questions).toHaveLength(1);
  expect((await store.slots(TUESDAY)).length).toBeGreaterThan(0);
});
