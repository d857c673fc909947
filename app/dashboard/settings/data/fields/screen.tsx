"use client";
import clsx from "clsx";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useAdministrators, useMay } from "#components/shell/use-me.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button, IconButton } from "#components/ui/button.tsx";
import { confirm } from "#components/ui/confirm.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { part } from "#components/ui/part.tsx";
import { Grip, useReorder } from "#components/ui/reorder.tsx";
import { Pending } from "#components/ui/states.tsx";
import { call } from "#lib/api/call.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { OwnSubject } from "#lib/contract/field-terms.ts";
import type { OwnField } from "#lib/contract/own-fields.ts";
import { notify } from "#lib/notifications.ts";
import { plural } from "#lib/text.ts";
import { Card } from "../card.tsx";
import { presets } from "./presets.ts";
import { kindWords, offered, ownerWords, valuesOf } from "./words.ts";

const FieldModal = part(() => import("./field-modal.tsx"), "FieldModal");

export function FieldsScreen() {
  const { data } = useRead("fields.list", {});
  const may = useMay()("fields.create");
  return (
    <>
      <h1>Fields</h1>
      <Fields of="contacts" />
      <Fields of="sales" />
      {data && <PutAway fields={data.filter((field) => field.isArchived)} may={may} />}
    </>
  );
}

function Fields({ of }: { of: OwnSubject }) {
  const read = useRead("fields.list", {});
  const { data } = read;
  const may = useMay()("fields.create");
  const ask = useAdministrators(!may);
  const [edited, setEdited] = useState<OwnField | "new" | null>(null);
  const shown = data?.filter((field) => field.of === of && !field.isArchived) ?? [];
  const groups = [...new Set(shown.map(({ group }) => group))];
  const { title, where, one } = ownerWords[of];

  return (
    <>
      <Card
        title={title}
        beside={
          may && (
            <Button
              icon={Plus}
              variant={of === "contacts" ? "primary" : undefined}
              aria-label={of === "contacts" ? undefined : "New field for sales"}
              onClick={() => setEdited("new")}
              {...FieldModal.near}
              data-shortcut={of === "contacts" ? "n" : undefined}
            >
              New field
            </Button>
          )
        }
      >
        <p className="border-b px-4 py-2.5 text-muted-foreground text-sm">
          {where} {may ? shown.length > 1 && "Drag to order them." : ask}
        </p>
        {data ? (
          shown.length > 0 ? (
            <FieldList fields={shown} may={may} onEdit={setEdited} />
          ) : of === "contacts" ? (
            <Begin may={may} />
          ) : (
            <p className="px-4 py-8 text-center text-muted-foreground">
              No fields yet. Add an engraving, a stone, a warranty, or anything else about a {one}.
            </p>
          )
        ) : (
          <Pending read={read} className="min-h-48 pt-12" />
        )}
      </Card>
      {edited && (
        <FieldModal
          of={of}
          field={edited === "new" ? undefined : edited}
          groups={groups}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}

function Begin({ may }: { may: boolean }) {
  const { act, pending } = useAct("fields.create");
  return (
    <div className="grid justify-items-center gap-1 px-4 py-10 text-center">
      <p className="font-semibold">No fields yet</p>
      <p className="text-muted-foreground">Sizes, taste, allergies, or anything else you want to remember.</p>
      {may && (
        <ul className="mt-4 grid w-full max-w-180 gap-3 text-left md:grid-cols-2">
          {presets.map(({ name, fields }) => (
            <li key={name} className="grid content-start gap-2 rounded-md border p-4">
              <h3 className="font-semibold">{name}</h3>
              <p className="flex-1 text-muted-foreground text-sm">
                {fields.map(({ label }) => label).join(" · ")}
              </p>
              <Button busy={pending} onClick={() => !pending && void act({ body: { fields } })}>
                Start as a {name.toLowerCase()}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type Props = { fields: OwnField[]; may: boolean; onEdit: (field: OwnField) => void };

function FieldList({ fields: stored, may, onEdit }: Props) {
  const { act: order } = useAct("fields.order");
  const remove = useRemove();
  const [moved, setMoved] = useState<OwnField[] | null>(null);
  const fields = inGroups(moved ?? stored);
  const groups = [...new Set(fields.map(({ group }) => group))];
  const { list, dropAt, grip, status } = useReorder<HTMLDivElement>((from, to, isStep) => {
    const [field, there] = [fields[from], fields[to]];
    if (!field || !there) return;
    const moved = { ...field, group: there.group };
    // A step across groups only changes the group.
    const stays = isStep && field.group !== there.group;
    const next = inGroups(
      stays ? fields.with(from, moved) : fields.toSpliced(from, 1).toSpliced(to, 0, moved),
    );
    const said = stays
      ? `${field.label} is in ${there.group} now`
      : `${field.label} is ${to + 1} of ${fields.length} now, in ${there.group}`;
    void save(next);
    return { at: next.indexOf(moved), said };
  });

  async function save(next: OwnField[]) {
    setMoved(next);
    await order({ body: { fields: next.map(({ id, group }) => ({ id, group })) } });
    setMoved(null);
  }

  return (
    <div ref={list} className="[&>section+section]:border-t">
      {groups.map((group) => (
        <section key={group} aria-label={group} className="py-2">
          <h3 className="px-4 py-1.5 font-semibold text-[0.8125rem] text-muted-foreground">{group}</h3>
          <ol>
            {fields.map((field, index) =>
              field.group === group ? (
                <li
                  key={field.id}
                  className={clsx(
                    "flex min-h-12 items-center gap-2 py-1 pr-3 pl-2",
                    dropAt === index && "bg-accent ring-1 ring-primary ring-inset",
                  )}
                >
                  {may ? <Grip label={`Move ${field.label}`} {...grip(index)} /> : <span className="w-2" />}
                  <Words field={field} />
                  {may && (
                    <>
                      <IconButton
                        row
                        icon={Pencil}
                        label={`Edit ${field.label}`}
                        onClick={() => onEdit(field)}
                      />
                      <IconButton
                        row
                        icon={Trash2}
                        label={`Delete ${field.label}`}
                        onClick={() => void remove(field)}
                      />
                    </>
                  )}
                </li>
              ) : null,
            )}
          </ol>
        </section>
      ))}
      {status}
    </div>
  );
}

function Words({ field }: { field: OwnField }) {
  const options = offered(field).map(({ text }) => text);
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-0.5">
      <span className="wrap-anywhere font-medium">{field.label}</span>
      <span className="min-w-0 max-w-full truncate text-muted-foreground text-sm">
        {kindWords[field.kind]}
        {options.length > 0 && `: ${options.slice(0, 5).join(", ")}${options.length > 5 ? " …" : ""}`}
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

function PutAway({ fields, may }: { fields: OwnField[]; may: boolean }) {
  const { act: update } = useAct("fields.update");
  const { act: remove } = useAct("fields.delete");
  if (fields.length === 0) return null;

  function bringBack(field: OwnField) {
    const { kind: _, ...values } = valuesOf(field);
    void update({ params: { id: field.id }, body: { ...values, isArchived: false, version: field.version } });
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
