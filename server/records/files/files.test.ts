import { sql } from "drizzle-orm";
import type { Answer } from "#lib/contract/contract.ts";
import { MOST_FILE_BYTES } from "#lib/contract/file-terms.ts";
import { newId } from "#server/platform/db/id.ts";
import { filesOf } from "#server/testing/files.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { gif, jpeg, large, pdf, png, SECRETS, webp } from "#server/testing/pictures.ts";
import { recordsOf } from "#server/testing/records.ts";
import { forgetUnattachedFiles } from "./store.ts";

const host = testHost();
const make = recordsOf(host);
const files = filesOf(host);

const { notesOf, run, keptOf } = files;

test("everyone can download a note's files, without place metadata", async () => {
  const { user, owner } = await host.shop();
  const contactId = await make.contact(user);
  const made: [string, Buffer][] = [
    ["Ring “Zoë”.JPG", jpeg(6)],
    ["ring.png", png()],
    ["../ring\u202Egpj.webp", webp()],
    ["ring", gif()],
    ["Certificate.html", pdf()],
  ];
  const note = await files.note(user, contactId, made);
  const [listed] = await notesOf(owner, contactId);
  expect(listed?.files).toMatchObject([
    { name: "Ring “Zoë”.JPG", type: "image/jpeg", width: 4, height: 6 },
    { name: "ring.png", type: "image/png", width: 6, height: 4 },
    { name: ".._ringgpj.webp", type: "image/webp" },
    { name: "ring.gif", type: "image/gif" },
    { name: "Certificate.html.pdf", type: "application/pdf", width: null },
  ]);
  const timeline = await host.call("timeline.ofContact", owner, { params: { id: contactId } });
  const entries = timeline.body as Answer<"timeline.ofContact">;
  expect(entries.find(({ kind }) => kind === "note")?.note?.files).toEqual(listed?.files);

  for (const id of note.files) {
    const { status, body, headers } = await files.read(owner, id);
    expect(status).toBe(200);
    const bytes = body as Buffer;
    expect(SECRETS.filter((text) => bytes.includes(text))).toEqual([]);
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cache-control")).toBe("private, no-cache");
  }
  const [photo = "", , , , certificate = ""] = note.files;
  const shown = await files.read(owner, photo);
  expect(shown.headers.get("content-type")).toBe("image/jpeg");
  expect(shown.headers.get("content-disposition")).toBe(
    `inline; filename="Ring _Zo__.JPG"; filename*=UTF-8''Ring%20%E2%80%9CZo%C3%AB%E2%80%9D.JPG`,
  );
  const saved = await files.read(owner, photo, { download: "1" });
  expect(saved.headers.get("content-disposition")).toMatch(/^attachment/);
  expect((await files.read(owner, certificate)).headers.get("content-disposition")).toMatch(/^attachment/);
  const etag = shown.headers.get("etag") ?? "";
  const headers = { authorization: `Bearer ${owner.token}`, "if-none-match": etag };
  expect(await host.send("GET", `/files/${photo}`, { headers })).toMatchObject({
    status: 304,
    body: Buffer.alloc(0),
  });
});

