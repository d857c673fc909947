"use client";
import { UserX } from "lucide-react";
import { useParams, useRouter } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useSWRConfig } from "swr";
import { isGone, MissingRecord } from "#components/missing-record.tsx";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { findPress, profileControls } from "#components/shell/profile-actions.ts";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMay, useMe, useMoney } from "#components/shell/use-me.ts";
import { useUrlState } from "#components/shell/use-search.ts";
import { buttonClass } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { part } from "#components/ui/part.tsx";
import { Loading, Pending } from "#components/ui/states.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { useBrowserValue } from "#components/ui/use-store.ts";
import { listedRows } from "#lib/api/cache.ts";
import { useComplete } from "#lib/api/complete.tsx";
import type { Row } from "#lib/api/keys.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { ListName } from "#lib/contract/contract.ts";
import type { Sale } from "#lib/contract/sales.ts";
import { contactName } from "#lib/person.ts";
import { forgetContact, rememberContact } from "#lib/recent.ts";
import { Consent } from "./consent.tsx";
import { Details } from "./details.tsx";
import { Figures, MonthBars, totalsOf } from "./figures.tsx";
import { Identity } from "./identity.tsx";
import type { ListRead } from "./list-panel.tsx";
import { NewSale } from "./new-sale.tsx";
import { Notes } from "./notes.tsx";
import { Relations } from "./relations.tsx";
import { Timeline } from "./timeline/timeline.tsx";

// Copy SWR's state for lazy code: SWR only renders again for values that were read.
const until = () => (
  <div className="min-h-96 pt-24">
    <Loading />
  </div>
);
const Sales = part(() => import("./sales.tsx"), "Sales", { until });

const zones = [
  { id: "profile", label: "Profile" },
  { id: "sales", label: "Sales" },
  { id: "notes", label: "Notes" },
] as const;

export function ContactProfileScreen() {
  const { id } = useParams<{ id: string }>();
  const [erased, setErased] = useState("");
  if (erased === id) return <Loading />;
  const leave = () => flushSync(() => setErased(id));
  return /^[\w-]{1,64}$/.test(id) ? <Profile key={id} id={id} onErased={leave} /> : <NotFound />;
}

function NotFound({ id }: { id?: string }) {
  return (
    <MissingRecord
      kind="contact"
      record={id}
      icon={UserX}
      href="/dashboard/contacts"
      back="Back to contacts"
    />
  );
}

function Profile({ id, onErased }: { id: string; onErased: () => void }) {
  const fromList = useFromList("contacts.list", id);
  const contact = useRead("contacts.get", { params: { id } }, { fallbackData: fromList });
  const complete = useComplete();
  const { sales, totals, repairs } = useSales(id, complete);
  const { data: person, error } = contact;

  const missing = isGone(error, person !== fromList && person);
  const name = person ? contactName(person) : "Contact";
  const me = useMe().data?.id;
  useEffect(() => {
    if (me && missing) forgetContact(me, id);
    else if (me && person) rememberContact(me, { id: person.id, name });
  }, [me, missing, person, id, name]);
  // The host answers a merged contact's id with the remaining contact.
  const router = useRouter();
  const keptId = person?.id ?? id;
  useEffect(() => {
    if (keptId === id) return;
    if (me) forgetContact(me, id);
    router.replace(`/dashboard/contacts/profile/${keptId}`);
  }, [keptId, id, me, router]);
  useAsked(complete === true && person !== undefined);
  if (missing) return <NotFound id={id} />;
  const identity = person ? (
    <Identity contact={person} name={name} since={totals?.first} complete={complete} onErased={onErased} />
  ) : (
    <h1 className="sr-only">Contact</h1>
  );
  const card = person ? (
    <>
      <Figures
        contact={person}
        totals={totals}
        repairs={repairs}
        months={complete ? undefined : { sales: sales.data, waiting: !sales.data && !sales.error }}
      />
      <Details contact={person} />
      <Consent contact={person} name={name} />
      {complete && <Relations contact={person} />}
    </>
  ) : (
    <Pending read={contact} className="min-h-96 pt-24" />
  );
  return (
    <>
      <ScreenTitle>{name}</ScreenTitle>
      {complete ? (
        <TwoColumns contact={{ id, name }} identity={identity} card={card} />
      ) : (
        <Boxes contact={{ id, name }} sales={sales} identity={identity} card={card} />
      )}
    </>
  );
}

const ASK_MS = 50;
const ASKED_MS = 5_000;

function useAsked(isReady: boolean) {
  const [asked, setAsked] = useUrlState("do");
  const control = asked in profileControls && profileControls[asked as keyof typeof profileControls];
  useEffect(() => {
    if (!isReady || !control) return;
    const end = Date.now() + ASKED_MS;
    const timer = setInterval(() => {
      const press = findPress(control);
      if (!press && Date.now() < end) return;
      clearInterval(timer);
      setAsked("");
      press?.();
    }, ASK_MS);
    return () => clearInterval(timer);
  }, [isReady, control, setAsked]);
}

