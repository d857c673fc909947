"use client";
import { X } from "lucide-react";
import { useEffect, useMemo } from "react";
import { ContactLink } from "#components/contact-link.tsx";
import { MailStateBadge } from "#components/mail-state-badge.tsx";
import { NoMail } from "#components/no-mail.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMe } from "#components/shell/use-me.ts";
import { useSearch, useUrlState } from "#components/shell/use-search.ts";
import { TemplatesNav } from "#components/templates-nav.tsx";
import { Button } from "#components/ui/button.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { part } from "#components/ui/part.tsx";
import { Empty } from "#components/ui/states.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useList } from "#lib/api/use-list.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Mail } from "#lib/contract/mails.ts";
import type { List } from "#lib/list.ts";
import { canBeSentAgain, isOnItsWay, NOT_MAILED } from "#lib/mails.ts";
import { fullName } from "#lib/text.ts";
import { AboutMail } from "./about-mail.tsx";
import { Filters, states } from "./filters.tsx";
import { recipientName, subjectOf, whenWords, whyWords } from "./mail-words.ts";
import { NotMailed } from "./not-mailed.tsx";

const MailModal = part(() => import("./mail-modal.tsx"), "MailModal");
const { load } = MailModal;
const POLL_MS = 4_000;

export function MailScreen() {
  const [state] = useUrlState("state");
  return (
    <>
      <ScreenTitle>Sent mail</ScreenTitle>
      <TemplatesNav />
      <NoMail />
      {state === NOT_MAILED ? <NotMailed /> : <Mails />}
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
        icon: "mail-open" as const,
        load,
        onSelect: () => setOpenId(mail.id),
      };
      if (!canBeSentAgain(mail, me)) return [opening];
      const onSelect = () => void act({ params: { id: mail.id } });
      return [{ name: `Resend ${name}`, label: "Resend", icon: "rotate-cw" as const, onSelect }, opening];
    },
    [act, me, setOpenId],
  );
  const isNarrowed = Boolean(search || state || contactId);

  return (
    <>
      <DataTable
        title="Sent mail"
        description="Every email your store has sent or is about to send."
        controls={null}
        filters={
          <Filters>{contactId && <OfContact id={contactId} onRemove={() => setContactId("")} />}</Filters>
        }
        list={list}
        columns={columns}
        actions={actions}
        empty={
          isNarrowed ? (
            <Empty text="No data available" hint="No emails match.">
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
              hint="Emails from automations, appointments and invitations appear here, newest first."
            />
          )
        }
      />
      {openId && (
        <MailModal
          id={openId}
          fromList={list.rows?.find(({ id }) => id === openId)}
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
      <X size={14} />
      <span className="sr-only"> only; show everyone’s</span>
    </Chip>
  );
}

function useFollowing({ rows, busy, retry }: List<Mail>) {
  const isMoving = !busy && rows?.some(isOnItsWay);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once after each response
  useEffect(() => {
    if (!isMoving) return;
    const timer = setTimeout(() => document.visibilityState === "visible" && retry(), POLL_MS);
    return () => clearTimeout(timer);
  }, [isMoving, rows]);
}

type Opening = { timezone: string | undefined; onOpen: (mail: Mail) => void; load: () => void };

function sentMailColumns({ timezone, onOpen, load }: Opening): Column<Mail>[] {
  return [
    {
      header: "Subject",
      phone: "title",
      cell: (mail) => (
        <button
          type="button"
          onClick={() => onOpen(mail)}
          onPointerEnter={load}
          onFocus={load}
          className="block max-w-[min(18rem,20vw)] touch-manipulation list-link text-left phone:max-w-full"
        >
          {subjectOf(mail)}
        </button>
      ),
    },
    {
      header: "To",
      phone: "meta",
      className: "max-w-[min(12rem,13vw)] truncate phone:max-w-none",
      cell: (mail) => (
        <>
          <Recipient mail={mail} />
          <span className="hidden phone:inline"> · {whenWords(mail, timezone)}</span>
          <span className="hidden whitespace-normal phone:block">{whyWords(mail)}</span>
        </>
      ),
    },
    {
      header: "About",
      phone: "hidden",
      className: "max-lg:hidden",
      cell: (mail) => (
        <span className="text-muted-foreground">
          <AboutMail mail={mail} />
        </span>
      ),
    },
    {
      header: "When",
      phone: "hidden",
      cell: (mail) => <span className="text-muted-foreground tabular-nums">{whenWords(mail, timezone)}</span>,
    },
    { header: "State", phone: "aside", cell: (mail) => <MailStateBadge mail={mail} /> },
    {
      header: "Why, and what to do",
      phone: "hidden",
      className: "w-full min-w-40 max-w-0",
      cell: (mail) => (
        <span
          className="line-clamp-3 whitespace-normal py-1 text-muted-foreground text-sm"
          title={whyWords(mail)}
        >
          {whyWords(mail)}
        </span>
      ),
    },
  ];
}

function Recipient({ mail }: { mail: Mail }) {
  return <ContactLink id={mail.contact?.id}>{recipientName(mail)}</ContactLink>;
}
