import { getTableColumns } from "drizzle-orm";
import { columnOf } from "#lib/contract/built-in-fields.ts";
import { contactFields } from "#lib/contract/contact-fields.ts";
import { plainSaleFields } from "#lib/contract/plain-sale-fields.ts";
import { contacts, purchases } from "./schema.ts";

test("names a field's column as the database does", () => {
  const columns = (table: typeof contacts | typeof purchases) =>
    Object.values(getTableColumns(table)).map(({ name }) => name);
  expect(columns(contacts)).toEqual(expect.arrayContaining(contactFields.map(columnOf)));
  expect(columns(purchases)).toEqual(expect.arrayContaining(plainSaleFields.map(columnOf)));
});
