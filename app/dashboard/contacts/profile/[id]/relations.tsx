import { ArrowRightLeft, Plus } from "lucide-react";
import { useState } from "react";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { Avatar } from "#components/ui/avatar.tsx";
import { IconButton } from "#components/ui/button.tsx";
import { part } from "#components/ui/part.tsx";
import { useRead } from "#lib/api/use-read.ts";
import type { Contact } from "#lib/contract/contacts.ts";
import type { Relation } from "#lib/contract/relations.ts";
import { yearlyFields } from "#lib/contract/yearly-fields.ts";
import { formatDate } from "#lib/dates.ts";
import { dotted } from "#lib/text.ts";
import { relationLine } from "./relation-words.ts";

const RelationModal = part(() => import("./relation-modal.tsx"), "RelationModal");

export function Relations({ contact }: { contact: Contact }) {
  const { data, error, mutate } = useRead("relations.ofContact", { params: { id: contact.id } });
  const [open, setOpen] = useState<Relation | "new" | null>(null);
  return (
    <section aria-labelledby="relations" className="border-t p-4">
      <div className="mb-1 flex min-h-control items-center gap-2">
        <h2 id="relations" className="flex-1">
          Relations
        </h2>
        <IconButton
          icon={Plus}
          label="Add relation"
          onClick={() => setOpen("new")}
          {...RelationModal.near}
          data-paper="no"
        />
      </div>
      {data && data.length > 0 && (
        <ul className="grid grid-cols-1 gap-1">
          {data.map((relation) => (
            <Row
              key={relation.id}
              relation={relation}
              firstName={contact.firstName}
              onEdit={() => setOpen(relation)}
            />
          ))}
        </ul>
      )}
      {data?.length === 0 && (
        <p className="text-muted-foreground text-sm">
          No relations yet. Add family members, or the person who introduced them.
        </p>
      )}
      {!data && error && (
        <p role="alert" className="text-sm">
          We couldn’t load the relations.{" "}
          <button type="button" onClick={() => mutate()} className="link tap">
            Try again
          </button>
        </p>
      )}
      {open && (
        <RelationModal
          contact={contact}
          relation={open === "new" ? undefined : open}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  );
}

type RowProps = { relation: Relation; firstName: string; onEdit: () => void };

function Row({ relation, firstName, onEdit }: RowProps) {
  const { id, contact, name } = relation;
  const days = yearlyFields.map(({ key, label }) => {
    const day = relation[key];
    return day && `${label.toLowerCase()} ${yearly(day)}`;
  });
  const who = contact.name || "No name";
  return (
    <li data-row={id} className="flex min-h-11 items-center gap-3">
      <Avatar id={contact.id} name={who} />
      <span className="min-w-0 flex-1">
        <PrefetchLink
          href={`/dashboard/contacts/profile/${contact.id}`}
          title={who}
          className="tap block truncate font-medium underline decoration-transparent underline-offset-3 hover:text-link hover:decoration-current"
        >
          {who}
        </PrefetchLink>
        <span className="block text-muted-foreground text-sm wrap-anywhere">
          {dotted(relationLine(name, firstName), ...days)}
        </span>
      </span>
      <IconButton
        row
        icon={ArrowRightLeft}
        label={`Change the relation to ${who}`}
        onClick={onEdit}
        {...RelationModal.near}
        data-paper="no"
      />
    </li>
  );
}

function yearly(day: string): string {
  return formatDate(day).replace(/, \d+$/, "");
}
