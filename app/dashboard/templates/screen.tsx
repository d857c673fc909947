"use client";
import { Lightbulb } from "lucide-react";
import { useMemo, useState } from "react";
import { SearchMiss } from "#components/list-empty.tsx";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMe } from "#components/shell/use-me.ts";
import { useSearch } from "#components/shell/use-search.ts";
import { TemplatesNav } from "#components/templates-nav.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { deleteRow, editRow } from "#components/ui/row-actions.tsx";
import { Empty } from "#components/ui/states.tsx";
import { useRemoval } from "#components/use-removal.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Template } from "#lib/contract/templates.ts";
import { token, unknownNames } from "#lib/contract/tokens.ts";
import { formatDate } from "#lib/dates.ts";
import { wholeList } from "#lib/list.ts";
import { matches } from "#lib/text.ts";
import { ideas } from "./ideas.ts";

export function TemplatesScreen() {
  const [search] = useSearch();
  const { data: me } = useMe();
  const read = useRead("templates.list", {});
  const { data } = read;
  const { data: placeholders } = useRead("templates.placeholders", {});
  const senders = useSenders();
  const remove = useRemoval("templates.delete");
  const [refused, setRefused] = useState("");

  const rows = useMemo(
    () => data?.filter(({ name, subject }) => matches(`${name}\n${subject}`, search)),
    [data, search],
  );
  const list = wholeList(rows, read);
  const timezone = me?.timezone;
  const columns = useMemo(
    () => templateColumns({ timezone, placeholders, senders }),
    [timezone, placeholders, senders],
  );
  const actions = useMemo(
    () => (template: Template) => {
      const { id, name } = template;
      const edit = `/dashboard/templates/edit/${id}`;
      const copy = `/dashboard/templates/edit/0?copy=${id}`;
      return [
        editRow(name, { href: edit }),
        { name: `Duplicate ${name}`, label: "Duplicate", icon: "copy" as const, href: copy },
        deleteRow(name, async () => {
          setRefused("");
          const outcome = await remove(id, question(template, senders.get(id) ?? []));
          if (outcome?.ok === false) setRefused(outcome.error.message);
        }),
      ];
    },
    [remove, senders],
  );

  return (
    <>
      <ScreenTitle>Templates</ScreenTitle>
      <TemplatesNav />
      <DataTable
        title="Templates"
        description="The emails that your automations send."
        controls={<AddLink />}
        filters={refused && <Alert>{refused}</Alert>}
        list={list}
        columns={columns}
        actions={actions}
        empty={search ? <SearchMiss /> : <NoTemplates />}
      />
    </>
  );
}

function useSenders(): ReadonlyMap<string, string[]> {
  const { data } = useRead("automations.list", {});
  return useMemo(() => {
    const senders = new Map<string, string[]>();
    for (const { name, action } of data ?? []) {
      if (action?.templateId)
        senders.set(action.templateId, [...(senders.get(action.templateId) ?? []), name]);
    }
    return senders;
  }, [data]);
}

function question({ name }: Template, senders: string[]) {
  const text =
    senders.length > 0
      ? `It’s used by ${senders.map((sender) => `“${sender}”`).join(", ")}. Choose another template there first.`
      : "The template is deleted permanently. Emails already sent stay as they are.";
  return { title: `Delete ${name}?`, text, verb: "Delete" };
}

type Known = {
  timezone?: string;
  /** Undefined until the host has sent them; then nothing counts as unknown. */
  placeholders: readonly string[] | undefined;
  senders: ReadonlyMap<string, string[]>;
};

function templateColumns({ timezone, placeholders, senders }: Known): Column<Template>[] {
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

function Title({ template: { id, kind, name, subject, content }, placeholders, senders }: TitleProps) {
  const unknown = placeholders ? unknownNames(`${subject}\n${content}`, placeholders) : [];
  return (
    <span className="grid min-w-0 max-w-[min(44rem,48vw)] phone:max-w-none">
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
        <PrefetchLink href={`/dashboard/templates/edit/${id}`} data-row-link="" className="list-link min-w-0">
          {name || "No name"}
        </PrefetchLink>
        {kind === "TEXT" && <Badge tone="muted">Text</Badge>}
        {senders.length > 0 && (
          <Badge tone="info" title={senders.join(", ")}>
            Used by {senders.length} {senders.length === 1 ? "automation" : "automations"}
          </Badge>
        )}
        {unknown.length > 0 && (
          <Badge tone="warning" title={unknown.map(token).join(", ")}>
            <Icon is="triangle-exclamation-point" className="size-3" />
            Unknown placeholder
          </Badge>
        )}
      </span>
      <span className="truncate text-muted-foreground text-sm">
        {subject || (kind === "TEXT" ? "Sent from your phone" : "No subject")}
      </span>
    </span>
  );
}

function When({ iso, timezone }: { iso: string | null; timezone?: string }) {
  return <span className="text-muted-foreground tabular-nums">{formatDate(iso, timezone) || "—"}</span>;
}

function AddLink() {
  return (
    <PrefetchLink
      href="/dashboard/templates/edit/0"
      data-shortcut="n"
      className={buttonClass({ variant: "primary" })}
    >
      <Icon is="plus" />
      Add
    </PrefetchLink>
  );
}

function NoTemplates() {
  return (
    <>
      <Empty hint="Templates you write appear here, newest first. Start with a blank one or an idea.">
        <AddLink />
      </Empty>
      <IdeaLinks />
    </>
  );
}

function IdeaLinks() {
  return (
    <ul className="mx-auto grid max-w-3xl gap-3 px-4 pb-12 md:grid-cols-3">
      {ideas.map(({ key, name, subject }) => (
        <li key={key}>
          <PrefetchLink
            href={`/dashboard/templates/edit/0?idea=${key}`}
            className="grid h-full gap-1 rounded-lg border bg-card p-3.5 shadow-1 transition-colors duration-100 hover:bg-accent"
          >
            <span className="flex items-center gap-2 font-medium">
              <Lightbulb size={16} strokeWidth={1.75} className="text-gold" />
              {name}
            </span>
            <span className="text-muted-foreground text-sm">{subject}</span>
          </PrefetchLink>
        </li>
      ))}
    </ul>
  );
}
