import type { VisitorFace } from "#lib/contract/brand.ts";
import { dayOf } from "#lib/time/days.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { jpeg, logoOf } from "#server/testing/pictures.ts";
import { readLogo } from "./logo-pictures.ts";

const host = testHost();
const readFace = async (person: Person) =>
  (await host.call("organization.brand", person)).body as VisitorFace;
const save = (person: Person, body: object) => host.call("organization.setBrand", person, { body });
const read = (id: string, query = "") => host.send("GET", `/logos/${id}${query}`);

const BRAND = {
  name: "Marlow & Finch",
  tagline: "Fine jewelry and repairs",
  color: "#14594A",
  phone: "(207) 555-0100",
  website: "marlowfinch.com",
  address: "12 Harbor Street, Portland, ME 04101",
  receiptText: "Returns within 30 days.",
};

test("stores what customers see of each store", async () => {
  const [{ owner, admin, user }, other] = [await host.shop(), await host.shop()];
  const empty = { tagline: "", color: "", phone: "", website: "", address: "", hours: null, logo: null };
  expect(await readFace(user)).toMatchObject(empty);
  expect((await save(admin, BRAND)).status).toBe(200);
  const saved = { ...BRAND, color: "#14594a", website: "https://marlowfinch.com", exceptions: [] };
  expect(await readFace(user)).toEqual({ ...saved, hours: null, logo: null });
  const week = Array.from({ length: 7 }, () => Array.from({ length: 24 }, (_, hour) => hour === 9));
  expect((await save(owner, { hours: week })).status).toBe(200);
  expect(await readFace(user)).toEqual({ ...saved, hours: week, logo: null });
  const today = dayOf(new Date(), "Europe/London");
  const closed = { personId: null, from: today, to: today, hours: null, reason: "Holiday" };
  await host.call("people.addException", owner, { body: closed });
  expect((await readFace(user)).exceptions).toEqual([{ day: today, hours: [] }]);
  expect(await readFace(other.user)).toMatchObject(empty);
  expect((await save(user, BRAND)).status).toBe(403);
  expect((await host.call("organization.setBrand", null, { body: BRAND })).status).toBe(401);
});

test("renames payment methods", async () => {
  const [{ owner, admin, user }, other] = [await host.shop(), await host.shop()];
  const usual = { Card: "", Cash: "", Check: "", "Bank transfer": "", Other: "" };
  const rename = async (person: Person, methods: object) =>
    (await save(person, { methods: { ...usual, ...methods } })).status;
  const named = async (person: Person) =>
    ((await host.call("users.me", person)).body as { methods: object }).methods;
  expect(await rename(admin, { Card: " EC-Karte ", Cash: "Cash", Check: "Card" })).toBe(200);
  expect(await named(user)).toEqual({ Card: "EC-Karte", Check: "Card" });
  expect(await named(other.user)).toEqual({});
  expect(await rename(user, { Card: "Debit" })).toBe(403);
  for (const wrong of [{ Card: "cash" }, { Card: "x".repeat(100_000) }, { Card: 7 }, { Gift: "Voucher" }])
    expect(await rename(owner, wrong)).toBe(400);
  expect((await save(owner, { methods: { Card: "Debit" } })).status).toBe(400);
  expect((await save(owner, { tagline: "" })).status).toBe(200);
  expect(await named(user)).toEqual({ Card: "EC-Karte", Check: "Card" });
  expect(await rename(owner, {})).toBe(200);
  expect(await named(user)).toEqual({});
});

test.each([
  ["color", "#14594a;} body{display:none"],
  ["color", "red"],
  ["color", "url(//evil.example)"],
  ["website", "javascript:alert(1)"],
  ["website", "JavaScript://example.com/%0Aalert(1)"],
  ["website", "data:text/html,x"],
  ["website", "https://user:secret@example.com"],
  ["website", "localhost"],
  ["phone", 'tel:+1"><script>'],
  ["tagline", "x".repeat(61)],
  ["tagline", "x".repeat(100_000)],
  ["address", "x".repeat(201)],
  ["name", ""],
  ["hours", [[true]]],
  ["logo", "x".repeat(900_001)],
  ["logo", "data:image/png;base64,AAAA"],
])("rejects %s %j", async (field, value) => {
  const { owner } = await host.shop();
  expect((await save(owner, { [field]: value })).status).toBe(400);
});

