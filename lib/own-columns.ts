import type { OwnField } from "#lib/contract/own-fields.ts";

type Named = Pick<OwnField, "id" | "label" | "group">;

/** What lists call their own columns: one of the store's own fields that is called so is told by its group. */
const TAKEN = new Set(
  [
    ...[
      "First Name",
      "Last Name",
      "Name",
      "Email",
      "Phone Number",
      "Birthday",
      "Anniversary",
      "Tags",
      "Note",
    ],
    ...["Recent Sale", "Recent Sale Date", "Marketing Consent", "Contact Name", "Sale Price", "Product Name"],
    ...["Sale Date", "Invoice Number", "Created", "Created how", "Changed", "ID"],
    ...["Marketing Consent at", "Refunded", "Left after refunds", "Sold by", "Recorded by", "Contact ID"],
  ].map(key),
);

/**
 * What each field's column is called in a file, by the field's id: its label; with its group where another column is called
 * so; with a number where that does not tell them apart either. The same when a file is written and when it is read.
 */
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

/** As headers are compared: by letters and digits; a name of signs alone as it is. */
function key(name: string): string {
  const bare = name.normalize("NFD").replace(/[^\p{L}\p{N}]/gu, "");
  return (bare || name.trim()).toLowerCase();
}

/** The field of each column that is called like one, each field once: by its column's name, else by group and label. */
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
