import { sql } from "drizzle-orm";
import type { Answer } from "#lib/contract/contract.ts";
import { filesOf } from "#server/testing/files.ts";
import { testHost } from "#server/testing/host.ts";
import { gif, large, png } from "#server/testing/pictures.ts";
import { recordsOf } from "#server/testing/records.ts";
import { unzip } from "#server/testing/workbook.ts";
import { forgetUnattachedFiles } from "./store.ts";

const host = testHost();
const make = recordsOf(host);
const files = filesOf(host);
const { notesOf, run, keptOf } = files;

test("erasing a contact deletes all of their photos", async () => {
  const shop = await host.shop();
  const { owner } = shop;
  const contactId = await make.contact(owner);
  const there = await files.note(owner, contactId, [
    ["ring.png", png()],
    ["gone.gif", gif()],
  ]);
  const thrown = await files.note(owner, contactId, [["old.png", png()]]);
  await host.call("files.delete", owner, { params: { id: there.files[1] } });
  await host.call("notes.delete", owner, { params: { id: thrown.id } });
  const others = await files.note(
    owner,
    await make.contact(owner, { email: "b@example.com", phoneNumber: "" }),
    [["hers.png", png()]],
  );
  const contact = (await host.call("contacts.get", owner, { params: { id: contactId } }))
    .body as Answer<"contacts.get">;
  const exported = (await host.call("contacts.everything", owner, { params: { id: contactId } })).body;
  expect(exported).toMatchObject({
    records: expect.arrayContaining([
      {
        kind: "file",
        record: expect.objectContaining({ id: there.files[0], name: "ring.png", type: "image/png" }),
      },
    ]),
  });
  const body = { name: `${contact.firstName} ${contact.lastName}` };
  expect(await host.call("contacts.erase", owner, { params: { id: contactId }, body })).toMatchObject({
    status: 200,
  });
  expect(await keptOf(shop)).toEqual(others.files);
  const { rows } = await run(shop, sql`select name from journal where kind = 'file' and name <> ''`);
  expect(rows.map(({ name }) => name)).toEqual(["hers.png"]);
});

test("files follow their note through a merge and back", async () => {
  const shop = await host.shop();
  const { owner } = shop;
  const target = await make.contact(owner);
  const other = await make.contact(owner, { firstName: "Mei", lastName: "Tan", email: "mei@example.com" });
  const note = await files.note(owner, other, [["ring.png", png()]]);
  const [photo = ""] = note.files;
  const cards = [target, other].map((id) => ({ id, version: 1 }));
  const from = { name: target, email: target, phoneNumber: target, birthday: target, anniversary: target };
  const merged = await host.call("contacts.merge", owner, { body: { cards, from } });
  expect(merged.status).toBe(200);
  const added = await files.upload(owner, gif());
  const body = { id: note.id, contactId: target, content: "More", files: [{ id: added, name: "two.gif" }] };
  expect((await host.call("notes.update", owner, { params: { id: note.id }, body })).status).toBe(200);
  const named = async (id: string) => (await notesOf(owner, id))[0]?.files?.map(({ name }) => name);
  expect(await named(target)).toEqual(["ring.png", "two.gif"]);
  const { change } = merged.body as { change: string };
  expect((await host.call("contacts.unmerge", owner, { params: { id: change } })).status).toBe(200);
  expect((await named(other)) ?? (await named(target))).toEqual(["ring.png", "two.gif"]);
  const erased = await host.call("contacts.erase", owner, {
    params: { id: target },
    body: { name: "Zoë O’Brien-Nguyễn" },
  });
  expect(erased.status).toBe(200);
  const left = (await notesOf(owner, other))[0]?.files?.length ?? 0;
  expect((await keptOf(shop)).length).toBe(left);
  expect((await files.read(owner, photo)).status).toBe(left > 0 ? 200 : 404);
});

test("deletes files that no note got within a day", async () => {
  const shop = await host.shop();
  const { owner } = shop;
  const contactId = await make.contact(owner);
  const loose = await files.upload(owner, png());
  const note = await files.note(owner, contactId, [
    ["ring.png", png()],
    ["two.png", png()],
  ]);
  const [stays = "", goes = ""] = note.files;
  await host.call("files.delete", owner, { params: { id: goes } });
  const later = async (days: number) => {
    await run(shop, sql`update files set keep_until = keep_until - make_interval(days => ${days})`);
    await (await host.database()).system(forgetUnattachedFiles);
    return (await keptOf(shop)).sort();
  };
  expect(await later(0)).toEqual([loose, stays, goes].sort());
  expect(await later(1)).toEqual([stays, goes].sort());
  const body = { content: "Late", contactId, files: [{ id: loose, name: "a.png" }] };
  expect((await host.call("notes.create", owner, { body })).status).toBe(404);
  expect(await later(30)).toEqual([stays]);
});

test("exports notes' files unchanged, without the trash", async () => {
  const { owner } = await host.shop();
  const contactId = await make.contact(owner);
  const note = await files.note(owner, contactId, [
    ["ring.jpg", large(1_300_000)],
    ["two.png", png()],
  ]);
  const [photo = "", gone = ""] = note.files;
  await host.call("files.delete", owner, { params: { id: gone } });
  const zip = unzip((await host.call("data.export", owner)).body as Buffer);
  expect([...zip.keys()].filter((name) => name.startsWith("files/"))).toEqual([`files/${photo}-ring.jpg`]);
  expect(zip.get(`files/${photo}-ring.jpg`)).toEqual((await files.read(owner, photo)).body);
  expect(zip.get("csv/note-files.csv")?.toString()).toContain(`files/${photo}-ring.jpg`);
});
