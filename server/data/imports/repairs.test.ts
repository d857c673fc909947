import type { Reading } from "#lib/contract/imports.ts";
import { type Day, isoDay, readDay, today } from "#lib/dates.ts";
import { contacts, notes } from "#server/platform/db/schema.ts";
import { mails } from "#server/platform/db/schema-mail.ts";
import { contactAddresses } from "#server/platform/db/schema-records.ts";
import { repairs } from "#server/platform/db/schema-repairs.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { importsOf } from "#server/testing/imports.ts";
import { recordsOf } from "#server/testing/records.ts";
import { repairOf } from "#server/testing/repairs.ts";

const host = testHost();
const make = recordsOf(host);
const { ask, upload, get, rows, reread, send, start, work } = importsOf(host);

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const [RECEIVED, DUE] = [inDays(-9), inDays(9)];
const HEADS =
  "Ticket #,Customer,Email,Item,Work,Promised,Status,Estimate,Deposit,Location,Date in,Workshop,Notes";
const ADD = { field: "email", kind: "nobody", how: "new" } as const;
const KEEP = { field: "ticket", kind: "number", how: "kept" } as const;
const RENUMBER = { field: "ticket", kind: "twin", how: "empty" } as const;

type Line = Partial<Record<"ticket" | "name" | "piece" | "work" | "due" | "state" | "cost", string>>;
function line({ ticket = "", name = "Zoe Lind", piece = "Ring", work = "Resize", due = DUE, ...rest }: Line) {
  const email = `${name.split(" ")[0]?.toLowerCase()}@example.com`;
  return [
    ticket,
    name,
    email,
    piece,
    work,
    due,
    rest.state ?? "In",
    rest.cost ?? "85.00",
    "",
    "",
    "",
    "",
    "",
  ].join();
}
const file = (...lines: Line[]) => [HEADS, ...lines.map(line)].join("\n");

async function stored(user: Person) {
  const database = await host.database();
  return database.read(user.organizationId, async (db) => ({
    repairs: await db.select().from(repairs).orderBy(repairs.number),
    contacts: await db.select().from(contacts).orderBy(contacts.firstName),
    mails: await db.select().from(mails),
    addresses: await db.select().from(contactAddresses),
    notes: await db.select().from(notes),
  }));
}

async function run(user: Person, content: string, rules: Reading["rules"] = [ADD, KEEP]) {
  const params = await upload(user, content, "open.csv");
  await reread(user, params, { rules });
  await start(user, params);
  return params;
}

const asked = async (user: Person, params: { id: string }) =>
  (await rows(user, params)).map(({ doubts }) => doubts.map(({ field, reason }) => `${field}: ${reason}`));
const take = async (user: Person) =>
  (await host.call("repairs.create", user, { body: repairOf(await make.contact(user)) })).body as {
    number: number;
  };

