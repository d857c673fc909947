import { eq } from "drizzle-orm";
import { DAY } from "#lib/time/zone.ts";
import { organizations } from "#server/platform/db/schema.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";

const clock = { now: Date.now() };
const host = testHost({ clock: () => new Date(clock.now) });
const make = recordsOf(host);

async function newStore() {
  const shop = await host.shop();
  const database = await host.database();
  await database.system((db) =>
    db
      .update(organizations)
      .set({ setup: { steps: {}, isOver: false } })
      .where(eq(organizations.id, shop.id)),
  );
  return shop;
}

const get = async (person: Person) => (await host.call("setup.get", person)).body;
const mark = async (person: Person, body: object) => (await host.call("setup.mark", person, { body })).status;

test("shows setup to each manager once", async () => {
  const { owner, admin, user } = await newStore();
  const steps = { you: "done", team: "done" };
  expect(await get(owner)).toEqual({ steps, isDue: true, isOver: false, isHidden: false });
  expect(await mark(owner, { isSeen: true })).toBe(200);
  expect(await get(owner)).toMatchObject({ isDue: false });
  expect(await get(admin)).toMatchObject({ isDue: true });

  expect(await mark(owner, { steps: { store: "done", mail: "skipped" } })).toBe(200);
  expect(await mark(admin, { steps: { store: "skipped" } })).toBe(200);
  expect(await get(admin)).toMatchObject({ steps: { ...steps, store: "done", mail: "skipped" } });
  expect(await mark(owner, { isOver: true })).toBe(200);
  expect(await get(admin)).toMatchObject({ isDue: false, isOver: true, isHidden: false });
  expect(await mark(owner, { isHidden: true })).toBe(200);
  expect(await get(owner)).toMatchObject({ isOver: true, isHidden: true });
  clock.now += 7 * DAY;
  expect(await get(owner)).toMatchObject({ isOver: true, isHidden: false });
  expect(await mark(user, { isOver: true })).toBe(403);
});

test("counts a step wherever it was done", async () => {
  const { owner } = await newStore();
  const availability = Array.from({ length: 7 }, () => Array.from({ length: 24 }, (_, hour) => hour === 9));
  await host.call("people.setHours", owner, { params: { id: owner.id }, body: { availability } });
  expect(await get(owner)).toMatchObject({ steps: { hours: "done" }, isDue: true });
  await make.contact(owner);
  expect(await get(owner)).toMatchObject({ steps: { customers: "done" }, isDue: false, isOver: false });
});

test("hides setup from other stores, and rejects invalid steps", async () => {
  const [mine, theirs, old] = [await newStore(), await newStore(), await host.shop()];
  await mark(mine.owner, { steps: { hours: "done" }, isOver: true });
  expect(await get(theirs.owner)).toEqual({
    steps: { you: "done", team: "done" },
    isDue: true,
    isOver: false,
    isHidden: false,
  });
  expect(await get(old.owner)).toMatchObject({ isDue: false, isOver: true, isHidden: true });
  for (const body of [{ steps: { hours: "gone" } }, { isOver: false }, { steps: [] }, []]) {
    expect(await mark(theirs.owner, body)).toBe(400);
  }
  expect(await mark(theirs.owner, { steps: { colour: "done" } })).toBe(200);
  expect(await get(theirs.owner)).toMatchObject({ steps: { you: "done", team: "done" } });
});

test("keeps both steps of two people at once", async () => {
  const { owner, admin } = await newStore();
  await Promise.all([
    mark(owner, { steps: { store: "done" }, isSeen: true }),
    mark(admin, { steps: { hours: "skipped" }, isSeen: true }),
    mark(owner, { steps: { customers: "skipped" } }),
  ]);
  expect(await get(admin)).toMatchObject({
    steps: { store: "done", hours: "skipped", customers: "skipped" },
    isDue: false,
  });
  expect(await get(owner)).toMatchObject({ isDue: false });
});

test("adds what a kind of store needs once", async () => {
  const { owner, admin, user } = await newStore();
  const ring = { label: "Ring size", kind: "text", group: "Sizes", suffix: "", options: [] };
  const body = {
    products: [
      { name: "Rings", description: "" },
      { name: "Crème", description: "" },
    ],
    fields: [{ ...ring, isRequired: false, isSearchable: false, isWarning: false }],
    templates: [{ name: "Thank you", subject: "Thank you", content: "Hello {{firstName}}" }],
    appointmentTypes: [{ name: "Ring fitting", defaultMeetingLength: 30, daysInAdvance: 60 }],
  };
  await host.call("products.create", owner, { body: { name: "creme", description: "ours" } });
  const add = (person: Person) => host.call("setup.add", person, { body });
  const answers = await Promise.all([add(owner), add(admin)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers.map(({ body }) => (body as { added: number }).added).sort()).toEqual([0, 4]);
  const names = async (list: "products.list" | "fields.list" | "templates.list" | "appointmentTypes.list") =>
    ((await host.call(list, owner)).body as { name?: string; label?: string }[]).map(
      ({ name, label }) => name ?? label,
    );
  expect((await names("products.list")).filter((name) => /rings|cr[eè]me/i.test(name ?? ""))).toEqual([
    "Rings",
    "creme",
  ]);
  expect(await names("fields.list")).toEqual(["Ring size"]);
  expect(await names("templates.list")).toEqual(["Thank you"]);
  expect(await names("appointmentTypes.list")).toEqual(["Ring fitting"]);
  expect((await add(user)).status).toBe(403);
});
