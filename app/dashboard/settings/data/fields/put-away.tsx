"use client";
import { Button } from "#components/ui/button.tsx";
import { confirm } from "#components/ui/confirm.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { call } from "#lib/api/call.ts";
import { useAct } from "#lib/api/use-act.ts";
import type { OwnField } from "#lib/contract/own-fields.ts";
import { plural } from "#lib/text.ts";
import { kindWords, ownerWords } from "./words.ts";

/** Hidden from forms, but with values. */
export function PutAway({ fields, may }: { fields: OwnField[]; may: boolean }) {
  const { act: update } = useAct("fields.update");
  const { act: remove } = useAct("fields.delete");
  if (fields.length === 0) return null;

  function bringBack({
    id,
    label,
    group,
    suffix,
    options,
    isRequired,
    isSearchable,
    isWarning,
    version,
  }: OwnField) {
    const offered = options.filter((one) => !one.isArchived).map((one) => ({ id: one.id, text: one.text }));
    const flags = {
      isRequired: isRequired === true,
      isSearchable: isSearchable === true,
      isWarning: isWarning === true,
    };
    void update({
      params: { id },
      body: { label, group, suffix, options: offered, ...flags, isArchived: false, version },
    });
  }

  async function erase({ id, label, of }: OwnField) {
    const used = await call("fields.usage", { params: { id } }).catch(() => null);
    const text = `Its values on ${plural(used?.count ?? 0, ownerWords[of].one)} are deleted too.`;
    if (await confirm({ title: `Delete ${label} for good?`, text, verb: "Delete" }))
      await remove({ params: { id } });
  }

  return (
    <details className="rounded-lg border bg-card px-4 shadow-1 phone:-mx-4 phone:rounded-none phone:border-x-0">
      <summary className="flex cursor-pointer list-none items-center gap-2 py-2.5 pointer-coarse:min-h-11">
        <span className="min-w-0 flex-1">
          <span className="font-medium">Hidden: {plural(fields.length, "field")}</span>
          <span className="text-muted-foreground"> whose values are kept</span>
        </span>
        <Icon is="chevron-down" className="text-muted-foreground" />
      </summary>
      <ul className="grid border-t [&>*+*]:border-t">
        {fields.map((field) => (
          <li key={field.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <span className="min-w-0 flex-1">
              <span className="font-medium">{field.label}</span>
              <span className="text-muted-foreground text-sm">
                {" "}
                {field.group} · {kindWords[field.kind]}
              </span>
            </span>
            {may && (
              <>
                <Button aria-label={`Restore ${field.label}`} onClick={() => bringBack(field)}>
                  Restore
                </Button>
                <Button aria-label={`Delete ${field.label} for good`} onClick={() => void erase(field)}>
                  Delete
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