test("imports repairs and their customers", async () => {
  const { user } = await host.shop();
  const zoe = await make.contact(user, { firstName: "Zoe", lastName: "Lind", email: "zoe@example.com" });
  const content = [
    HEADS,
    `J-4812,Zoe Lind,zoe@example.com,Ring,Resize to 6½,${DUE},At the bench,"$85.00",20,Safe 3,${RECEIVED},,Rush`,
    `J-4813,Bo Kim,bo@example.com,Watch,Battery,${DUE},Sent out,,,,${RECEIVED},Gem lab,`,
    `J-4900,Bo Kim,bo@example.com,Pearls,Restring,${DUE},Ready for pickup,95.00,,,${RECEIVED},,`,
  ].join("\n");
  const params = await upload(user, content, "open.csv");
  const found = await get(user, params);
  expect(found).toMatchObject({ kind: "repairs", state: "checked", counts: { doubt: 3 } });
  expect(found.groups.map(({ field, kind, count }) => [field, kind, count])).toEqual([
    ["ticket", "number", 3],
    ["email", "nobody", 2],
  ]);
  await reread(user, params, { rules: [ADD, KEEP] });
  expect(await start(user, params)).toMatchObject({ state: "done", added: 3, leftOut: 0 });
  const made = await stored(user);
  expect(made.mails).toEqual([]);
  expect(made.contacts.map(({ firstName }) => firstName)).toEqual(["Bo", "Zoe"]);
  const [, bo] = [zoe, made.contacts[0]?.id];
  expect(made.repairs).toMatchObject([
    {
      ...{ prefix: "J", number: 4812, contactId: zoe, contactName: "Zoe Lind", name: "Ring", state: "BENCH" },
      ...{ promisedDay: DUE, total: "85.00", deposit: "20.00", keptIn: "Safe 3", words: "Rush" },
      ...{ lines: [{ name: "Resize to 6½", note: null, amount: "85.00" }], estimate: "FIXED" },
      steps: [{ state: "IN", at: expect.stringContaining(RECEIVED) }, { state: "BENCH" }],
    },
    { number: 4813, contactId: bo, state: "AWAY", workshop: "Gem lab", estimate: "AFTER_LOOK", total: "0" },
    { number: 4900, contactId: bo, state: "READY", total: "95.00" },
  ]);
  expect((await take(user)).number).toBe(4901);
  const again = await upload(user, content, "open.csv");
  expect(await get(user, again)).toMatchObject({ counts: { new: 0, doubt: 0, same: 3 } });
});

test.each([
  [{ state: "QC" }, ["status: No status of repairs: “QC”"]],
  [{ state: "Completed" }, ["status: No status of repairs: “Completed”"]],
  [{ state: "Picked up" }, ["status: A finished repair?"]],
  [{ state: " " }, ["status: No status"]],
  [{ state: "Away" }, ["workshop: No workshop"]],
  [{ due: "" }, ["promised: No promised day"]],
  [{ due: "next week" }, ["promised: Not a date with a year"]],
  [{ due: "1999-12-31" }, ["promised: More than 5 years away"]],
  [{ piece: "" }, ["piece: No piece"]],
  [{ work: "" }, ["work: No work"]],
  [{ cost: "about 80" }, ["cost: No amount"]],
  [{ ticket: "2024/117" }, ["ticket: Not a number like R-1042"]],
  [{ ticket: "999999999" }, ["ticket: Not a number like R-1042"]],
  [{ ticket: "R-1002" }, ["ticket: The next number is 1002"]],
  [{ ticket: "R-1001" }, ["ticket: R-1001 is Sapphire halo ring of Zoe O’Brien"]],
  [{ ticket: "7" }, []],
  [{ name: "Bo Kim" }, ["email: Nobody has this email"]],
])("asks instead of guessing: %j", async (changes, doubts) => {
  const { user } = await host.shop();
  await make.contact(user, { firstName: "Zoe", lastName: "Lind", email: "zoe@example.com" });
  const contact = await make.contact(user, { firstName: "Zoe", lastName: "O’Brien", email: "z@example.com" });
  await host.call("repairs.create", user, { body: repairOf(contact) });
  const params = await upload(user, file({ ticket: "12" }, { ticket: "8", ...changes }));
  expect((await asked(user, params))[1]).toEqual(doubts);
});

test("asks about impossible promised days", async () => {
  const { user } = await host.shop();
  await make.contact(user, { firstName: "Zoe", lastName: "Lind", email: "zoe@example.com" });
  const heads = "Ticket,Email,Item,Promised,Date in";
  const params = await upload(user, `${heads}\n8,zoe@example.com,Ring,${RECEIVED},${inDays(-2)}\n`);
  expect(await asked(user, params)).toEqual([["promised: Before the piece was received"]]);
  const year = Number(DUE.slice(2, 4)) + 1;
  const short = await upload(user, `Ticket,Email,Item,Promised\n8,zoe@example.com,Ring,1/15/${year}\n`);
  expect(await rows(user, short)).toMatchObject([{ doubts: [], values: { promised: `Jan 15, 20${year}` } }]);
});

