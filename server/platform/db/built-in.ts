import { type ContactKey, contactFields, contactKeys } from "#lib/contract/contact-fields.ts";
import {
  type PlainSaleCondition,
  type PlainSaleKey,
  plainSaleFields,
} from "#lib/contract/plain-sale-fields.ts";
import { type YearlyKey, yearlyKeys } from "#lib/contract/yearly-fields.ts";
import { pick } from "./columns.ts";
import { contacts, purchases } from "./schema.ts";
import { dayToSend, dayToStore } from "./values.ts";

export const contactColumns = pick(contacts, ...contactKeys);
export const saleColumns = pick(purchases, ...plainSaleFields.map(({ key }) => key));

export function saleColumn(condition: PlainSaleCondition) {
  const field = plainSaleFields.find((field) => field.condition === condition);
  if (!field) throw new Error(`No field of a sale has the condition ${condition}`);
  return purchases[field.key];
}

/** `monthDay` is sortable within a year: 314 is 14 March. */
export function yearlyColumns(key: YearlyKey) {
  return { day: contacts[key], monthDay: contacts[`${key}MonthDay` as const] };
}

export function contactToStore<F extends { [K in ContactKey]?: string | null | undefined }>(form: F) {
  const values = contactFields
    .filter(({ key }) => key in form)
    .map(({ key, kind }) => [key, kind === "date" ? form[key] && dayToStore(form[key]) : form[key]]);
  return Object.fromEntries(values) as Pick<F, keyof F & ContactKey>;
}

/** Absent fields keep the stored value. */
export function saleToStore<F extends { [K in PlainSaleKey]?: string | null | undefined }>(
  form: F,
  stored: { [K in PlainSaleKey]: string | null } | undefined,
) {
  return Object.fromEntries(
    plainSaleFields.map(({ key }) => [
      key,
      form[key] === undefined ? (stored?.[key] ?? null) : form[key] || null,
    ]),
  ) as { [K in PlainSaleKey]: string | null };
}

export function searchedTexts(sale: { [K in PlainSaleKey]: string | null }) {
  return plainSaleFields.map(({ key }) => sale[key]);
}

export function daysToSend(row: { [K in YearlyKey]: string | null }) {
  return Object.fromEntries(yearlyKeys.map((key) => [key, dayToSend(row[key])])) as typeof row;
}
