"use client";
import { CalendarPlus, Mail, Phone, UserX } from "lucide-react";
import { useParams, useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useSWRConfig } from "swr";
import { EmptyScreen } from "#components/shell/empty-screen.tsx";
import { warningAction } from "#components/shell/notices.tsx";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useAdministrators, useMay, useMe } from "#components/shell/use-me.ts";
import { useUrlState } from "#components/shell/use-search.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { part } from "#components/ui/part.tsx";
import { Failed, Loading } from "#components/ui/states.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { useDelayed } from "#components/ui/use-delayed.ts";
import { isListKey, type Page, type Row } from "#lib/api/keys.ts";
import { useCan, useRead } from "#lib/api/use-read.ts";
import type { Contact } from "#lib/contract/contacts.ts";
import type { ListName } from "#lib/contract/contract.ts";
import type { Suppression } from "#lib/contract/suppressions.ts";
import { mailLink, phoneLink } from "#lib/links.ts";
import { suppressionWords } from "#lib/mails.ts";
import { forgetContact, rememberContact } from "#lib/recent-contacts.ts";
import { fullName } from "#lib/text.ts";
import { Consent } from "./consent.tsx";
import { Details } from "./details.tsx";
import { Figures } from "./figures.tsx";
import { Notes } from "./notes.tsx";
import { ProfileMenu } from "./profile-menu.tsx";
import { Tags } from "./tags.tsx";
import { Appointments, Sales } from "./zones.tsx";

const zones = [
  { id: "profile", label: "Profile" },
  { id: "sales", label: "Sales" },
  { id: "notes", label: "Notes" },
  { id: "appointments", label: "Appointments" },
] as const;

export default function ContactProfilePage() {
  const { id } = useParams<{ id: string }>();
  const [erased, setErased] = useState("");
  // Of whom was erased nothing is asked any more, on the way to the list.
  if (erased === id) return <Loading />;
  const leave = () => flushSync(() => setErased(id));
  // What is no id cannot be asked for.
  return /^[\w-]{1,64}$/.test(id) ? <Profile key={id} id={id} onErased={leave} /> : <NotFound />;
}

/** Where there is no such contact, or no longer. */
function NotFound() {
  return (
    <EmptyScreen
      icon={UserX}
      title="Contact not found"
      text="The contact may have been deleted, or the link is not complete."
      href="/dashboard/contacts"
      back="Back to contacts"
    />
  );
}

/**
 * A contact with their sales, notes and, if there are any, appointments: zones that load and fail alone; on phones,
 * tabs.
 */
