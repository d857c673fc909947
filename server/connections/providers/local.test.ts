import type { BookingEvent } from "#server/connections/calendar/write-event.ts";
import { type Shop, testHost } from "#server/testing/host.ts";
import { localProvider } from "./local.ts";

const host = testHost();

const event: BookingEvent = {
  uid: "0190b7a0-0000-7000-8000-000000000001",
  sequence: 0,
  title: "Ring fitting",
  description: "",
  startsAt: new Date("2026-12-01T15:00:00Z"),
  endsAt: new Date("2026-12-01T15:30:00Z"),
};
const holderIn = ({ id, owner }: Shop) => ({ organizationId: id, userId: owner.id });
const DECEMBER = [new Date("2026-12-01"), new Date("2027-01-01")] as const;

test("saves, moves and removes an event in its own store", async () => {
  const [shop, other] = [await host.shop(), await host.shop()];
  const local = localProvider(await host.host(), holderIn(shop));
  await Promise.all([local.saveEvent("store", event), local.saveEvent("store", event)]);
  expect(await local.events("store", ...DECEMBER)).toMatchObject([{ uid: event.uid, title: "Ring fitting" }]);
  expect(await localProvider(await host.host(), holderIn(other)).events("store", ...DECEMBER)).toEqual([]);

  const moved = {
    ...event,
    startsAt: new Date("2026-12-31T23:45:00Z"),
    endsAt: new Date("2027-01-01T00:15:00Z"),
  };
  await local.saveEvent("store", moved);
  expect(await local.events("store", ...DECEMBER)).toMatchObject([{ startsAt: moved.startsAt }]);
  await local.removeEvent("store", event.uid);
  await local.removeEvent("store", event.uid);
  expect(await local.events("store", ...DECEMBER)).toEqual([]);
});

test("rejects changes to other calendars", async () => {
  const shop = await host.shop();
  const local = localProvider(await host.host(), holderIn(shop));
  const refusal = { kind: "never", message: "This calendar is read-only." };
  await expect(local.saveEvent("Public holidays", event)).rejects.toMatchObject(refusal);
  await expect(local.removeEvent("Public holidays", event.uid)).rejects.toMatchObject(refusal);
});
