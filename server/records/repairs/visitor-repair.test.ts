import type { Repair, VisitorRepair } from "#lib/contract/repairs.ts";
import type { Task } from "#lib/contract/tasks.ts";
import { recordToken } from "#server/platform/secrets/tokens.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";
import { repairOf } from "#server/testing/repairs.ts";

let now = new Date("2026-11-21T10:00:00Z");
beforeEach(() => {
  now = new Date("2026-11-21T10:00:00Z");
});
const host = testHost({ clock: () => now });
const make = recordsOf(host);

const FORM = { estimate: "FIXED", lines: [{ name: "Resize ring", note: "to 6½", amount: "185" }] };

async function taken(user: Person, changes: object = {}) {
  const contact = await make.contact(user, { firstName: "Amara", lastName: "Okafor" });
  const { body } = await host.call("repairs.create", user, {
    body: repairOf(contact, { ...FORM, ...changes }),
  });
  const { id, token } = body as { id: string; token: string };
  return { id, token, contact };
}
const params = (token: string) => ({ params: { token } });
const look = (token: string) => host.call("visitor.repair", null, params(token));
const shown = async (token: string) => (await look(token)).body as VisitorRepair;
const approve = (token: string, estimateVersion = 1) =>
  host.call("visitor.approve", null, { ...params(token), body: { estimateVersion } });
const askCall = (token: string) => host.call("visitor.askCall", null, params(token));
const read = async (user: Person, id: string) =>
  (await host.call("repairs.get", user, { params: { id } })).body as Repair;
const calls = async (user: Person) =>
  ((await host.call("tasks.list", user)).body as Task[]).filter(({ what }) => what.startsWith("Call "));
const change = async (user: Person, id: string, lines: object[]) => {
  const { contact: _, ...form } = repairOf("x", { ...FORM, lines });
  expect((await host.call("repairs.update", user, { params: { id }, body: form })).status).toBe(200);
};

test("shows the customer nothing private", async () => {
  const { user, owner } = await host.shop();
  await host.call("organization.setBrand", owner, { body: { color: "#14594a", phone: "(207) 555-0100" } });
  const { token } = await taken(user, { condition: "Scratched", keptIn: "Safe", personId: user.id });
  const answer = await look(token);
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({
    number: 1001,
    kind: "RING",
    state: "IN",
    total: "185",
    approved: null,
    face: { color: "#14594a", phone: "(207) 555-0100", exceptions: [] },
  });
  expect(JSON.stringify(answer.body)).not.toMatch(/Amara|Okafor|Sapphire|Scratched|Safe|Tight|6½|Ada/);
});

