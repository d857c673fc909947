import { appointmentTypeRules } from "#lib/contract/appointment-types.ts";
import { ownFieldForm } from "#lib/contract/own-fields.ts";
import { productForm } from "#lib/contract/products.ts";
import { anyTemplateForm } from "#lib/contract/templates.ts";
import { kinds } from "./kinds.ts";

test.each(kinds)("offers valid records, each name once, for $label", ({ start }) => {
  const names = Object.values(start).map((records) =>
    records.map((record) => ("label" in record ? record.label : record.name)),
  );
  for (const group of names) expect(new Set(group).size).toBe(group.length);
  for (const product of start.products) productForm.parse(product);
  for (const field of start.fields) ownFieldForm.parse(field);
  for (const template of start.templates) anyTemplateForm.parse(template);
  for (const type of start.appointmentTypes) appointmentTypeRules.parse(type);
});
