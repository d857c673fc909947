/** Markup, as opposed to text that still has to be escaped. */
export type Html = { markup: string };

type Value = Html | string | number | null | false | Value[];

/** A template whose values become text, unless they are markup themselves. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return { markup: String.raw({ raw: strings }, ...values.map(markupOf)) };
}

function markupOf(value: Value): string {
  if (value === null || value === false) return "";
  if (Array.isArray(value)) return value.map(markupOf).join("");
  if (typeof value === "object") return value.markup;
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