test("approves the estimate that the customer saw, once", async () => {
  const { user } = await host.shop();
  const { id, token } = await taken(user);
  await change(user, id, [{ name: "Resize ring", note: null, amount: "250" }]);
  expect(await approve(token)).toMatchObject({
    status: 409,
    body: { message: "The estimate has changed. Please look again.", current: { total: "250" } },
  });
  const { estimateVersion } = await shown(token);
  const both = await Promise.all([approve(token, estimateVersion), approve(token, estimateVersion)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const { version, approved } = await read(user, id);
  expect(approved).toEqual({ total: "250", at: now.toISOString() });
  now = new Date(+now + 60_000);
  expect((await approve(token, estimateVersion)).body).toMatchObject({ approved });
  expect(await read(user, id)).toMatchObject({ version, approved });
  await change(user, id, [{ name: "Resize ring", note: null, amount: "200" }]);
  expect(await shown(token)).toMatchObject({ estimateVersion: 3, approved });
  await change(user, id, [{ name: "Resize ring", note: null, amount: "300" }]);
  expect((await approve(token, 4)).body).toMatchObject({ approved: { total: "300" } });
});

test("has nothing to approve before an inspection or once ready", async () => {
  const { user } = await host.shop();
  const unseen = await taken(user, { estimate: "AFTER_LOOK" });
  expect((await approve(unseen.token)).status).toBe(409);
  const { id, token } = await taken(user);
  await host.call("repairs.move", user, { params: { id }, body: { from: "IN", state: "READY" } });
  expect((await approve(token)).status).toBe(409);
  await host.call("repairs.move", user, { params: { id }, body: { from: "READY", state: "HANDED_OVER" } });
  expect((await approve(token)).status).toBe(409);
  expect((await askCall(token)).status).toBe(409);
  expect(await calls(user)).toEqual([]);
  expect((await read(user, id)).approved).toBeNull();
});

test("makes one task of all requests for a call", async () => {
  const { user } = await host.shop();
  const { id, token, contact } = await taken(user, { personId: user.id });
  await Promise.all([askCall(token), askCall(token), askCall(token)]);
  const [call, ...others] = await calls(user);
  expect(others).toEqual([]);
  expect(call).toMatchObject({
    what: "Call Amara Okafor: R-1001, Sapphire halo ring",
    ...{ contact: { id: contact }, person: { id: user.id }, dueDay: "2026-11-21" },
  });
  expect((await shown(token)).callAskedAt).toBe(now.toISOString());
  const asked = now.toISOString();
  now = new Date("2026-11-21T10:01:00Z");
  const wait = () =>
    host.call("repairs.move", user, { params: { id }, body: { from: "IN", state: "WAITING" } });
  await wait();
  expect((await shown(token)).callAskedAt).toBeNull();
  await host.call("repairs.undo", user, { params: { id }, body: { from: "WAITING" } });
  await askCall(token);
  expect([(await shown(token)).callAskedAt, (await read(user, id)).callAskedAt]).toEqual([asked, asked]);
  expect(await calls(user)).toHaveLength(1);
  await wait();
  await askCall(token);
  expect(await calls(user)).toHaveLength(2);
});

test("ends 30 days after pick-up, when deleted or erased", async () => {
  const { user, owner } = await host.shop();
  const [gone, kept, erased] = [await taken(user), await taken(user), await taken(user)];
  for (const { id } of [gone, erased])
    await host.call("repairs.move", user, { params: { id }, body: { from: "IN", state: "HANDED_OVER" } });
  now = new Date("2026-12-21T10:00:00Z");
  expect((await look(gone.token)).status).toBe(200);
  now = new Date("2026-12-21T10:00:01Z");
  for (const answer of [await look(gone.token), await approve(gone.token), await askCall(gone.token)])
    expect(answer).toMatchObject({ status: 404, body: { message: "This link has ended" } });
  expect((await host.call("repairs.delete", user, { params: { id: kept.id } })).status).toBe(200);
  expect((await askCall(kept.token)).status).toBe(404);
  now = new Date("2026-12-01T10:00:00Z");
  await host.call("contacts.erase", owner, {
    params: { id: erased.contact },
    body: { name: "Amara Okafor" },
  });
  expect((await look(erased.token)).status).toBe(404);
});

test("refuses invented tokens, other purposes and other stores' records", async () => {
  const [{ user }, there] = [await host.shop(), await host.shop()];
  const { id, token } = await taken(user);
  const { secret } = await host.host();
  const sign = (purpose: "repair" | "wish", organizationId: string) =>
    recordToken(secret, purpose, { organizationId, id });
  const last = token.endsWith("A") ? "B" : "A";
  for (const bad of ["x", "A".repeat(64), `${token.slice(0, -1)}${last}`])
    expect((await look(bad)).status).toBe(404);
  expect((await host.send("GET", `/repair/${"A".repeat(9_999)}`)).status).toBe(404);
  expect((await look(sign("wish", user.organizationId))).status).toBe(404);
  expect((await approve(sign("repair", there.user.organizationId))).status).toBe(404);
  expect((await look(sign("repair", user.organizationId))).status).toBe(200);
});
