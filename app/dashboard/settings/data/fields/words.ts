import type { OwnKind } from "#lib/contract/field-terms.ts";

export const kindWords: Record<OwnKind, string> = {
  text: "Text",
  number: "Number",
  date: "Date",
  money: "Money",
  choice: "Choice",
  choices: "Several choices",
  yesNo: "Yes or no",
};
