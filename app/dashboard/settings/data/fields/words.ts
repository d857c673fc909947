import type { OwnKind, OwnSubject } from "#lib/contract/field-terms.ts";

export const kindWords: Record<OwnKind, string> = {
  text: "Text",
  number: "Number",
  date: "Date",
  money: "Money",
  choice: "Choice",
  choices: "Several choices",
  yesNo: "Yes or no",
};

/** Who has values of a field. */
export const ownerWords: Record<OwnSubject, { one: string; title: string; where: string; found: string }> = {
  contacts: {
    one: "contact",
    title: "Fields of contacts",
    where: "They stand on every contact below its details, in groups.",
    found: "Contacts are found by it",
  },
  sales: {
    one: "sale",
    title: "Fields of sales",
    where: "They stand in the form of every sale, in groups.",
    found: "Sales are found by it",
  },
};
