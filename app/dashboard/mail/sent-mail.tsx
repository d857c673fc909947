"use client";
import { MailOpen, RotateCw, X } from "lucide-react";
import { useEffect, useMemo } from "react";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMe } from "#components/shell/use-me.ts";
import { useSearch, useUrlState } from "#components/shell/use-search.ts";
import { TemplatesNav } from "#components/templates-nav.tsx";
import { Button } from "#components/ui/button.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { DataTable } from "#components/ui/data-table.tsx";
import { part } from "#components/ui/part.tsx";
import { Empty } from "#components/ui/states.tsx";
import { failureText, listFailure } from "#lib/api/messages.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useCan } from "#lib/api/use-can.ts";
import { useList } from "#lib/api/use-list.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Mail } from "#lib/contract/mails.ts";
import type { List } from "#lib/list.ts";
import { canBeSentAgain, isOnItsWay, NOT_MAILED } from "#lib/mails.ts";
import { fullName } from "#lib/text.ts";
import { sentMailColumns } from "./columns.tsx";
import { Filters, states } from "./filters.tsx";
import { recipientName, subjectOf } from "./mail-words.ts";
import { NotMailed } from "./not-mailed.tsx";

const MailModal = part(() => import("./mail-modal.tsx").then((module) => module.MailModal));
const { load } = MailModal;
const openIcon = <MailOpen size={16} strokeWidth={1.75} aria-hidden="true" />;
const resendIcon = <RotateCw size={16} strokeWidth={1.75} aria-hidden="true" />;
const AGAIN_MS = 4_000;

/** Every mail of the store, and what became of it. */
export function SentMail() {
  const can = useCan();
  const answered = can("mails.list");
  const [state] = useUrlState("state");
  return (
    <>
      <ScreenTitle>Sent mail</ScreenTitle>
      <TemplatesNav />
      {!answered ? (
        <Empty text="No emails yet" hint="This host does not tell of its emails." />
      ) : state === NOT_MAILED && can("suppressions.list") ? (
        <NotMailed />
      ) : (
        <Mails />
      )}
    </>
  );
}

function Mails() {
  const { data: me } = useMe();
  const [search, setSearch] = useSearch();
  const [wanted, setWanted] = useUrlState("state");
  const [contactId, setContactId] = useUrlState("contact");
  const state = states.find((known) => known === wanted);
  const list = useList("mails.list", search, { state, contactId: contactId || undefined });
  const { act } = useAct("mails.resend");
  const canResend = useCan()("mails.resend");
  const [openId, setOpenId] = useUrlState("mail");
  useFollowing(list);

  const columns = useMemo(
    () => sentMailColumns({ timezone: me?.timezone, onOpen: ({ id }) => setOpenId(id), load }),
    [me?.timezone, setOpenId],
  );
  const actions = useMemo(
    () => (mail: Mail) => {
      const name = `${subjectOf(mail)} to ${recipientName(mail)}`;
      const opening = {
        name: `Open ${name}`,
        label: "Open",
        icon: openIcon,
        load,
        onSelect: () => setOpenId(mail.id),
      };
      if (!canResend || !canBeSentAgain(mail, me)) return [opening];
      const onSelect = () => void act({ params: { id: mail.id } });
      return [{ name: `Resend ${name}`, label: "Resend", icon: resendIcon, onSelect }, opening];
    },
    [act, canResend, me, setOpenId],
  );
  const isNarrowed = Boolean(search || state || contactId);

  return (
    <>
      <DataTable
        title="Sent mail"
        description="Every email of your store, and what became of it."
        controls={null}
        filters={
          <Filters>{contactId && <OfContact id={contactId} onRemove={() => setContactId("")} />}</Filters>
        }
        list={list}
        columns={columns}
        actions={actions}
        failure={list.error ? failureText(listFailure("mails.list"), list.error) : ""}
        empty={
          isNarrowed ? (
            <Empty text="No data available" hint="No email fits.">
              <Button
                onClick={() => {
                  setSearch("");
                  setWanted("");
                  setContactId("");
                }}
              >
                Show all
              </Button>
            </Empty>
          ) : (
            <Empty
              text="No emails yet"
              hint="What automations, appointments and invitations send appears here, newest first."
            />
          )
        }
      />
      {openId && (
        <MailModal
          id={openId}
          listed={list.rows?.find(({ id }) => id === openId)}
          onClose={() => setOpenId("")}
        />
      )}
    </>
  );
}

function OfContact({ id, onRemove }: { id: string; onRemove: () => void }) {
  const { data } = useRead("contacts.get", { params: { id } });
  const name = data ? fullName(data) || data.email : "one contact";
  return (
    <Chip pressed onPress={onRemove}>
      To {name}
      <X size={14} aria-hidden="true" />
      <span className="sr-only"> only; show everybody’s</span>
    </Chip>
  );
}

/** Reads again while a mail is on its way, so that its state on the screen becomes true by itself. */
function useFollowing({ rows, busy, retry }: List<Mail>) {
  const isMoving = !busy && rows?.some(isOnItsWay);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once after each answer
  useEffect(() => {
    if (!isMoving) return;
    const timer = setTimeout(() => document.visibilityState === "visible" && retry(), AGAIN_MS);
    return () => clearTimeout(timer);
  }, [isMoving, rows]);
}