function Profile({ id, onErased }: { id: string; onErased: () => void }) {
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
    else if (me && person) rememberContact(me, { id: person.id, name });
  }, [me, missing, person, id, name]);
  // A card that was merged into another one: the host answers with that one.
  const router = useRouter();
  const keptId = person?.id ?? id;
  useEffect(() => {
    if (keptId === id) return;
    if (me) forgetContact(me, id);
    router.replace(`/dashboard/contacts/profile/${keptId}`);
  }, [keptId, id, me, router]);
  if (missing) return <NotFound />;
  return (
    <div className="grid items-start gap-4 phone:gap-0 min-[960px]:grid-cols-[360px_minmax(0,1fr)]">
      <ScreenTitle>{name}</ScreenTitle>
      <div className="grid min-w-0 gap-4 phone:gap-0">
        <div className="grid min-w-0 md:rounded-lg md:border md:bg-card md:shadow-1">
          {person ? (
            <Identity contact={person} name={name} onErased={onErased} />
          ) : (
            <h1 className="sr-only">Contact</h1>
          )}
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
                <Consent contact={person} name={name} />
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

type Props = { contact: Contact; name: string; onErased: () => void };

/** Who it is, and the two things done most often. */
function Identity({ contact, name, onErased }: Props) {
  const { id, email, phoneNumber, suppressions = [] } = contact;
  const can = useCan();
  const hasMails = can("mails.list");
  return (
    <header className="grid gap-4 p-4 phone:px-0 phone:pt-0">
      <div className="flex min-w-0 items-center gap-3">
        <Avatar id={id} name={name} className="size-12! text-base!" />
        <h1 className="min-w-0 flex-1 hyphens-auto text-pretty wrap-anywhere">{name}</h1>
        <ProfileMenu contact={contact} name={name} onErased={onErased} />
      </div>
      {can("contacts.addTag") && <Tags contact={contact} name={name} />}
      {suppressions.length > 0 && <NotMailed suppressions={suppressions} />}
      {(phoneNumber || email) && (
        <div data-paper="no" className="flex gap-2">
          {phoneNumber && (
            <a
              href={phoneLink(phoneNumber)}
              aria-label={`Call ${name}`}
              className={buttonClass({ className: "flex-1" })}
            >
              <Phone size={16} strokeWidth={1.75} aria-hidden="true" />
              Call
            </a>
          )}
          {email && (
            <a
              href={mailLink(email)}
              aria-label={`Email ${name}`}
              className={buttonClass({ className: "flex-1" })}
            >
              <Mail size={16} strokeWidth={1.75} aria-hidden="true" />
              Email
            </a>
          )}
        </div>
      )}
      {can("bookings.create") && (
        <PrefetchLink
          href={`/dashboard/appointments?new=1&contact=${id}`}
          data-action="new-appointment"
          className={buttonClass({ className: "not-first:-mt-2" })}
        >
          <CalendarPlus size={16} strokeWidth={1.75} aria-hidden="true" />
          New appointment
        </PrefetchLink>
      )}
      {hasMails && (
        <PrefetchLink
          href={`/dashboard/mail?contact=${id}`}
          className="link justify-self-start text-sm not-pointer-coarse:-mt-1 not-pointer-coarse:py-0.5"
        >
          Emails of your store to {name}
        </PrefetchLink>
      )}
    </header>
  );
}

const LiftModal = part(() => import("#components/lift-modal.tsx").then((module) => module.LiftModal));

/** What keeps the store's emails from a contact, and the way out for those who may. */
function NotMailed({ suppressions }: { suppressions: Suppression[] }) {
  const { data: me } = useMe();
  const may = useMay()("suppressions.lift");
  const ask = useAdministrators(!may);
  const [lifting, setLifting] = useState<Suppression | null>(null);
  return (
    <div className="grid gap-2 text-sm">
      {suppressions.map((suppression) => {
        const canLift = may && suppression.reason !== "erased";
        const words = suppressionWords(suppression, me?.timezone);
        return (
          <p
            key={suppression.id}
            className="flex items-center gap-3 rounded-md bg-warning-soft px-3 py-2 text-warning"
          >
            <span className="min-w-0 flex-1 text-pretty wrap-anywhere">
              {may ? words : `${words} ${ask}`}
            </span>
            {canLift && (
              <button
                type="button"
                onClick={() => setLifting(suppression)}
                onPointerEnter={LiftModal.load}
                onFocus={LiftModal.load}
                className={`${warningAction} pointer-coarse:min-w-11 pointer-coarse:justify-center`}
              >
                Lift
              </button>
            )}
          </p>
        );
      })}
      {lifting && <LiftModal suppression={lifting} onClose={() => setLifting(null)} />}
    </div>
  );
}

/** A row that a list of this tab holds already: what its own screen can show until the host has answered. */
function useListed<N extends ListName>(name: N, id: string): Row<N> | undefined {
  const { cache } = useSWRConfig();
  const [row] = useState(() => {
    for (const key of cache.keys()) {
      if (!isListKey(key) || !key.includes(`${name} `)) continue;
      const pages: Page<N>[] = cache.get(key)?.data ?? [];
      const found = pages.flatMap((page) => page?.rows ?? []).find((listed) => listed.id === id);
      if (found) return found;
    }
  });
  return row;
}