test("imports repeated numbers once", async () => {
  const { user } = await host.shop();
  const content = file(
    { ticket: "R-40" },
    { ticket: "R-40", piece: "Watch" },
    { ticket: "R-50", piece: "Pin" },
  );
  const params = await upload(user, content);
  await reread(user, params, { rules: [ADD] });
  expect(await asked(user, params)).toEqual([[], ["ticket: Row 2 has it, too"], []]);
  await reread(user, params, { rules: [ADD, RENUMBER] });
  expect(await start(user, params)).toMatchObject({ added: 3, leftOut: 0 });
  const made = await stored(user);
  expect(made.repairs.map(({ number, name }) => [number, name])).toEqual([
    [40, "Ring"],
    [50, "Pin"],
    [1001, "Watch"],
  ]);
  expect(made.contacts).toHaveLength(1);
  expect(await get(user, await upload(user, content))).toMatchObject({ counts: { same: 2, doubt: 1 } });
});

test("counts on while repairs are taken in", async () => {
  const { user } = await host.shop();
  const lines = Array.from({ length: 250 }, (_, i) => ({
    ticket: i % 2 ? "" : `${1001 + i}`,
    piece: `Ring ${i}`,
  }));
  const params = await upload(user, file(...lines));
  const empty = { field: "ticket", kind: "missing", how: "empty" } as const;
  await reread(user, params, { rules: [ADD, KEEP, empty] });
  const [, ...taken] = await Promise.all([start(user, params), take(user), take(user)]);
  const { repairs: made } = await stored(user);
  const leftOut = (await get(user, params)).leftOut;
  expect(made).toHaveLength(252 - leftOut);
  expect(new Set(made.map(({ number }) => number)).size).toBe(made.length);
  expect(taken.map(({ number }) => number).every((number) => made.some((one) => one.number === number))).toBe(
    true,
  );
});

test("undoes and repeats an import", async () => {
  const { user } = await host.shop();
  const content = file({ ticket: "4812" }, { ticket: "4813", name: "Bo Kim" });
  const params = await run(user, content);
  expect((await stored(user)).contacts).toHaveLength(2);
  const [zoes] = (await stored(user)).repairs;
  await host.call("repairs.move", user, { params: { id: zoes?.id }, body: { from: "IN", state: "BENCH" } });
  await ask("imports.revert", user, { params });
  await work();
  expect(await get(user, params)).toMatchObject({ state: "reverted", kept: 2 });
  const left = await stored(user);
  expect(left.repairs).toMatchObject([{ number: 4812, state: "BENCH", contactId: left.contacts[0]?.id }]);
  expect(left.contacts).toMatchObject([{ firstName: "Zoe" }]);
  const again = await upload(user, content);
  expect(await asked(user, again)).toEqual([
    [],
    ["email: Nobody has this email", "ticket: Perhaps used before"],
  ]);
  await run(user, content);
  expect((await stored(user)).repairs.map(({ number }) => number)).toEqual([4812, 4813]);
  expect((await take(user)).number).toBe(4814);
});

test("checks new customers like the form", async () => {
  const { user } = await host.shop();
  const content = `Ticket,Customer,Phone,Item,Promised\n1,Bo <Kim>,+1 617 555 0134,Ring,${DUE}\n2,Cy Doe,123456,Ring,${DUE}\n`;
  const params = await upload(user, content);
  const nobody = { field: "phoneNumber", kind: "nobody", how: "new" } as const;
  await reread(user, params, { rules: [nobody] });
  const wrong = ["lastName: A name can’t contain “<”", "phoneNumber: Not a whole address"];
  expect((await asked(user, params)).flat()).toEqual(wrong);
  const unreadable = { field: "phoneNumber", kind: "unreadable", how: "empty" } as const;
  await reread(user, params, { rules: [nobody, unreadable] });
  await start(user, params);
  expect((await stored(user)).contacts).toMatchObject([{ firstName: "Cy", phoneNumber: "" }]);
});

