"use client";
import { useEffect } from "react";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMe } from "#components/shell/use-me.ts";
import { useUrlState } from "#components/shell/use-search.ts";
import { Panel } from "#components/ui/panel.tsx";
import { Failed, Loading } from "#components/ui/states.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { useDelayed } from "#components/ui/use-delayed.ts";
import { useCan } from "#lib/api/use-can.ts";
import { useListed } from "#lib/api/use-listed.ts";
import { useRead } from "#lib/api/use-read.ts";
import { forgetContact, rememberContact } from "#lib/recent-contacts.ts";
import { fullName } from "#lib/text.ts";
import { Appointments } from "./appointments.tsx";
import { Details } from "./details.tsx";
import { Figures } from "./figures.tsx";
import { Identity } from "./identity.tsx";
import { NotFound } from "./not-found-contact.tsx";
import { Notes } from "./notes.tsx";
import { Sales } from "./sales.tsx";

const zones = [
  { id: "profile", label: "Profile" },
  { id: "sales", label: "Sales" },
  { id: "notes", label: "Notes" },
  { id: "appointments", label: "Appointments" },
] as const;

/**
 * A contact with their sales, notes and, if there are any, appointments: zones that load and fail alone; on phones,
 * tabs.
 */
export function Profile({ id }: { id: string }) {
  const listed = useListed("contacts.list", id);
  const contact = useRead("contacts.get", { params: { id } }, { fallbackData: listed });
  const sales = useRead("sales.ofContact", { params: { id } });
  const notes = useRead("notes.ofContact", { params: { id } });
  const can = useCan();
  const appointments = useRead("bookings.ofContact", can("bookings.ofContact") ? { params: { id } } : null);
  const hasAppointments = appointments.data ? appointments.data.length > 0 : appointments.error !== undefined;
  const tabs = zones.filter((zone) => hasAppointments || zone.id !== "appointments");
  const [wanted, setWanted] = useUrlState("tab");
  const shown = tabs.find((tab) => tab.id === wanted)?.id ?? "profile";
  const { data: person, error } = contact;
  const slow = useDelayed(!person && !error);

  // A contact that was read once stays, also when someone else deletes it: there may be text in its forms.
  const unread = !person || person === listed;
  const missing = unread && (error?.status === 404 || error?.status === 400);
  const name = person ? fullName(person) || person.email || "No name" : "Contact";
  const me = useMe().data?.id;
  useEffect(() => {
    if (me && missing) forgetContact(me, id);
    else if (me && person) rememberContact(me, { id, name });
  }, [me, missing, person, id, name]);
  if (missing) return <NotFound />;
  return (
    <div className="grid items-start gap-4 phone:gap-0 min-[960px]:grid-cols-[360px_minmax(0,1fr)]">
      <ScreenTitle>{name}</ScreenTitle>
      <div className="grid min-w-0 gap-4 phone:gap-0">
        <div className="grid min-w-0 md:rounded-lg md:border md:bg-card md:shadow-1">
          {person ? <Identity contact={person} name={name} /> : <h1 className="sr-only">Contact</h1>}
          <Tabs
            label={name}
            tabs={tabs}
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
            {person ? (
              <>
                <Figures contact={person} sales={sales.data} waiting={!sales.data && !sales.error} />
                <Details contact={person} />
              </>
            ) : error && !contact.isValidating ? (
              <Failed text={error.message} onRetry={() => contact.mutate()} />
            ) : (
              <div className="min-h-96 pt-24">{slow && <Loading />}</div>
            )}
          </Panel>
        </div>
        {hasAppointments && <Appointments read={appointments} shown={shown === "appointments"} />}
      </div>
      <div className="grid min-w-0 gap-4">
        <Sales read={sales} contact={{ id, name }} shown={shown === "sales"} />
        <Notes read={notes} contactId={id} shown={shown === "notes"} />
      </div>
    </div>
  );
}
