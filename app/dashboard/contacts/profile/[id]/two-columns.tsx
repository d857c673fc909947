"use client";
import { type ReactNode, useSyncExternalStore } from "react";
import { useMe } from "#components/shell/use-me.ts";
import { useUrlState } from "#components/shell/use-search.ts";
import { Panel } from "#components/ui/panel.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { useRead } from "#lib/api/use-read.ts";
import type { Sale } from "#lib/contract/sales.ts";
import { MonthBars } from "./figures.tsx";
import { Notes } from "./notes.tsx";
import { Timeline } from "./timeline/timeline.tsx";
import { type ListRead, NewSale, Sales } from "./zones.tsx";

const views = ["timeline", "sales", "notes"] as const;
type View = (typeof views)[number] | "profile";

type Props = {
  contact: { id: string; name: string };
  sales: ListRead<Sale>;
  identity: ReactNode;
  card: ReactNode;
};

/** On phones in tabs. */
export function TwoColumns({ contact, sales, identity, card }: Props) {
  const { id, name } = contact;
  const [view, setView] = useView();
  const counts = useRead("timeline.head", { params: { id } }).data?.counts;
  const noteCount = counts?.find(({ kind }) => kind === "note")?.count ?? undefined;
  const tabs = [
    { id: "timeline", label: "Timeline", shortcut: "1" },
    { id: "sales", label: "Sales", count: sales.data?.length, shortcut: "2" },
    { id: "notes", label: "Notes", count: noteCount, shortcut: "3" },
  ] as const;
  const shown = view === "profile" ? "timeline" : view;
  const money = sales.data && sales.data.length > 0 && (
    <div className="border-t px-4 py-3">
      <MonthBars sales={sales.data} />
    </div>
  );
  return (
    <div className="grid items-start gap-4 phone:gap-0 md:max-[1099px]:grid-cols-[280px_minmax(0,1fr)] min-[1100px]:grid-cols-[360px_minmax(0,1fr)]">
      <section
        aria-label={name}
        className="profile-card grid min-w-0 grid-cols-[minmax(0,1fr)] md:rounded-lg md:border md:bg-card md:shadow-1"
      >
        {identity}
        <Tabs<View>
          label={name}
          prefix="phone-"
          tabs={[{ id: "profile", label: "Profile" }, ...tabs.map(({ shortcut, ...tab }) => tab)]}
          selected={view}
          onSelect={setView}
          className="-mx-4 bg-card px-2 md:hidden"
        />
        <Panel id="profile" label="Profile" shown={view === "profile"} className="md:border-0 md:shadow-none">
          {card}
        </Panel>
      </section>
      <section
        aria-label={`History of ${name}`}
        className="grid min-w-0 grid-cols-[minmax(0,1fr)] md:overflow-clip md:rounded-lg md:border md:bg-card md:shadow-1"
      >
        <div className="flex flex-wrap items-end gap-x-2 border-b px-2 pt-1.5 phone:hidden">
          <Tabs
            label="History"
            tabs={tabs}
            selected={shown}
            onSelect={setView}
            narrow
            className="min-w-0 flex-1 basis-62 gap-1 border-b-0!"
          />
          <NewSale contact={contact} className="mx-2 mb-1.5 h-8! px-2.5! text-sm pointer-coarse:h-11!" />
        </div>
        {(view === "timeline" || view === "profile") && (
          <Timeline contact={contact} shown={view === "timeline"} />
        )}
        {view === "sales" && <Sales read={sales} contact={contact} shown tabbed foot={money} />}
        {view === "notes" && <NotesPanel id={id} />}
      </section>
    </div>
  );
}

/** Only read when shown, because the timeline contains the notes. */
function NotesPanel({ id }: { id: string }) {
  const notes = useRead("notes.ofContact", { params: { id } });
  return <Notes read={notes} contactId={id} shown tabbed />;
}

/** In the URL, else this person's last choice. */
function useView(): [View, (view: View) => void] {
  const { data: me } = useMe();
  const [wanted, setWanted] = useUrlState("view");
  const key = `profile-view ${me?.id}`;
  const remembered = useSyncExternalStore(
    nothing,
    () => (me ? localStorage.getItem(key) : null),
    () => null,
  );
  const view = [...views, "profile" as const].find((known) => known === (wanted || remembered));

  function set(next: View) {
    if (next !== "profile" && me) localStorage.setItem(key, next);
    setWanted(next);
  }
  return [view ?? "timeline", set];
}

const nothing = () => () => {};