/** A complete host sends totals. A section 7 host only sends all sales. */
function useSales(id: string, complete: boolean | undefined) {
  const money = useMoney();
  const sales = useRead("sales.ofContact", complete ? null : { params: { id } });
  const head = useRead("timeline.head", { params: { id } });
  const totals = head.data?.sales ?? (sales.data && totalsOf(sales.data, money));
  return { sales, totals, repairs: head.data?.repairs };
}

type Parts = { contact: { id: string; name: string }; identity: ReactNode; card: ReactNode };

function Boxes({ contact, sales, identity, card }: Parts & { sales: ListRead<Sale> }) {
  const { id, name } = contact;
  const notes = useRead("notes.ofContact", { params: { id } });
  const [wanted, setWanted] = useUrlState("tab");
  const shown = zones.find((zone) => zone.id === wanted)?.id ?? "profile";
  return (
    <div className="grid items-start gap-4 phone:gap-0 min-[60rem]:grid-cols-[22.5rem_minmax(0,1fr)]">
      <div className="grid min-w-0 md:rounded-lg md:border md:bg-card md:shadow-1">
        {identity}
        <Tabs
          label={name}
          tabs={zones}
          selected={shown}
          onSelect={(tab) => setWanted(tab === "profile" ? "" : tab)}
          className="-mx-4 bg-card px-2 md:hidden"
        />
        <Panel
          id="profile"
          label="Profile"
          shown={shown === "profile"}
          className="md:border-0 md:shadow-none"
        >
          {card}
        </Panel>
      </div>
      <div className="grid min-w-0 gap-4">
        <Sales read={{ ...sales }} contact={contact} shown={shown === "sales"} />
        <Notes read={notes} contactId={id} shown={shown === "notes"} plain />
      </div>
    </div>
  );
}

function useFromList<N extends ListName>(name: N, id: string): Row<N> | undefined {
  const { cache } = useSWRConfig();
  const [row] = useState(() => listedRows(cache, name).find((one) => one.id === id));
  return row;
}

const views = ["timeline", "sales", "notes"] as const;
type View = (typeof views)[number] | "profile";

function TwoColumns({ contact, identity, card }: Parts) {
  const { id, name } = contact;
  const [view, setView] = useView();
  const head = useRead("timeline.head", { params: { id } }).data;
  const noteCount = head?.counts.find(({ kind }) => kind === "note")?.count ?? undefined;
  const tabs = [
    { id: "timeline", label: "Timeline", shortcut: "1" },
    { id: "sales", label: "Sales", count: head?.sales.count ?? undefined, shortcut: "2" },
    { id: "notes", label: "Notes", count: noteCount, shortcut: "3" },
  ] as const;
  const shown = view === "profile" ? "timeline" : view;
  const [wereShown, setWereShown] = useState(view === "sales");
  if (view === "sales" && !wereShown) setWereShown(true);
  const sales = useRead("sales.ofContact", wereShown ? { params: { id } } : null);
  const months = sales.data && sales.data.length > 0 && (
    <div className="border-t px-4 py-3">
      <MonthBars sales={sales.data} />
    </div>
  );
  return (
    <div className="grid items-start gap-4 phone:gap-0 md:max-[68.6875rem]:grid-cols-[17.5rem_minmax(0,1fr)] min-[68.75rem]:grid-cols-[22.5rem_minmax(0,1fr)]">
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
        <div
          onPointerEnter={Sales.load}
          className="flex flex-wrap items-end gap-x-2 border-b px-2 pt-1.5 phone:hidden"
        >
          <Tabs
            label="History"
            tabs={tabs}
            selected={shown}
            onSelect={setView}
            narrow
            className="min-w-0 flex-1 basis-62 gap-1 border-b-0!"
          />
          <NewRepair id={id} />
          <NewSale contact={contact} className="mr-2 mb-1.5 h-8! px-2.5! text-sm pointer-coarse:h-11!" />
        </div>
        {(view === "timeline" || view === "profile") && (
          <Timeline contact={contact} shown={view === "timeline"} />
        )}
        {view === "sales" && <Sales read={{ ...sales }} contact={contact} shown tabbed foot={months} />}
        {view === "notes" && <NotesPanel id={id} />}
      </section>
    </div>
  );
}

function NewRepair({ id }: { id: string }) {
  const may = useMay()("repairs.create");
  if (!may) return null;
  return (
    <PrefetchLink
      href={`/dashboard/repairs/new?contact=${id}`}
      className={buttonClass({ className: "mb-1.5 h-8! px-2.5! text-sm pointer-coarse:h-11!" })}
    >
      <Icon is="hammer" />
      New repair
    </PrefetchLink>
  );
}

function NotesPanel({ id }: { id: string }) {
  const notes = useRead("notes.ofContact", { params: { id } });
  return <Notes read={notes} contactId={id} shown tabbed />;
}

/** In the URL, else this person's last choice. Phones don't remember the profile tab. */
function useView(): [View, (view: View) => void] {
  const { data: me } = useMe();
  const [wanted, setWanted] = useUrlState("view");
  const key = `profile-view ${me?.id}`;
  const remembered = useBrowserValue(() => (me ? localStorage.getItem(key) : null), null);
  const view = [...views, "profile" as const].find((known) => known === (wanted || remembered));

  function set(next: View) {
    if (next !== "profile" && me) localStorage.setItem(key, next);
    setWanted(next);
  }
  return [view ?? "timeline", set];
}
