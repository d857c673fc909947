import { headingOf } from "#lib/contract/built-in-fields.ts";
import { contactFields } from "#lib/contract/contact-fields.ts";
import type { OwnField } from "#lib/contract/own-fields.ts";
import { saleFields } from "#lib/contract/sale-fields.ts";

type Named = Pick<OwnField, "id" | "label" | "group">;

/** An own field with a built-in column's name gets its group in front. */
const TAKEN = new Set(
  [
    ...contactFields.map(headingOf),
    ...saleFields.map(headingOf),
    ...["Name", "Tags", "Note", "Recent Sale", "Recent Sale Date", "Marketing Consent"],
    ...["Marketing Consent at", "Created", "Created how", "Changed", "ID"],
    ...["Refunded", "Left after refunds", "Recorded by", "Contact ID"],
    ...["Paid", "Open", "Method", "Payments", "Items", "Discount", "Tax"],
  ].map(key),
);

/** The label, with the group if another column has that name, then with a number. Also for reading. */
export function columnNames(fields: readonly Named[]): Map<string, string> {
  const names = new Map<string, string>();
  const there = new Set(TAKEN);
  for (const { id, label, group } of fields) {
    const isAlone =
      fields.filter((one) => key(one.label) === key(label)).length === 1 && !there.has(key(label));
    const name = isAlone ? label : `${group}: ${label}`;
    let numbered = name;
    for (let count = 2; there.has(key(numbered)); count++) numbered = `${name} (${count})`;
    there.add(key(numbered));
    names.set(id, numbered);
  }
  return names;
}

function key(name: string): string {
  const bare = name.normalize("NFD").replace(/[^\p{L}\p{N}]/gu, "");
  return (bare || name.trim()).toLowerCase();
}

/** By column name, else by group and label. Each field is used once. */
export function ownColumnsOf(headers: readonly string[], fields: readonly Named[]): (string | null)[] {
  const found: (string | null)[] = headers.map(() => null);
  const names = columnNames(fields);
  const called = [
    (field: Named) => names.get(field.id) ?? "",
    ({ group, label }: Named) => `${group} ${label}`,
  ];
  for (const nameOf of called)
    for (const field of fields) {
      if (found.includes(field.id)) continue;
      const at = headers.findIndex((header, i) => found[i] === null && key(header) === key(nameOf(field)));
      if (at >= 0) found[at] = field.id;
    }
  return found;
}
