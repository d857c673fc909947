import { newId } from "#server/platform/db/id.ts";
import { testHost, WEB_URL } from "#server/testing/host.ts";
import { slugOf } from "./appointment-types.ts";

const host = testHost();
const fitting = { name: "Ring fitting", defaultMeetingLength: 45, daysInAdvance: 30 };

type Type = typeof fitting & { id: string; appointmentBookingLink: string; version: number };

async function list(user: Parameters<typeof host.call>[1]): Promise<Type[]> {
  return (await host.call("appointmentTypes.list", user)).body as Type[];
}

test("creates no types for a new store on simultaneous requests", async () => {
  const { user } = await host.shop();
  expect(await Promise.all([list(user), list(user)])).toEqual([[], []]);
});

test("creates, renames and deletes a type with its link", async () => {
  const { user } = await host.shop();
  const { body } = await host.call("appointmentTypes.create", user, { body: fitting });
  const [created] = await list(user);
  expect(created).toMatchObject({ ...fitting, ...(body as object), version: 1 });
  expect(created?.appointmentBookingLink).toMatch(new RegExp(`^${WEB_URL}/book/ring-fitting-[0-9a-f]{8}$`));
  const params = { id: created?.id };
  const renamed = { ...fitting, name: "Valuation", version: 1 };
  expect((await host.call("appointmentTypes.update", user, { params, body: renamed })).status).toBe(200);
  const late = await host.call("appointmentTypes.update", user, { params, body: renamed });
  const link = created?.appointmentBookingLink;
  const current = { name: "Valuation", appointmentBookingLink: link, version: 2 };
  expect(late).toMatchObject({ status: 409, body: { message: "Changed by someone else", current } });
  expect(await list(user)).toMatchObject([{ name: "Valuation", appointmentBookingLink: link, version: 2 }]);
  expect((await host.call("appointmentTypes.delete", user, { params })).status).toBe(200);
  expect((await host.call("appointmentTypes.delete", user, { params })).status).toBe(404);
  expect(await list(user)).toEqual([]);
});

test.each([
  [{ name: "  " }, "name: Name is required"],
  [{ daysInAdvance: 0 }, "daysInAdvance: Must be 1 or more"],
  [{ defaultMeetingLength: 7.5 }, "defaultMeetingLength: Must be a whole number"],
  [{ defaultMeetingLength: 20 }, "defaultMeetingLength: Must be in 15-minute increments"],
  [{ defaultMeetingLength: 0 }, "defaultMeetingLength: Must be 5 or more"],
])("refuses %j: %s", async (changes, message) => {
  const { user } = await host.shop();
  const body = { ...fitting, ...changes };
  expect(await host.call("appointmentTypes.create", user, { body })).toMatchObject({
    status: 400,
    body: { message },
  });
});

test("hides another organization's type", async () => {
  const [here, there] = [await host.shop(), await host.shop()];
  await host.call("appointmentTypes.create", there.user, { body: fitting });
  const id = (await list(there.user))[0]?.id ?? newId();
  const params = { id };
  expect((await host.call("appointmentTypes.update", here.owner, { params, body: fitting })).status).toBe(
    404,
  );
  expect((await host.call("appointmentTypes.delete", here.owner, { params })).status).toBe(404);
  expect(await list(here.owner)).toEqual([]);
  expect(await list(there.user)).toHaveLength(1);
});

test.each([
  ["Ring fitting", /^ring-fitting-[0-9a-f]{8}$/],
  ["Zoë’s 30 min!", /^zoes-30-min-[0-9a-f]{8}$/],
  ["試着", /^[0-9a-f]{8}$/],
  ["x".repeat(100), /^x{40}-[0-9a-f]{8}$/],
])("makes a slug from %j", (name, slug) => expect(slugOf(name)).toMatch(slug));
