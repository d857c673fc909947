import { formatDate } from "#lib/dates.ts";
import type { FieldKind } from "./contract/built-in-fields.ts";
import type { Money } from "./contract/money.ts";
import type { OwnField } from "./contract/own-fields.ts";

type Described = { kind: FieldKind; options?: OwnField["options"] };

/** "" if empty. */
export function ownWords({ kind, options = [] }: Described, value: unknown, money: Money, timezone?: string) {
  if (value === true) return "Yes";
  if (value === false) return "No";
  const word = (id: unknown) => options.find((one) => one.id === id)?.text ?? "";
  if (Array.isArray(value)) return value.map(word).filter(Boolean).join(", ");
  if (typeof value !== "string") return "";
  if (kind === "choice") return word(value);
  if (kind === "date" || kind === "moment") return formatDate(value, timezone) || value;
  if (kind !== "money") return value;
  const amount = Number(money.read(value) === value ? value : money.read(value));
  return value === "" || Number.isNaN(amount) ? value : money.format(amount);
}

export function formValue({ kind, options = [] }: Described, value: unknown, money: Money): unknown {
  switch (kind) {
    case "choice":
      return options.some(({ id }) => id === value) ? value : null;
    case "choices":
      return Array.isArray(value) ? options.map(({ id }) => id).filter((id) => value.includes(id)) : [];
    case "yesNo":
      return typeof value === "boolean" ? value : null;
    case "money":
      return typeof value === "string" && value !== "" ? money.typed(Number(value)) : "";
    default:
      return typeof value === "string" ? value : "";
  }
}

export function inGroups<F extends Pick<OwnField, "group">>(
  fields: readonly F[],
): [group: string, fields: F[]][] {
  const groups = [...new Set(fields.map(({ group }) => group))];
  return groups.map((group) => [group, fields.filter((field) => field.group === group)]);
}
