import type { Trashed } from "#lib/contract/journal.ts";
import type { Repair } from "#lib/contract/repairs.ts";
import { filesOf } from "#server/testing/files.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { gif, jpeg, pdf, png, SECRETS } from "#server/testing/pictures.ts";
import { recordsOf } from "#server/testing/records.ts";
import { repairOf } from "#server/testing/repairs.ts";
import { unzip } from "#server/testing/workbook.ts";

const host = testHost();
const make = recordsOf(host);
const files = filesOf(host);

async function taken(who: Person, changes: object = {}) {
  const contact = await make.contact(who, { firstName: "Amara", lastName: "Okafor" });
  const answer = await host.call("repairs.create", who, { body: { ...repairOf(contact), ...changes } });
  return { ...(answer.body as { id: string; token: string }), status: answer.status, contact };
}
const photo = async (who: Person, bytes = png(), name = "ring.png") => ({
  id: await files.upload(who, bytes),
  name,
});
const add = (who: Person, id: string, photos: object[]) =>
  host.call("repairs.addPhotos", who, { params: { id }, body: { photos } });
const read = async (who: Person, id: string) =>
  (await host.call("repairs.get", who, { params: { id } })).body as Repair;

test("keeps photos without metadata, for the team only", async () => {
  const { user, admin } = await host.shop();
  const { id, token } = await taken(user, { photos: [await photo(user)] });
  const second = await photo(user, jpeg(), "hallmark");
  expect((await add(user, id, [second])).status).toBe(200);
  const { photos } = await read(admin, id);
  expect(photos).toMatchObject([
    { name: "ring.png", type: "image/png", at: expect.stringMatching(/^20.*Z$/) },
    { id: second.id, name: "hallmark.jpg", type: "image/jpeg" },
  ]);
  const { status, body } = await files.read(admin, second.id);
  expect(status).toBe(200);
  for (const secret of SECRETS) expect(String(body)).not.toContain(secret);
  const listed = await host.call("repairs.list", user, { query: { page: 1, limit: 9 } });
  expect(listed.body).toMatchObject([{ id, photoCount: 2, photo: photos[0]?.id }]);
  const bare = await taken(user);
  const board = await host.call("repairs.board", user);
  expect(board.body).toContainEqual(expect.objectContaining({ id: bare.id, photoCount: 0 }));
  expect(JSON.stringify(board.body)).not.toContain(photos[0]?.id);
  const page = await host.call("visitor.repair", null, { params: { token } });
  expect(page.status).toBe(200);
  expect(JSON.stringify(page.body)).not.toContain(second.id);
});

test("serves a photo's thumbnail, checked like the photo", async () => {
  const { user, admin } = await host.shop();
  const there = await host.shop();
  const send = async (person: Person, thumb: Buffer) => {
    const id = await files.begin(person, png().length);
    const body = { part: 0, data: png().toString("base64"), thumb: thumb.toString("base64") };
    return { id, status: (await host.call("files.upload", person, { params: { id }, body })).status };
  };
  const { id, status } = await send(user, jpeg());
  expect(status).toBe(200);
  await taken(user, { photos: [{ id, name: "ring.png" }] });
  const [small, whole] = [await files.read(admin, id, { thumb: "1" }), await files.read(admin, id)];
  expect([small.status, whole.status]).toEqual([200, 200]);
  for (const secret of SECRETS) expect(String(small.body)).not.toContain(secret);
  expect(String(small.body)).not.toBe(String(whole.body));
  expect(String((await files.read(admin, await files.upload(admin, png()), { thumb: "1" })).body)).toBe(
    String(whole.body),
  );
  expect((await files.read(there.owner, id, { thumb: "1" })).status).toBe(404);
  const wrong = [png(), pdf(), Buffer.from("MZ\x90\0This program cannot be run"), Buffer.alloc(31_000)];
  const statuses = [];
  for (const thumb of wrong) statuses.push((await send(user, thumb)).status);
  expect(statuses).toEqual([422, 422, 422, 400]);
});

