import { TriangleAlert } from "lucide-react";
import { NearLink } from "#components/shell/near-link.tsx";
import { Badge } from "#components/ui/badge.tsx";
import type { Column } from "#components/ui/data-table.tsx";
import type { Template } from "#lib/contract/templates.ts";
import { token, unknownNames } from "#lib/contract/tokens.ts";
import { formatDay, readDay } from "#lib/dates.ts";

type Known = {
  timezone?: string;
  /** Undefined until the host has said which there are: nothing is unknown before. */
  placeholders: readonly string[] | undefined;
  /** The names of the automations that send a template, by its id. */
  senders: ReadonlyMap<string, string[]>;
};

/** The columns of SPEC.md; dates are the user's. */
export function templateColumns({ timezone, placeholders, senders }: Known): Column<Template>[] {
  return [
    {
      header: "Template Title",
      phone: "title",
      cell: (template) => (
        <Title
          template={template}
          placeholders={placeholders ?? null}
          senders={senders.get(template.id) ?? []}
        />
      ),
    },
    {
      header: "Created",
      phone: "hidden",
      cell: ({ createdAt }) => <When iso={createdAt} timezone={timezone} />,
    },
    {
      header: "Updated",
      phone: "meta",
      cell: ({ updatedAt, createdAt }) => (
        <>
          <span className="hidden phone:inline">Updated </span>
          <When iso={updatedAt ?? createdAt} timezone={timezone} />
        </>
      ),
    },
  ];
}

type TitleProps = { template: Template; placeholders: readonly string[] | null; senders: string[] };

function Title({ template: { id, name, subject, content }, placeholders, senders }: TitleProps) {
  const unknown = placeholders ? unknownNames(`${subject}\n${content}`, placeholders) : [];
  return (
    <span className="grid min-w-0 max-w-[min(44rem,48vw)] phone:max-w-none">
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
        <NearLink
          href={`/dashboard/templates/edit/${id}`}
          data-row-link={id}
          className="min-w-0 tap truncate not-pointer-coarse:py-0.5 font-medium underline decoration-transparent underline-offset-3 hover:text-link hover:decoration-current group-hover:text-link"
        >
          {name || "No name"}
        </NearLink>
        {senders.length > 0 && (
          <Badge tone="info" title={senders.join(", ")}>
            Used by {senders.length} {senders.length === 1 ? "automation" : "automations"}
          </Badge>
        )}
        {unknown.length > 0 && (
          <Badge tone="warning" title={unknown.map(token).join(", ")}>
            <TriangleAlert size={12} aria-hidden="true" />
            Unknown placeholder
          </Badge>
        )}
      </span>
      <span className="truncate text-muted-foreground text-sm">{subject || "No subject"}</span>
    </span>
  );
}

function When({ iso, timezone }: { iso: string | null; timezone?: string }) {
  return (
    <span className="text-muted-foreground tabular-nums">{formatDay(readDay(iso, timezone)) || "—"}</span>
  );
}
