import { fieldOf } from "#server/testing/fields.ts";
import { testHost } from "#server/testing/host.ts";
import { importsOf } from "#server/testing/imports.ts";
import { person, recordsOf } from "#server/testing/records.ts";

const host = testHost();
const make = recordsOf(host);
const { ask, upload, reread, rows } = importsOf(host);

test("shows a cell that will be left empty", async () => {
  const { user } = await host.shop();
  const params = await upload(user, "Name,Birthday\nAda,tomorrow?\nBen,\nCleo,1980-01-02\n");
  await reread(user, params, { rules: [{ field: "birthday", kind: "unreadable", how: "empty" }] });
  const shown = await rows(user, params);
  expect(shown.map(({ values, effects }) => [values.birthday, effects])).toEqual([
    ["", { birthday: { does: "empty", text: "tomorrow?" } }],
    ["", {}],
    ["Jan 2, 1980", {}],
  ]);
});

test("shows what changes in an existing contact", async () => {
  const { owner } = await host.shop();
  const metal = fieldOf("Metal", { kind: "choice", options: [{ id: "g", text: "Gold" }] });
  const { ids } = await ask("fields.create", owner, { body: { fields: [metal, fieldOf("Likes")] } });
  const [metalId = "", likesId = ""] = ids;
  const ada = { ...person, firstName: "Ada", lastName: "Finch", email: "ada@example.com" };
  const days = { birthday: "1980-01-02", anniversary: null };
  const fields = { [metalId]: "g" };
  await make.contact(owner, { ...ada, ...days, phoneNumber: "+1 212 555 0109", fields });
  const file =
    "First name,Last name,Email,Phone,Birthday,Anniversary,Metal,Likes\n" +
    "Ada,Finch-Ohm,ADA@example.com,+12125550109,1981-01-02,2001-05-06,Gold,Pearls\n";
  const params = await upload(owner, file);
  const [filled] = await rows(owner, params);
  expect(filled).toMatchObject({
    state: "update",
    values: {
      firstName: "Ada",
      lastName: "Finch",
      email: "ada@example.com",
      phoneNumber: "+1 212 555 0109",
      birthday: "Jan 2, 1980",
      anniversary: "May 6, 2001",
      [`own:${metalId}`]: "Gold",
      [`own:${likesId}`]: "Pearls",
    },
  });
  expect(filled?.effects).toEqual({
    lastName: { does: "keep", text: "Finch-Ohm" },
    email: { does: "keep", text: "ADA@example.com" },
    birthday: { does: "keep", text: "Jan 2, 1981" },
    anniversary: { does: "change", text: "" },
    [`own:${likesId}`]: { does: "change", text: "" },
  });
  await reread(owner, params, { known: "update" });
  const [updated] = await rows(owner, params);
  expect(updated?.values).toMatchObject({ lastName: "Finch-Ohm", birthday: "Jan 2, 1981" });
  expect(updated?.effects).toMatchObject({
    lastName: { does: "change", text: "Finch" },
    birthday: { does: "change", text: "Jan 2, 1980" },
  });
  await reread(owner, params, { known: "skip" });
  const [skipped] = await rows(owner, params);
  expect(skipped).toMatchObject({
    state: "same",
    values: { anniversary: "", [`own:${likesId}`]: "" },
    effects: {
      anniversary: { does: "keep", text: "May 6, 2001" },
      [`own:${likesId}`]: { does: "keep", text: "Pearls" },
    },
  });
});

test("shows a sale's future category and staff member", async () => {
  const { user } = await host.shop();
  await make.contact(user, { ...person, firstName: "Ada", lastName: "Finch", email: "ada@example.com" });
  const file = [
    "Date,Customer,Email,Item,Total",
    "2024-03-01,,,,12.00",
    "2024-03-01,,ada@example.com,Rings,12.00",
    "2024-03-01,A. Finch,ada@example.com,Rings,12.00",
  ].join("\n");
  const shown = await rows(user, await upload(user, file));
  expect(
    shown.map(({ values, effects }) => [values.firstName, values.lastName, values.category, effects]),
  ).toEqual([
    ["Walk-in", "", "Other", {}],
    ["Ada", "Finch", "Rings", {}],
    ["Ada", "Finch", "Rings", { firstName: { does: "keep", text: "A. Finch" } }],
  ]);
});
