import { contactKeys } from "#lib/contract/contact-fields.ts";
import type { ColumnField } from "#lib/contract/import-terms.ts";
import type { Effect, Reading } from "#lib/contract/imports.ts";
import { isYearly } from "#lib/contract/yearly-fields.ts";
import { formatDay, readDay } from "#lib/dates.ts";
import { type Judged, saysSame } from "./judged.ts";
import type { Known } from "./match.ts";
import { ownText } from "./own.ts";
import { categoryOf, partyOf } from "./records-of-contacts.ts";
import type { Shown, Store } from "./row-values.ts";

type Effects = Record<string, Effect>;
type Context = { reading: Reading; store: Store };

const NAMES = ["name", "firstName", "lastName"] as const;

export function willBe(row: Judged, { reading, store }: Context): { values: Shown; effects: Effects } {
  const values: Shown = { ...row.shown };
  const effects: Effects = {};
  for (const [field, text] of Object.entries(row.emptied ?? {}) as [ColumnField, string][])
    effects[field] = { does: "empty", text };
  const isIn = row.doubts.length === 0 && !row.isLeftOut;
  if (isIn && reading.kind === "contacts" && row.known) ofContact(row, row.known, store, { values, effects });
  if (isIn && reading.kind !== "contacts") ofDealing(row, reading, { values, effects });
  return { values, effects };
}

type Result = { values: Shown; effects: Effects };

function ofContact(row: Judged, known: Known, { fields }: Store, { values, effects }: Result): void {
  const { changes } = row;
  const put = (field: ColumnField, isChanged: boolean, has: string, isSame: boolean) => {
    const said = values[field] ?? "";
    if (isChanged) effects[field] = { does: "change", text: has };
    else if (said && !isSame) effects[field] = { does: "keep", text: said };
    if (!isChanged && values[field] !== undefined) values[field] = has;
  };
  for (const field of contactKeys) {
    const has = known[field] ?? "";
    const shown = isYearly(field) ? formatDay(readDay(has)) : has;
    put(field, field in changes, shown, saysSame(field, row.values[field] ?? "", has));
  }
  const consent = known.consent === "given" ? "Yes" : known.consent === "withdrawn" ? "No" : "";
  if (row.values.consent) put("consent", "consent" in changes, consent, row.values.consent === known.consent);
  for (const field of fields) {
    const name: ColumnField = `own:${field.id}`;
    if (values[name] === undefined) continue;
    const has = known.fields[field.id];
    const isSame = JSON.stringify(has) === JSON.stringify(row.values.own[field.id]);
    put(name, field.id in (changes.own ?? {}), ownText(field, has), isSame);
  }
}

function ofDealing(row: Judged, { columns }: Reading, { values, effects }: Result): void {
  if (values.category !== undefined) values.category = categoryOf(row);
  if (!NAMES.some((field) => columns.includes(field))) return;
  const said = [values.firstName, values.lastName].filter(Boolean).join(" ");
  const { name } = partyOf(row);
  if (said === name) return;
  if (row.known && said) effects.firstName = { does: "keep", text: said };
  [values.firstName, values.lastName] = row.known ? [row.known.firstName, row.known.lastName] : [name, ""];
}
