"use client";
import { useMemo, useState } from "react";
import { ContactLink } from "#components/contact-link.tsx";
import { useMay, useMe } from "#components/shell/use-me.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import { Button } from "#components/ui/button.tsx";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { EmailText } from "#components/ui/email-text.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { part } from "#components/ui/part.tsx";
import type { RowAction } from "#components/ui/row-actions.tsx";
import { Empty } from "#components/ui/states.tsx";
import { useUnmerge } from "#components/use-unmerge.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Answer } from "#lib/contract/contract.ts";
import type { Pair } from "#lib/contract/duplicates.ts";
import { type YearlyKey, yearlyFields } from "#lib/contract/yearly-fields.ts";
import { formatMoment } from "#lib/dates.ts";
import { wholeList } from "#lib/list.ts";
import { addressesOf, contactName } from "#lib/person.ts";
import { fold, plural } from "#lib/text.ts";

const MergeModal = part(() => import("#components/merge-modal.tsx"), "MergeModal");

const COUNTING_MS = 2_000;

export default function DuplicatesPage() {
  const read = useRead(
    "duplicates.list",
    {},
    { refreshInterval: (known?: Answer<"duplicates.list">) => (known?.isCounting ? COUNTING_MS : 0) },
  );
  const { data } = read;
  const may = useMay()("contacts.merge");
  const { act: dismiss } = useAct("duplicates.dismiss");
  const [merging, setMerging] = useState<string[] | null>(null);

  const actions = useMemo(
    () =>
      ({ cards }: Pair): RowAction[] => {
        const ids = cards.map((card) => card.id);
        const names = cards.map(contactName).join(" and ");
        if (!may) return [];
        return [
          {
            name: `Merge ${names}`,
            label: "Merge…",
            icon: "merge",
            worded: true,
            load: MergeModal.load,
            onSelect: () => setMerging(ids),
          },
          {
            name: `Not the same: ${names}`,
            label: "Not the same",
            icon: "users",
            worded: true,
            onSelect: () => void dismiss({ body: { ids } }),
          },
        ];
      },
    [may, dismiss],
  );

  return (
    <>
      <h1>Duplicates</h1>
      <Merges may={may} />
      <DataTable
        title="Likely the same person"
        level={2}
        caption="Likely the same person, the likeliest first"
        description={`Same email or number, or a similar name and one more thing in common.${data?.isCut ? " The first 200 are shown." : ""}${data?.isCounting ? " Still looking for more…" : ""}`}
        controls={null}
        list={wholeList(data?.pairs, read)}
        columns={columns}
        actions={actions}
        empty={
          data?.isCounting ? (
            <Empty text="Looking for duplicates…" hint="With many contacts this takes a few seconds." />
          ) : (
            <Empty text="No duplicates" hint="No two contacts look like the same person." />
          )
        }
      />
      {merging && <MergeModal ids={merging} onClose={() => setMerging(null)} />}
    </>
  );
}

const WORDS: Record<Pair["same"][number], string> = {
  email: "same email",
  phone: "same number",
  name: "similar name",
  ...(Object.fromEntries(
    yearlyFields.map(({ key, label }) => [key, `same ${label.toLowerCase()}`]),
  ) as Record<YearlyKey, string>),
  digits: "similar number",
  local: "similar email",
};

function sentence({ same, cards }: Pair): string {
  const isEqual = new Set(cards.map((card) => fold(contactName(card)))).size === 1;
  const text = same.map((one) => (one === "name" && isEqual ? "same name" : WORDS[one])).join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const columns: Column<Pair>[] = [
  {
    header: "Contacts",
    phone: "title",
    className: "w-full",
    cell: ({ cards }) => (
      <span className="flex min-w-0 items-center gap-3 py-1.5">
        <Avatar id={cards[0]?.id ?? ""} name={contactName(cards[0] as Pair["cards"][number])} />
        <span className="min-w-0 whitespace-normal">
          {cards.map((card, i) => (
            <span key={card.id}>
              {i > 0 && <span className="text-muted-foreground"> and </span>}
              <ContactLink id={card.id} className="break-words font-medium">
                {contactName(card)}
              </ContactLink>
            </span>
          ))}
          <span className="wrap-anywhere block text-muted-foreground text-sm">
            <EmailText>
              {[...new Set(cards.map((card) => addressesOf(card)[0]?.text))].filter(Boolean).join(" · ")}
            </EmailText>
          </span>
        </span>
      </span>
    ),
  },
  { header: "In common", phone: "lead", className: "text-muted-foreground", cell: sentence },
];

function Merges({ may }: { may: boolean }) {
  const { data: me } = useMe();
  const { data } = useRead("contacts.merges", {});
  const unmerge = useUnmerge();
  if (!data?.length) return null;
  return (
    <details className="rounded-lg border bg-card px-4 shadow-1 phone:-mx-4 phone:rounded-none phone:border-x-0">
      <summary className="flex cursor-pointer list-none items-center gap-2 py-2.5 pointer-coarse:min-h-11">
        <Icon is="merge" className="text-muted-foreground" />
        <span className="min-w-0 flex-1">
          <span className="font-medium">{plural(data.length, "merge")} of the last 30 days</span>
          <span className="text-muted-foreground"> can be undone. Later edits are kept.</span>
        </span>
        <Icon is="chevron-down" className="text-muted-foreground" />
      </summary>
      <ul className="grid max-h-80 overflow-y-auto border-t [&>*+*]:border-t">
        {data.map(({ id, contact, cards, by, at, until }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <span className="min-w-0 flex-1">
              <ContactLink id={contact.id} className="font-medium">
                {contact.name || "No name"}
              </ContactLink>
              <span className="text-muted-foreground"> with {cards.join(", ")}</span>
              <span className="block text-muted-foreground text-sm tabular-nums">
                {[by, formatMoment(at, me?.timezone)].filter(Boolean).join(", ")} · until{" "}
                {formatMoment(until, me?.timezone)}
              </span>
            </span>
            {may && (
              <Button aria-label={`Undo the merge of ${contact.name}`} onClick={() => void unmerge(id)}>
                Undo
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