test("making logos and icons doesn't block the event loop", async () => {
  const { owner, user } = await host.shop();
  const turnsDuring = async (work: Promise<{ status: number }>) => {
    let isDone = false;
    let turns = 0;
    void work.finally(() => {
      isDone = true;
    });
    while (!isDone && turns < 1_000) {
      await new Promise(setImmediate);
      turns += 1;
    }
    expect((await work).status).toBe(200);
    return turns;
  };
  expect(await turnsDuring(save(owner, { logo: logoOf([0, 0, 0, 0]) }))).toBe(1_000);
  const { logo } = await readFace(user);
  expect(await turnsDuring(read(logo ?? "", "?as=icon-512"))).toBe(1_000);
});

test("shows the logo and the icons made from it", async () => {
  const { owner, user } = await host.shop();
  await save(owner, { logo: logoOf([0, 0, 0, 0]), color: "#14594a" });
  const { logo } = await readFace(user);
  const small = await read(logo ?? "");
  expect(small.headers.get("content-type")).toBe("image/png");
  expect(small.headers.get("cache-control")).toBe("public, max-age=86400");
  expect((small.body as Buffer).includes("Priya")).toBe(false);
  expect((small.body as Buffer).readUInt32BE(16)).toBe(104);
  for (const [icon, size] of [
    ["icon-192", 192],
    ["icon-512", 512],
    ["icon-maskable", 512],
  ]) {
    const { status, body } = await read(logo ?? "", `?as=${icon}`);
    expect([status, (body as Buffer).readUInt32BE(16)]).toEqual([200, size]);
  }
  expect((await read(logo ?? "", "?as=huge")).status).toBe(400);
  for (const other of ["%0A", "%00", "%E2%82%AC", "x"])
    expect((await read(`${logo?.slice(0, 36)}${other}${logo?.slice(37)}`)).status).toBe(404);
  expect((await save(user, { logo: null })).status).toBe(403);
  await save(owner, { logo: logoOf([200, 0, 0, 255]) });
  expect((await readFace(user)).logo).not.toBe(logo);
  expect((await read(logo ?? "")).status).toBe(404);
  await save(owner, { logo: null });
  expect((await readFace(user)).logo).toBeNull();
});

test("finds a logo only under its own store", async () => {
  const [here, there] = [await host.shop(), await host.shop()];
  await save(there.owner, { logo: logoOf([0, 90, 70, 255]) });
  const { logo } = await readFace(there.user);
  const stolen = `${here.id}${logo?.slice(36)}`;
  expect((await read(stolen)).status).toBe(404);
  expect((await read(there.id)).status).toBe(404);
  expect((await read("nothing")).status).toBe(404);
  expect((await save(here.owner, { logo })).status).toBe(400);
});

test.each([
  ["a program", Buffer.from(`MZ${"\0".repeat(400)}`).toString("base64"), /must be a PNG/],
  ["an SVG", Buffer.from("<svg onload='alert(1)'/>").toString("base64"), /Export SVG/],
  ["a JPEG", jpeg().toString("base64"), /must be a PNG/],
  ["a PNG 1000 times too large", logoOf([0, 0, 0, 0], { size: 400_000 }), /400 × 400/],
  ["an interlaced PNG", logoOf([0, 0, 0, 0], { header: [8, 6, 0, 0, 1] }), /400 × 400/],
  ["too many pixels", logoOf([0, 0, 0, 0], { header: [8, 2, 0, 0, 0] }), /damaged/],
  ["only a header", logoOf([0, 0, 0, 0]).slice(0, 44), /damaged|must be/],
])("refuses %s as a logo", async (_, logo, message) => {
  const { owner, user } = await host.shop();
  expect(await save(owner, { logo })).toMatchObject({
    status: 422,
    body: { message: expect.stringMatching(message) },
  });
  expect((await readFace(user)).logo).toBeNull();
});

test("keeps nothing but pixels, on white", async () => {
  const { owner, user } = await host.shop();
  const program = Buffer.from("<script>alert(1)</script>");
  await save(owner, { logo: logoOf([0, 0, 0, 0], { more: program }) });
  const bytes = (await read((await readFace(user)).logo ?? "", "?as=icon-512")).body as Buffer;
  expect(bytes.includes("script")).toBe(false);
  const { pixels } = readLogo(Buffer.from(logoOf([0, 0, 0, 0]), "base64"));
  expect([...pixels.subarray(0, 3)]).toEqual([255, 255, 255]);
});