test("refuses programs, PDFs, others' photos and the 13th photo", async () => {
  const { user, admin } = await host.shop();
  const there = await host.shop();
  const { id } = await taken(user);
  const program = Buffer.from("MZ\x90\0This program cannot be run");
  const begun = await files.begin(user, program.length);
  expect(await files.send(user, begun, program, 0)).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining("This type of file is not supported") },
  });
  expect((await add(user, id, [{ id: begun, name: "ring.png" }])).status).toBe(404);
  expect((await add(user, id, [await photo(user, pdf(), "ring.png")])).status).toBe(422);
  expect((await add(user, id, [await photo(admin)])).status).toBe(404);
  expect((await add(user, id, [await photo(there.user)])).status).toBe(404);
  expect((await add(there.user, id, [await photo(there.user)])).status).toBe(404);
  const many = [];
  for (let n = 0; n < 13; n++) many.push(await photo(user, gif(), `${n}.gif`));
  expect((await add(user, id, many.slice(0, 11))).status).toBe(200);
  expect((await add(user, id, many.slice(11))).status).toBe(422);
  expect((await add(user, id, many.slice(12))).status).toBe(200);
  expect((await read(user, id)).photos).toHaveLength(12);
});

test("adds a photo that is sent twice only once", async () => {
  const { user } = await host.shop();
  const { id } = await taken(user);
  const photos = [await photo(user)];
  const answers = await Promise.all([add(user, id, photos), add(user, id, photos)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect((await read(user, id)).photos).toHaveLength(1);
});

test("photos follow their repair into trash, back and export", async () => {
  const { user, owner } = await host.shop();
  const { id } = await taken(user, { photos: [await photo(user)] });
  await host.call("repairs.delete", owner, { params: { id } });
  const trashed = (await host.call("trash.list", owner, {})).body as Trashed[];
  const [gone] = trashed.filter(({ kind }) => kind === "repair");
  expect((await host.call("trash.restore", owner, { params: { id: gone?.id ?? "" } })).status).toBe(200);
  const [restored] = (await read(user, id)).photos;
  expect((await files.read(user, restored?.id ?? "")).status).toBe(200);
  const exported = await unzip((await host.call("data.export", owner)).body as Buffer);
  expect(exported.get(`files/${restored?.id}-ring.png`)).toBeDefined();
  expect(exported.get("csv/note-files.csv")?.toString()).toContain(`Amara Okafor,image/png`);
});

test("erasing a customer deletes the photos of their repairs", async () => {
  const shop = await host.shop();
  const { user, owner } = shop;
  const { id, contact } = await taken(user, { photos: [await photo(user)] });
  const other = await make.contact(user, { firstName: "Mei", lastName: "Tan", email: "mei@example.com" });
  const hers = await host.call("repairs.create", user, {
    body: { ...repairOf(other), photos: [await photo(user)] },
  });
  const removed = await photo(user);
  await add(user, id, [removed]);
  expect((await host.call("files.delete", user, { params: { id: removed.id } })).status).toBe(200);
  const cards = [contact, other].map((one) => ({ id: one, version: 1 }));
  const from = {
    ...{ name: contact, email: contact, phoneNumber: contact },
    ...{ birthday: contact, anniversary: contact },
  };
  expect((await host.call("contacts.merge", owner, { body: { cards, from } })).status).toBe(200);
  expect((await read(user, (hers.body as { id: string }).id)).photos).toHaveLength(1);
  expect(await files.keptOf(shop)).toHaveLength(3);
  const erased = await host.call("contacts.erase", owner, {
    params: { id: contact },
    body: { name: "Amara Okafor" },
  });
  expect(erased).toMatchObject({ status: 200 });
  expect(await files.keptOf(shop)).toEqual([]);
  expect((await read(user, id)).photos).toEqual([]);
});
