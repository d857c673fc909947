import type { OwnKind, OwnSubject } from "#lib/contract/field-terms.ts";
import type { OwnField } from "#lib/contract/own-fields.ts";

export const kindWords: Record<OwnKind, string> = {
  text: "Text",
  number: "Number",
  date: "Date",
  money: "Money",
  choice: "Choice",
  choices: "Several choices",
  yesNo: "Yes or no",
};

export const ownerWords: Record<OwnSubject, { one: string; title: string; where: string; found: string }> = {
  contacts: {
    one: "contact",
    title: "Contact fields",
    where: "Shown on every contact, below the details.",
    found: "Include in contact search",
  },
  sales: {
    one: "sale",
    title: "Sales fields",
    where: "Shown in the form of every sale.",
    found: "Include in sales search",
  },
};

export const offered = ({ options }: OwnField) => options.filter((one) => !one.isArchived);

export function valuesOf(field: OwnField) {
  const { label, group, suffix, kind, isRequired, isSearchable, isWarning } = field;
  const options = offered(field).map(({ id, text }) => ({ id, text }));
  return { label, group, suffix, kind, options, isRequired, isSearchable, isWarning };
}
