import { useRead } from "#lib/api/use-read.ts";
import type { OwnKind, OwnSubject } from "#lib/contract/field-terms.ts";
import { today } from "#lib/dates.ts";
import { readAmount } from "#lib/import/amounts.ts";
import { readYesNo } from "#lib/import/answers.ts";
import { readDate } from "#lib/import/cells.ts";
import { FieldModal } from "./fields/field-modal.tsx";

type Props = {
  of: OwnSubject;
  header: string;
  samples: string[];
  onMade: (id: string) => void;
  onClose: () => void;
};

export function NewField({ of, header, samples, onMade, onClose }: Props) {
  const { data } = useRead("fields.list", {});
  if (!data) return null;
  const groups = [...new Set(data.filter((field) => field.of === of).map(({ group }) => group))];
  return (
    <FieldModal
      of={of}
      field={undefined}
      groups={groups}
      start={{ label: header, kind: kindOf(samples), group: groups.at(-1) ?? "Details" }}
      onMade={onMade}
      onClose={onClose}
    />
  );
}

function kindOf(samples: string[]): OwnKind {
  const all = (fits: (text: string) => boolean) => samples.length > 0 && samples.every(fits);
  const day = today();
  if (all((text) => readAmount(text, "point") !== null || readAmount(text, "comma") !== null))
    return "number";
  if (all((text) => readDate(text, { dayFirst: true, today: day }) !== null)) return "date";
  return all((text) => typeof readYesNo(text) === "boolean") ? "yesNo" : "text";
}
