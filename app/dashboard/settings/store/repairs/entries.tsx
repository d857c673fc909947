import { Plus, Trash2 } from "lucide-react";
import { useRef } from "react";
import { useFieldArray, useFormContext } from "react-hook-form";
import { Button, IconButton } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/field.tsx";

type EntryColumn = { key: string; label: string; isNumber?: true };
type Props = { list: string; noun: string; columns: readonly EntryColumn[] };

export function Entries({ list, noun, columns }: Props) {
  const { control } = useFormContext();
  const { fields, append, remove } = useFieldArray({ control, name: list });
  const add = useRef<HTMLButtonElement>(null);
  return (
    <div className="grid gap-2">
      {fields.length > 0 && (
        <ul className="grid gap-2">
          {fields.map(({ id }, at) => (
            <li key={id} className="flex items-start gap-1.5">
              <div className="flex min-w-0 flex-1 flex-wrap gap-1.5">
                {columns.map(({ key, label, isNumber }) => (
                  <TextField
                    key={key}
                    name={`${list}.${at}.${key}`}
                    label={`${label} ${at + 1}`}
                    hideLabel
                    placeholder={label}
                    autoComplete="off"
                    {...(isNumber && { inputMode: "decimal" })}
                    className={isNumber ? "w-26 [&_input]:tabular-nums" : "min-w-40 flex-1"}
                  />
                ))}
              </div>
              <IconButton
                label={`Remove ${noun} ${at + 1}`}
                onClick={() => {
                  remove(at);
                  add.current?.focus();
                }}
              >
                <Trash2 size={16} strokeWidth={1.75} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button
          ref={add}
          onClick={() =>
            append(Object.fromEntries(columns.map(({ key }) => [key, ""])), {
              focusName: `${list}.${fields.length}.name`,
            })
          }
        >
          <Plus size={16} strokeWidth={1.75} />
          Add {noun}
        </Button>
      </div>
    </div>
  );
}
