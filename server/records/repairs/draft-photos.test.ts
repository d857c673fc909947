import type { Answer } from "#lib/contract/contract.ts";
import { filesOf, partOf } from "#server/testing/files.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { gif, jpeg, pdf, png, SECRETS } from "#server/testing/pictures.ts";
import { recordsOf } from "#server/testing/records.ts";
import { repairOf } from "#server/testing/repairs.ts";

let now = new Date();
beforeEach(() => {
  now = new Date();
});
const host = testHost({ clock: () => now });
const make = recordsOf(host);
const files = filesOf(host);

const reserve = async (user: Person) =>
  ((await host.call("repairs.reserve", user)).body as Answer<"repairs.reserve">).draft;
const link = (user: Person, draft: string) => host.call("repairs.photoLink", user, { body: { draft } });
const linkOf = async (user: Person, draft: string) =>
  ((await link(user, draft)).body as Answer<"repairs.photoLink">).token;
const listed = async (user: Person, draft: string) =>
  (await host.call("repairs.draftPhotos", user, { query: { draft } })).body as Answer<"repairs.draftPhotos">;
const begin = (token: string, bytes: number) =>
  host.call("visitor.addPhoto", null, { params: { token }, body: { bytes } });
const send = (token: string, id: string, bytes: Buffer) =>
  host.call("visitor.sendPhoto", null, { params: { token }, body: { id, ...partOf(bytes, 0) } });
const look = async (token: string) => (await host.call("visitor.draft", null, { params: { token } })).status;

async function shoot(token: string, bytes: Buffer): Promise<string> {
  const { id } = (await begin(token, bytes.length)).body as { id: string };
  expect((await send(token, id, bytes)).status).toBe(200);
  return id;
}

test("adds photos from a phone to the draft, without their location", async () => {
  const { user, admin } = await host.shop();
  const draft = await reserve(user);
  const token = await linkOf(user, draft);
  const page = await host.call("visitor.draft", null, { params: { token } });
  expect(Object.keys(page.body as object).sort()).toEqual(["count", "store", "storeTimezone", "until"]);
  const id = await shoot(token, jpeg(6));
  expect(await listed(user, draft)).toMatchObject([{ id, type: "image/jpeg", width: 4, height: 6 }]);
  expect(await listed(admin, draft)).toEqual([]);
  expect((await files.read(admin, id)).status).toBe(404);
  const stored = (await files.read(user, id)).body as Buffer;
  expect(SECRETS.filter((text) => stored.includes(text))).toEqual([]);
  const photos = [{ id, name: "Photo.jpg" }];
  const body = repairOf(await make.contact(user), { draft, photos });
  const { id: repair } = (await host.call("repairs.create", user, { body })).body as { id: string };
  expect(await host.call("repairs.get", admin, { params: { id: repair } })).toMatchObject({
    body: { photos: [{ id, name: "Photo.jpg" }] },
  });
  expect(await listed(user, draft)).toEqual([]);
});

test("ends the link after ten minutes, and when the draft is saved or its person leaves", async () => {
  const { user, owner } = await host.shop();
  const draft = await reserve(user);
  const token = await linkOf(user, draft);
  const { id } = (await begin(token, png().length)).body as { id: string };
  now = new Date(+now + 10 * 60_000);
  expect([await look(token), (await begin(token, 100)).status]).toEqual([404, 404]);
  expect((await send(token, id, png())).status).toBe(404);
  expect(await listed(user, draft)).toEqual([]);

  const again = await linkOf(user, draft);
  const body = repairOf(await make.contact(user), { draft });
  const saved = (await host.call("repairs.create", user, { body })).body as { id: string };
  expect([await look(again), (await begin(again, 100)).status]).toEqual([404, 404]);
  expect((await link(user, draft)).status).toBe(404);
  await host.call("repairs.delete", user, { params: { id: saved.id } });
  expect([await look(again), (await link(user, draft)).status]).toEqual([404, 404]);

  const last = await linkOf(user, await reserve(user));
  expect((await host.call("team.remove", owner, { body: { id: user.id } })).status).toBe(200);
  expect(await look(last)).toBe(404);
});

test("attaches each added photo", async () => {
  const { user, admin } = await host.shop();
  const draft = await reserve(user);
  const token = await linkOf(user, draft);
  const early = await shoot(token, jpeg());
  const { id } = (await begin(token, png().length)).body as { id: string };
  const loose = await files.upload(user, png());
  const body = repairOf(await make.contact(user), { draft });
  const { database } = await host.host();
  const { read } = database;
  let saved = { id: "" };
  database.read = async (...asked) => {
    database.read = read;
    saved = (await host.call("repairs.create", user, { body })).body as { id: string };
    return read(...asked);
  };
  expect(await send(token, id, png())).toMatchObject({ status: 404 });
  const { photos } = (await host.call("repairs.get", admin, { params: saved })).body as Answer<"repairs.get">;
  expect(photos).toMatchObject([{ id: early, name: "Photo.jpg" }]);
  expect(await listed(user, draft)).toEqual([]);
  expect((await files.read(user, loose)).status).toBe(200);
});

test("opens no other draft, store or file with the link", async () => {
  const [here, there] = [await host.shop(), await host.shop()];
  const [mine, other] = [await reserve(here.user), await reserve(here.user)];
  const [token, second] = [await linkOf(here.user, mine), await linkOf(here.user, other)];
  expect((await link(there.user, mine)).status).toBe(404);
  expect(await listed(there.user, mine)).toEqual([]);
  const { id } = (await begin(second, png().length)).body as { id: string };
  const loose = await files.begin(here.user, png().length);
  for (const foreign of [id, loose, "x"]) expect((await send(token, foreign, png())).status).toBe(404);
  const forged = `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;
  for (const wrong of [forged, mine, second.slice(0, 40) + token.slice(40), "x".repeat(96)])
    expect(await look(wrong)).toBe(404);
  const { token: customers } = (await host.call("repairs.reserve", here.user)).body as { token: string };
  expect(await look(customers)).toBe(404);
  expect((await host.call("visitor.repair", null, { params: { token } })).status).toBe(404);
  expect(await listed(here.user, mine)).toEqual([]);
});

test("refuses what isn't a photo, a 13th photo and too many requests", async () => {
  const { user } = await host.shop();
  const draft = await reserve(user);
  const token = await linkOf(user, draft);
  expect((await begin(token, 8_000_001)).status).toBe(413);
  for (const bytes of [Buffer.from("MZ program"), pdf()]) {
    const { id } = (await begin(token, bytes.length)).body as { id: string };
    expect((await send(token, id, bytes)).status).toBe(422);
  }
  const all = await Promise.all(Array.from({ length: 14 }, () => begin(token, gif().length)));
  expect(all.filter(({ status }) => status === 422)).toHaveLength(2);
  for (let i = 0; ; i++) {
    expect(i).toBeLessThan(700);
    if ((await look(token)) === 429) break;
  }
});