test("shows a file when all parts have arrived", async () => {
  const { user, owner } = await host.shop();
  const contactId = await make.contact(user);
  const bytes = large(700_000);
  const id = await files.begin(user, bytes.length);
  expect((await files.send(user, id, bytes, 2)).body).toEqual({ file: null });
  expect((await files.send(user, id, bytes, 0)).status).toBe(200);
  expect((await files.send(user, id, bytes, 0)).status).toBe(200);
  expect((await files.read(user, id)).status).toBe(404);
  const attach = (person: Person) =>
    host.call("notes.create", person, {
      body: { content: "Look", contactId, files: [{ id, name: "a.jpg" }] },
    });
  expect((await attach(user)).status).toBe(404);
  expect(await notesOf(user, contactId)).toEqual([]);
  const last = await Promise.all([files.send(user, id, bytes, 1), files.send(user, id, bytes, 1)]);
  for (const { body } of last) expect(body).toMatchObject({ file: { type: "image/jpeg", width: 6 } });
  expect((await files.read(owner, id)).status).toBe(404);
  expect((await attach(owner)).status).toBe(404);
  expect((await files.read(user, id)).status).toBe(200);
  const both = await Promise.all([attach(user), attach(user)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  const stored = (await files.read(owner, id)).body as Buffer;
  expect(stored.length).toBeGreaterThan(700_000);
  expect(stored.equals(bytes)).toBe(false);
});

test("rejects files that are too large, many or unknown", async () => {
  const shop = await host.shop();
  const { user } = shop;
  const contactId = await make.contact(user);
  const create = (bytes: number) => host.call("files.create", user, { body: { bytes } });
  expect(await create(MOST_FILE_BYTES + 1)).toMatchObject({
    status: 413,
    body: { message: "This file is larger than 8 MB. Please choose a smaller one." },
  });
  expect(await create(0)).toMatchObject({ status: 422 });
  for (const text of ["<html><script>alert(1)</script>", "\0\0\0\x18ftypheic\0\0\0\0mif1"]) {
    const bytes = Buffer.from(text);
    const id = await files.begin(user, bytes.length);
    const answer = await files.send(user, id, bytes, 0);
    expect(answer).toMatchObject({
      status: 422,
      body: { message: expect.stringMatching(/not supported|HEIC/) },
    });
    expect((await files.send(user, id, bytes, 0)).status).toBe(404);
  }
  expect(await keptOf(shop)).toEqual([]);
  const id = await files.begin(user, 100);
  expect(await files.send(user, id, Buffer.alloc(99), 0)).toMatchObject({ status: 400 });

  const ten = await files.note(
    user,
    contactId,
    Array.from({ length: 10 }, () => ["a.gif", gif()]),
  );
  const one = { id: await files.upload(user, gif()), name: "b.gif" };
  const more = { id: ten.id, contactId, content: "More", files: [one] };
  expect(await host.call("notes.update", user, { params: { id: ten.id }, body: more })).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining("at most 10 files") },
  });
  const eleven = Array.from({ length: 11 }, () => one);
  const body = { content: "Look", contactId, files: eleven };
  expect((await host.call("notes.create", user, { body })).status).toBe(400);

  await run(
    shop,
    sql`insert into files (organization_id, id, user_id, contact_id, bytes)
      values (${shop.id}, ${newId()}, ${shop.owner.id}, ${contactId}, 1999000000)`,
  );
  expect(await create(900_000)).toMatchObject({ status: 200 });
  expect(await create(1_100_000)).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining("2 GB") },
  });
  const all = await Promise.all(Array.from({ length: 60 }, () => create(1)));
  expect(all.find(({ status }) => status === 422)?.body).toMatchObject({
    message: expect.stringContaining("aren't saved yet"),
  });
});

test("another store can't see, attach or delete a file", async () => {
  const [here, there] = [await host.shop(), await host.shop()];
  const contactId = await make.contact(there.user);
  const { files: theirs } = await files.note(there.user, contactId, [["ring.png", png()]]);
  const loose = await files.upload(there.user, png());
  const ours = await make.contact(here.user);
  for (const id of [...theirs, loose]) {
    expect((await files.read(here.owner, id)).status).toBe(404);
    expect((await files.send(here.owner, id, png(), 0)).status).toBe(404);
    expect((await host.call("files.delete", here.owner, { params: { id } })).status).toBe(404);
    const body = { content: "Mine", contactId: ours, files: [{ id, name: "x.png" }] };
    expect((await host.call("notes.create", here.owner, { body })).status).toBe(404);
  }
  expect((await files.read(there.owner, theirs[0] ?? "")).status).toBe(200);
});

test("goes to the trash with its note, contact or alone", async () => {
  const shop = await host.shop();
  const { owner } = shop;
  const contactId = await make.contact(owner);
  const note = await files.note(owner, contactId, [
    ["ring.png", png()],
    ["two.gif", gif()],
  ]);
  const [first = "", second = ""] = note.files;
  const remove = (name: "files.delete" | "notes.delete" | "contacts.delete", id: string) =>
    host.call(name, owner, { params: { id } });
  const restore = (id: string) => host.call("trash.restore", owner, { params: { id } });
  for (const [name, id] of [
    ["files.delete", first],
    ["notes.delete", note.id],
    ["contacts.delete", contactId],
  ] as const) {
    expect((await remove(name, id)).status).toBe(200);
    expect((await files.read(owner, first)).status).toBe(404);
    expect(await restore(id)).toMatchObject({ status: 200 });
    expect((await files.read(owner, first)).status).toBe(200);
    expect((await notesOf(owner, contactId))[0]?.files?.map(({ name }) => name)).toEqual([
      "ring.png",
      "two.gif",
    ]);
  }
  await remove("files.delete", second);
  expect((await host.call("trash.list", owner)).body).toMatchObject([{ kind: "file", name: "two.gif" }]);
  await (await host.database()).system(forgetUnattachedFiles);
  expect((await keptOf(shop)).sort()).toEqual([first, second].sort());
  await host.call("trash.erase", owner, { params: { id: second } });
  expect(await keptOf(shop)).toEqual([first]);
  await remove("notes.delete", note.id);
  await host.call("trash.empty", owner);
  expect(await keptOf(shop)).toEqual([]);
});