test("refuses 10,000 unknown states", async () => {
  const { user } = await host.shop();
  await make.contact(user, { firstName: "Zoe", lastName: "Lind", email: "zoe@example.com" });
  const lines = Array.from({ length: 10_000 }, (_, i) => ({
    ticket: `${10_000_000 + i}`,
    state: `Phase ${i}`,
  }));
  const params = await upload(user, file(...lines));
  const found = await reread(user, params, { rules: [KEEP] });
  expect(found).toMatchObject({
    counts: { new: 0, doubt: 10_000 },
    groups: [{ field: "status", count: 10_000 }],
  });
  expect(await host.call("imports.start", user, { params })).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining("None of the rows can be imported") },
  });
  expect((await stored(user)).repairs).toEqual([]);
});

test("receives no piece in the future", async () => {
  const { owner } = await host.shop();
  const timezone = "Pacific/Kiritimati";
  await host.call("organization.setTimezone", owner, { body: { timezone } });
  const day = isoDay(today(timezone));
  const lines = [`1,Bo Kim,Ring,${DUE},At the bench,${day},5`, `2,Bo Kim,Watch,${DUE},In,${RECEIVED},`];
  const content = ["Ticket,Customer,Item,Promised,Status,Date in,Deposit", ...lines].join("\n");
  await run(owner, content, [{ field: "name", kind: "nobody", how: "new" }]);
  const [ring, watch] = (await stored(owner)).repairs;
  const received = ring?.createdAt.toISOString() ?? "";
  expect(isoDay(readDay(received, timezone) as Day)).toBe(day);
  expect(ring?.createdAt.getTime()).toBeLessThanOrEqual(Date.now());
  expect(ring?.steps.map(({ at }) => at)).toEqual([received, ring?.stateAt.toISOString()]);
  expect(ring?.stateAt.getTime()).toBeGreaterThanOrEqual(ring?.createdAt.getTime() ?? 0);
  expect(ring?.depositAt).toEqual(ring?.createdAt);
  expect(watch?.createdAt.toISOString()).toBe(`${inDays(-10)}T22:00:00.000Z`);
});

test.each([
  ["piece", { piece: "" }],
  ["piece", { piece: "x".repeat(121) }],
  ["promised", { due: "" }],
  ["promised", { due: "next week" }],
] as const)("never keeps a missing %s: %j", async (field, changes) => {
  const { user } = await host.shop();
  const params = await upload(user, file({ ticket: "1" }, { ticket: "2", ...changes }));
  const rules = (["missing", "unreadable"] as const).map((kind) => ({ field, kind, how: "kept" as const }));
  await reread(user, params, { rules: [ADD, ...rules] });
  expect(await start(user, params)).toMatchObject({ state: "done", added: 1, leftOut: 1 });
});

test.each([
  ["First National Bank", "", ["firstName: A company, or a person?"]],
  ["Cash customer", "", ["firstName: A walk-in customer?"]],
  ["Bo Kim", "noemail@example.com", ["email: Perhaps not a real address", "email: Nobody has this email"]],
])("asks about the new customer %j %j", async (name, email, doubts) => {
  const { user } = await host.shop();
  const content = `Ticket,Customer,Email,Item,Promised\n1,${name},${email},Ring,${DUE}\n`;
  const params = await upload(user, content);
  const asks = async () => (await asked(user, params)).flat();
  expect(await asks()).toEqual(expect.arrayContaining(doubts));
  const [firstName = "", ...rest] = name.split(" ");
  await make.contact(user, { firstName, lastName: rest.join(" "), email });
  await reread(user, params, {});
  expect(await asks()).toEqual([]);
});

const SHARING = [
  { ticket: "1", name: "Zoe Lind" },
  { ticket: "2", name: "Zoe M. Lind" },
  { ticket: "3", name: "Zoe Ray" },
];

