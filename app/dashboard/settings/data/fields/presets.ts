import type { OwnFieldForm } from "#lib/contract/own-fields.ts";

type Preset = { name: string; fields: OwnFieldForm[] };

const SIZES = Array.from({ length: 21 }, (_, i) => `US ${3 + Math.floor(i / 2)}${i % 2 ? "½" : ""}`);

type Begun = Partial<OwnFieldForm> & Pick<OwnFieldForm, "label">;

function fields(group: string, begun: Begun[]): OwnFieldForm[] {
  const plain = {
    kind: "text",
    options: [],
    isRequired: false,
    isSearchable: false,
    isWarning: false,
  } as const;
  return begun.map((one) => ({ ...plain, group, ...one, options: [...(one.options ?? [])] }));
}

/** Ids from the text, so a preset has the same option ids in every store. */
function options(...texts: string[]) {
  return texts.map((text) => ({
    id: text
      .toLowerCase()
      .replace("½", "-5")
      .replace(/[^a-z0-9-]+/g, "-"),
    text,
  }));
}

const allergies: Begun = { label: "Allergies", isWarning: true, isSearchable: true };

export const presets: Preset[] = [
  {
    name: "Jeweler",
    fields: fields("Sizes and taste", [
      { label: "Ring, left hand", kind: "choice", options: options(...SIZES) },
      { label: "Ring, right hand", kind: "choice", options: options(...SIZES) },
      { label: "Wrist", suffix: "cm", kind: "number" },
      {
        label: "Metal",
        kind: "choices",
        options: options("Yellow gold", "White gold", "Rose gold", "Platinum", "Silver"),
      },
      allergies,
      { label: "Wish list", isSearchable: true },
      { label: "Budget", kind: "money" },
    ]),
  },
  {
    name: "Salon",
    fields: fields("Hair and skin", [
      { label: "Hair", kind: "choice", options: options("Fine", "Medium", "Thick", "Curly") },
      { label: "Color formula" },
      { label: "Skin", kind: "choice", options: options("Normal", "Dry", "Oily", "Sensitive") },
      allergies,
      { label: "Patch test", kind: "date" },
      { label: "Likes a quiet visit", kind: "yesNo" },
    ]),
  },
];
