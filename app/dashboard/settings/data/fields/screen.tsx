"use client";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useAdministrators, useMay } from "#components/shell/use-me.ts";
import { Button } from "#components/ui/button.tsx";
import { part } from "#components/ui/part.tsx";
import { Pending } from "#components/ui/states.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { OwnSubject } from "#lib/contract/field-terms.ts";
import type { OwnField } from "#lib/contract/own-fields.ts";
import { Card } from "../card.tsx";
import { FieldList } from "./field-list.tsx";
import { presets } from "./presets.ts";
import { PutAway } from "./put-away.tsx";
import { ownerWords } from "./words.ts";

const FieldModal = part(() => import("./field-modal.tsx"), "FieldModal");

/** Staff can see them. */
export function FieldsScreen() {
  const { data } = useRead("fields.list", {});
  const may = useMay()("fields.create");
  return (
    <>
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
              variant={of === "contacts" ? "primary" : undefined}
              aria-label={of === "contacts" ? undefined : "New field of sales"}
              onClick={() => setEdited("new")}
              onPointerEnter={FieldModal.load}
              onFocus={FieldModal.load}
              data-shortcut={of === "contacts" ? "n" : undefined}
            >
              <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
              New field
            </Button>
          )
        }
      >
        <p className="border-b px-4 py-2.5 text-muted-foreground text-sm">
          {where} {may ? "Drag to order them." : ask}
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