test.each([
  ["new", ["Zoe Lind", "Zoe Ray"]],
  ["known", ["Zoe Lind"]],
] as const)("asks about one email of two names: %s", async (how, names) => {
  const { user } = await host.shop();
  const many = Array.from({ length: 250 }, (_, i) => ({ ticket: `${10 + i}`, name: "Bo Kim" }));
  for (const lines of [SHARING, [...SHARING.slice(0, 1), ...many, ...SHARING.slice(1)]]) {
    const shop = lines === SHARING ? user : (await host.shop()).user;
    const params = await upload(shop, file(...lines));
    await reread(shop, params, { rules: [ADD, KEEP] });
    const last = (await get(shop, params)).groups;
    expect(last).toMatchObject([
      { field: "email", kind: "shared", count: 1, reason: "Zoe Lind has this email" },
    ]);
    await reread(shop, params, { rules: [ADD, KEEP, { field: "email", kind: "shared", how }] });
    await start(shop, params);
    const made = await stored(shop);
    expect(made.repairs).toHaveLength(lines.length);
    const zoes = made.contacts.filter(({ firstName }) => firstName === "Zoe");
    expect(zoes.map(({ firstName, lastName }) => `${firstName} ${lastName}`).sort()).toEqual(names);
  }
});

test("asks about mended emails", async () => {
  const { user } = await host.shop();
  const params = await upload(user, file({ ticket: "1" }, { ticket: "2", name: "Bo Kim" }));
  await reread(user, params, { rules: [ADD] });
  const cells = [{ row: 3, field: "email", text: "zoe@example.com" }];
  const mended = await ask("imports.mend", user, { params, body: { cells } });
  expect(mended?.rows[0]?.doubts).toMatchObject([{ field: "email", kind: "shared" }]);
});

test("keeps further addresses", async () => {
  const { user } = await host.shop();
  const content = `Ticket,Customer,Email,Phone,Mobile,Item,Promised\n1,Bo Kim,a@x.com; b@x.com,+1 617 555 0134,12-34,Ring,${DUE}\n`;
  const params = await upload(user, content);
  const values = { field: "email", kind: "values", how: "kept" } as const;
  await reread(user, params, { rules: [ADD, values] });
  expect(await start(user, params)).toMatchObject({ added: 1, notes: 1 });
  expect(await stored(user)).toMatchObject({
    contacts: [{ email: "a@x.com", phoneNumber: "+1 617 555 0134" }],
    addresses: [{ address: "b@x.com" }],
    notes: [{ content: "Mobile: 12-34" }],
  });
});

test("counts on from written numbers", async () => {
  const { user } = await host.shop();
  const params = await upload(user, file({ ticket: "2000", name: "Bo Kim" }, { ticket: "99999999" }));
  await reread(user, params, { rules: [ADD, KEEP] });
  for (const lastName of ["A. Lind", "B. Lind"])
    await make.contact(user, { firstName: "Zoe", lastName, email: "zoe@example.com" });
  expect(await start(user, params)).toMatchObject({ added: 1, leftOut: 1 });
  expect((await take(user)).number).toBe(2001);
});

test("gives no later row's number away", async () => {
  const { user } = await host.shop();
  const below = Array.from({ length: 250 }, (_, i) => ({ ticket: `${1 + i}` }));
  const params = await upload(user, file({ piece: "Pin" }, ...below, { ticket: "1001" }, { ticket: "1002" }));
  const empty = { field: "ticket", kind: "missing", how: "empty" } as const;
  await reread(user, params, { rules: [ADD, KEEP, empty] });
  expect(await start(user, params)).toMatchObject({ added: 253, leftOut: 0 });
  expect((await stored(user)).repairs.at(-1)).toMatchObject({ name: "Pin", number: 1003 });
});

test("saved imports ask about far numbers", async () => {
  const { user } = await host.shop();
  const first = await run(user, file({ ticket: "1001" }));
  const saved = await ask("savedImports.create", user, { body: { importId: first.id, name: "Open" } });
  const lines = Array.from({ length: 25 }, (_, i) => ({ ticket: `${1002 + i}`, cost: "1.00" }));
  const sent = await send(user, file(...lines, { ticket: "12000" }), "next.csv", {
    savedId: saved?.id ?? "",
  });
  await work();
  expect(await get(user, sent)).toMatchObject({ state: "done", added: 25, leftOut: 1 });
  expect((await take(user)).number).toBe(1027);
});
