import type { Answer } from "#lib/contract/contract.ts";
import { dump } from "#server/testing/dump.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { importsOf } from "#server/testing/imports.ts";
import { recordsOf } from "#server/testing/records.ts";
import { understood } from "#server/testing/understood.ts";

const host = testHost();
const make = recordsOf(host);
const imports = importsOf(host);

async function all(user: Person) {
  const { body } = await host.call("contacts.list", user, { query: { page: 1, limit: 50 } });
  const found: Record<string, string[]> = {};
  for (const { id, firstName } of body as Answer<"contacts.list">) {
    const one = (await host.call("contacts.get", user, { params: { id } })).body as Answer<"contacts.get">;
    const more = one.addresses?.map(({ kind, address }) => `${kind} ${address}`) ?? [];
    found[firstName] = [one.email, one.phoneNumber, ...more.toSorted()];
  }
  return found;
}

const HEAD = "First name,Email,Email 2,Mobile,Home phone,Work email,Notes\n";

test("adds and undoes further emails and numbers", async () => {
  const { id, owner } = await host.shop();
  await make.contact(owner, { firstName: "Ada", email: "ada@example.com", phoneNumber: "" });
  const database = await host.database();
  const before = await dump(database, id);
  const file = `${HEAD}Ada,ADA@example.com,ada@home.example,+1 415 555 0134,+1 415 555 0135,ada@work.example,
Bo,bo@example.com,bo@example.com,,+1 415 555 0136,no email,
`;
  const params = await imports.upload(owner, file);
  const rows = await imports.rows(owner, params);
  expect(rows.map(({ state, values }) => [state, values.addresses])).toEqual([
    ["update", "ada@home.example, ada@work.example, +1 415 555 0135"],
    ["new", undefined],
  ]);
  expect(await imports.start(owner, params)).toMatchObject({ added: 1, updated: 1, notes: 1 });
  expect(await all(owner)).toEqual({
    Ada: [
      ...["ada@example.com", "+1 415 555 0134", "HOME +1 415 555 0135"],
      ...["OTHER ada@home.example", "WORK ada@work.example"],
    ],
    Bo: ["bo@example.com", "+1 415 555 0136"],
  });
  const again = await imports.upload(owner, `${file} `);
  expect((await imports.rows(owner, again)).map(({ state }) => state)).toEqual(["same", "same"]);
  await imports.ask("imports.delete", owner, { params: again });
  await imports.ask("imports.revert", owner, { params });
  await imports.work();
  expect(await dump(database, id)).toMatchObject(before);
});

test.each([
  ["update", ["+1 415 555 0134", "HOME +1 415 555 0135"], ["b@new.example", "OTHER b@old.example"]],
  ["fill", ["+1 415 555 0135"], ["b@old.example", "OTHER b@new.example"]],
] as const)("%s loses no email", async (known, numbers, [email, other]) => {
  const { owner } = await host.shop();
  const before = "Ada,a@example.com,,,+1 415 555 0135,,\nBo,b@old.example,,,+1 415 555 0136,,\n";
  await imports.start(owner, await imports.upload(owner, HEAD + before));
  const after = [
    "Ada,a@example.com,,+1 415 555 0134,+1 415 555 0135,,",
    "Bo,b@new.example,b@2.example,,+1 415 555 0136,,",
  ];
  const params = await imports.upload(owner, `${HEAD}${after.join("\n")}\n`);
  await imports.reread(owner, params, { known });
  await imports.start(owner, params);
  expect(await all(owner)).toEqual({
    Ada: ["a@example.com", ...numbers],
    Bo: [email, "+1 415 555 0136", ...["OTHER b@2.example", other].toSorted()],
  });
});

test("recognizes a contact by a further email", async () => {
  const { owner } = await host.shop();
  await imports.start(owner, await imports.upload(owner, `${HEAD}Ada,a@example.com,ada@work.example,,,,\n`));
  const params = await imports.upload(
    owner,
    `${HEAD}Ada,ada@work.example,,+1 415 555 0134,,,\nZed,z@example.com,ADA@work.example,,,,\n`,
  );
  expect(await imports.rows(owner, params)).toMatchObject([
    { state: "update", doubts: [] },
    { state: "doubt", doubts: [{ field: "email", kind: "shared" }] },
  ]);
  await imports.start(owner, params);
  expect(await all(owner)).toEqual({ Ada: ["a@example.com", "+1 415 555 0134", "OTHER ada@work.example"] });
});

test("asks about two emails in one cell", async () => {
  const { owner } = await host.shop();
  const params = await imports.upload(
    owner,
    'First name,Email\nAda,"a@example.com, a@work.example"\nBo,b@example.com/b@work.example\n',
  );
  const { groups } = await imports.get(owner, params);
  expect(groups).toMatchObject([{ field: "email", kind: "values", count: 2 }]);
  const cells = [{ row: 3, field: "email", text: "b@work.example" }];
  await imports.ask("imports.mend", owner, { params, body: { cells } });
  await imports.reread(owner, params, { rules: [{ field: "email", kind: "values", how: "kept" }] });
  expect(await imports.start(owner, params)).toMatchObject({ added: 2 });
  expect(await all(owner)).toEqual({
    Ada: ["a@example.com", "", "OTHER a@work.example"],
    Bo: ["b@work.example", ""],
  });
});

test("doesn't bring back an erased person", async () => {
  const { owner } = await host.shop();
  const gone = await make.contact(owner, { firstName: "Cy", lastName: "Lind", email: "cy@example.com" });
  await host.call("contacts.erase", owner, { params: { id: gone }, body: { name: "Cy Lind" } });
  const params = await imports.upload(owner, `${HEAD}Cy,new@example.com,cy@example.com,,,,\n`);
  expect(await imports.rows(owner, params)).toMatchObject([{ state: "out", doubts: [{ kind: "erased" }] }]);
});

test("adds twenty further numbers, and notes the rest", () => {
  const numbers = Array.from({ length: 23 }, (_, i) => `work: a${i}@example.com`).join(";");
  const { rows, doubts } = understood(
    `First name,Email,More emails and numbers\nZoë,A1@example.com,ext. 12;${numbers}\n`,
  );
  expect([rows[0]?.values.addresses.length, doubts]).toEqual([20, []]);
  expect(rows[0]?.values.addresses[0]).toEqual({ kind: "WORK", address: "a0@example.com" });
  expect(rows[0]?.values.content.split("\n").map((line) => line.split(": ").at(-1))).toEqual([
    ...["ext. 12", "a21@example.com", "a22@example.com"],
  ]);
});
