import { fieldsWith, headingOf } from "./built-in-fields.ts";
import { contactFields } from "./contact-fields.ts";
import { saleFields } from "./sale-fields.ts";

test("names a field's column in files in title case", () => {
  expect(contactFields.map(headingOf)).toEqual([
    "First Name",
    "Last Name",
    "Email",
    "Phone Number",
    "Birthday",
    "Anniversary",
  ]);
  expect(saleFields.map(headingOf)).toContain("Sale Price");
});

test("leaves out extra fields with a section 7 host", () => {
  const keys = (complete: boolean) => fieldsWith(complete, saleFields).map(({ key }) => key);
  expect(keys(true)).toContain("soldBy");
  expect(keys(false)).toEqual(["contact", "productCategory", "cost", "createdAt", "invoiceNumber"]);
});
