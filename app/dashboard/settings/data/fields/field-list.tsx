"use client";
import clsx from "clsx";
import { GripVertical, Pencil, Trash2 } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Badge } from "#components/ui/badge.tsx";
import { IconButton } from "#components/ui/button.tsx";
import { confirm } from "#components/ui/confirm.tsx";
import { useDragged } from "#components/ui/use-dragged.ts";
import { call } from "#lib/api/call.ts";
import { useAct } from "#lib/api/use-act.ts";
import type { OwnField } from "#lib/contract/own-fields.ts";
import { notify } from "#lib/notifications.ts";
import { plural } from "#lib/text.ts";
import { kindWords, ownerWords } from "./words.ts";

type Props = { fields: OwnField[]; may: boolean; onEdit: (field: OwnField) => void };

/** Reordered by dragging, or with ↑ and ↓, also between groups. */
export function FieldList({ fields: stored, may, onEdit }: Props) {
  const { act: order } = useAct("fields.order");
  const remove = useRemove();
  const [moved, setMoved] = useState<OwnField[] | null>(null);
  const fields = inGroups(moved ?? stored);
  const groups = [...new Set(fields.map(({ group }) => group))];
  const place = useRef<HTMLDivElement>(null);
  const focused = useRef<string | null>(null);
  const [said, setSaid] = useState("");
  const { dropAt, take } = useDragged(
    () => [...(place.current?.querySelectorAll("[data-field]") ?? [])],
    move,
  );

  // Moving a field moves its element, so the focus must follow.
  useEffect(() => {
    if (!focused.current) return;
    place.current?.querySelector<HTMLElement>(`[data-field="${focused.current}"] [data-grip]`)?.focus();
    focused.current = null;
  });

  async function save(next: OwnField[]) {
    setMoved(next);
    await order({ body: { fields: next.map(({ id, group }) => ({ id, group })) } });
    setMoved(null);
  }

  function move(from: number, to: number) {
    const [field, there] = [fields[from], fields[to]];
    if (!may || !field || !there || from === to) return;
    focused.current = field.id;
    const rest = fields.filter((one) => one !== field);
    const next = rest.toSpliced(rest.indexOf(there) + (from < to ? 1 : 0), 0, {
      ...field,
      group: there.group,
    });
    setSaid(`${field.label} is ${to + 1} of ${fields.length} now, in ${there.group}`);
    void save(next);
  }

  function onKeyDown(event: KeyboardEvent, index: number) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const [field, there] = [fields[index], fields[index + by]];
    if (!field || !there) return;
    if (field.group === there.group) return move(index, index + by);
    // Moving past a group's edge enters the next group.
    focused.current = field.id;
    setSaid(`${field.label} is in ${there.group} now`);
    void save(fields.map((one) => (one === field ? { ...field, group: there.group } : one)));
  }

  return (
    <div ref={place} className="[&>section+section]:border-t">
      {groups.map((group) => (
        <section key={group} aria-label={group} className="py-2">
          <h3 className="px-4 py-1.5 font-semibold text-[13px] text-muted-foreground">{group}</h3>
          <ol>
            {fields.map((field, index) =>
              field.group === group ? (
                <li
                  key={field.id}
                  data-field={field.id}
                  className={clsx(
                    "flex min-h-12 items-center gap-2 py-1 pr-3 pl-2",
                    dropAt === index && "bg-accent ring-1 ring-primary ring-inset",
                  )}
                >
                  {may ? (
                    <button
                      type="button"
                      data-grip=""
                      title="Drag, or press ↑ and ↓"
                      aria-label={`Move ${field.label}`}
                      aria-keyshortcuts="ArrowUp ArrowDown"
                      onPointerDown={(event) => take(event, index)}
                      onKeyDown={(event) => onKeyDown(event, index)}
                      className="grid h-control w-6 shrink-0 cursor-grab touch-none place-items-center rounded-md text-muted-foreground hover:bg-accent pointer-coarse:w-11"
                    >
                      <GripVertical size={16} aria-hidden="true" />
                    </button>
                  ) : (
                    <span className="w-2" />
                  )}
                  <Words field={field} />
                  {may && (
                    <>
                      <IconButton row label={`Edit ${field.label}`} onClick={() => onEdit(field)}>
                        <Pencil size={16} strokeWidth={1.75} aria-hidden="true" />
                      </IconButton>
                      <IconButton row label={`Delete ${field.label}`} onClick={() => void remove(field)}>
                        <Trash2 size={16} strokeWidth={1.75} aria-hidden="true" />
                      </IconButton>
                    </>
                  )}
                </li>
              ) : null,
            )}
          </ol>
        </section>
      ))}
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}

function Words({ field }: { field: OwnField }) {
  const offered = field.options.filter((one) => !one.isArchived).map(({ text }) => text);
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-0.5">
      <span className="wrap-anywhere font-medium">{field.label}</span>
      <span className="min-w-0 max-w-full truncate text-muted-foreground text-sm">
        {kindWords[field.kind]}
        {offered.length > 0 && `: ${offered.slice(0, 5).join(", ")}${offered.length > 5 ? " …" : ""}`}
      </span>
      {field.isRequired && <Badge tone="info">Required</Badge>}
      {field.isSearchable && <Badge tone="muted">Found by search</Badge>}
      {field.isWarning && <Badge tone="warning">Warning</Badge>}
    </div>
  );
}

function inGroups(fields: OwnField[]): OwnField[] {
  const groups = [...new Set(fields.map(({ group }) => group))];
  return groups.flatMap((group) => fields.filter((field) => field.group === group));
}

/** Says how many contacts or sales lose a value. */
function useRemove() {
  const { act } = useAct("fields.delete");
  return async ({ id, label, of }: OwnField) => {
    const used = await call("fields.usage", { params: { id } }).catch(() => null);
    const count = used?.count ?? 0;
    const { one } = ownerWords[of];
    const text =
      count > 0
        ? `${plural(count, one)} ${count === 1 ? "has" : "have"} a value. The field is hidden from all forms. You can restore it with all its values.`
        : `No ${one} has a value.`;
    if (!(await confirm({ title: `Delete ${label}?`, text, verb: "Delete" }))) return;
    const outcome = await act({ params: { id } });
    if (!outcome.ok) return;
    const message = outcome.answer.isArchived ? `${label} was hidden` : `${label} was deleted`;
    notify({ type: "success", message });
  };
}
