import { TEN, TUESDAY, visited } from "#server/testing/booking.ts";
import { waitingTests } from "#server/testing/waiting.ts";

const host = waitingTests();
type Store = Awaited<ReturnType<typeof host.team>>;
type Seen = { slug: string | null; moveToken: string | null };

const THURSDAY = "2026-11-05";
const LATER = "2026-11-05T15:00:00.000Z";

async function idOf(store: Store): Promise<string> {
  const { body } = await host.call("appointmentTypes.list", store.owner);
  const types = body as { id: string; appointmentBookingLink: string }[];
  return types.find(({ appointmentBookingLink }) => appointmentBookingLink.endsWith(store.slug))?.id ?? "";
}

async function hide(store: Store, isHidden = true) {
  const rules = { isHidden, people: [store.owner.id] };
  const body = { name: "Ring fitting", defaultMeetingLength: 60, daysInAdvance: 14, ...rules };
  const params = { id: await idOf(store) };
  expect((await host.call("appointmentTypes.update", store.owner, { params, body })).status).toBe(200);
}

async function asVisitor(store: Store, slug: string, query: object = {}) {
  const params = { slug };
  const answers = await Promise.all([
    host.call("visitor.page", null, { params }),
    host.call("visitor.slots", null, { params, query }),
    store.book({ startsAt: TEN }, slug),
    host.addEntry({ ...store, slug }),
  ]);
  return answers.map(({ status, body }) => ({ status, body }));
}

test("hides a staff-only type's link until it is bookable", async () => {
  const store = await host.team();
  const missing = await asVisitor(store, "ring-fitting-00000000");
  expect(missing.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  await hide(store);
  expect(await asVisitor(store, store.slug)).toEqual(missing);
  expect(await store.rows()).toEqual([]);
  const [type] = (await host.call("appointmentTypes.list", store.owner)).body as object[];
  expect(type).toMatchObject({ isHidden: true });
  await hide(store, false);
  const shown = await asVisitor(store, store.slug);
  expect(shown.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

test("lets staff book it, and its own links work", async () => {
  const store = await host.team();
  const other = await store.addType("Repair", 60);
  const elsewhere = visited(await store.book({ startsAt: LATER, email: "b@example.com" }, other));
  const booked = visited(await store.book({ startsAt: "2026-11-04T15:00:00.000Z" }, store.slug));
  await hide(store);
  expect((await host.create(store, { typeId: await idOf(store) })).status).toBe(200);

  const look = async (token: string | null) =>
    (await host.act("visitor.booking", token)).body as Seen & { status: string };
  expect(await look(booked.cancelToken)).toMatchObject({ status: "CONFIRMED", slug: null });
  expect(await look(booked.moveToken)).toMatchObject({ slug: store.slug, moveToken: booked.moveToken });
  const slots = async (token: string | null) => {
    const query = { from: THURSDAY, to: THURSDAY, ...(token && { token }) };
    return (await host.call("visitor.slots", null, { params: { slug: store.slug }, query })).status;
  };
  expect(await slots(booked.moveToken)).toBe(200);
  for (const token of [null, booked.cancelToken, elsewhere.moveToken]) expect(await slots(token)).toBe(404);

  const moved = visited(await host.moveTo(booked.moveToken, "2026-11-06T15:00:00.000Z"));
  expect(moved).toMatchObject({ startsAt: "2026-11-06T15:00:00.000Z" });
  expect(await slots(booked.moveToken)).toBe(404);
  expect(visited(await host.act("visitor.cancel", moved.cancelToken)).status).toBe("CANCELLED");
  expect(await look(moved.moveToken)).toMatchObject({ status: "CANCELLED", slug: null, moveToken: null });
  expect(await slots(moved.moveToken)).toBe(404);
});

test("releases times of a hidden type, and offers them again", async () => {
  const store = await host.team();
  await hide(store, false);
  const day = await host.fill(store);
  const dora = await host.wait(store);
  await day.cancel(TEN);
  await host.turn();
  const { offer } = await host.look(dora.token);
  expect(offer?.startsAt).toBe(TEN);

  await hide(store);
  expect((await host.take(dora.token, offer?.id)).status).toBe(409);
  expect(await host.look(dora.token)).toMatchObject({ state: "WAITING", offer: null, slug: "" });
  await host.turn();
  expect(await host.look(dora.token)).toMatchObject({ offer: null });
  expect(await host.line(store.owner)).toMatchObject([{ isHidden: true, offer: null }]);

  await hide(store, false);
  await host.turn();
  expect((await host.look(dora.token)).offer?.startsAt).toBe(TEN);
  await hide(store);
  await host.turn();
  const { offers } = await host.rows(store);
  expect(offers.map(({ state }) => state)).toEqual(["WITHDRAWN", "WITHDRAWN"]);
  const about = (await store.mails()).filter(({ subject }) => subject?.startsWith("A time opened up"));
  expect(about.map(({ state }) => state)).toEqual(["skipped", "skipped"]);

  const contact = { firstName: "Pia", lastName: "Berg", email: "pia@example.com", phoneNumber: "" };
  const { id } = (await host.call("contacts.create", store.owner, { body: contact })).body as { id: string };
  const days = { from: TUESDAY, to: TUESDAY, timeOfDay: "ANY" };
  const added = { ...days, contact: { id, name: "" }, typeId: await idOf(store), personId: null };
  expect(await host.call("wishes.create", store.owner, { body: added })).toMatchObject({
    status: 400,
    body: { message: "typeId: Only staff can book this type, so it has no waiting list." },
  });
  expect((await host.call("visitor.withdraw", null, { params: { token: dora.token } })).status).toBe(200);
});
