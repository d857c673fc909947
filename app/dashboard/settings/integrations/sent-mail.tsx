"use client";
import { MailOpen, RotateCw } from "lucide-react";
import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { useMe } from "#components/shell/use-me.ts";
import { DataTable } from "#components/ui/data-table.tsx";
import { Empty } from "#components/ui/states.tsx";
import { failureText, listFailure } from "#lib/api/messages.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useCan } from "#lib/api/use-can.ts";
import { useList } from "#lib/api/use-list.ts";
import type { Mail } from "#lib/contract/mails.ts";
import type { List } from "#lib/list.ts";
import { isOnItsWay } from "#lib/on-its-way.ts";
import { canBeSentAgain, recipientName, subjectOf } from "./mail-words.ts";
import { sentMailColumns } from "./sent-mail-columns.tsx";

const load = () => import("./mail-modal.tsx");
const MailModal = lazy(() => load().then((module) => ({ default: module.MailModal })));
const openIcon = <MailOpen size={16} strokeWidth={1.75} aria-hidden="true" />;
const resendIcon = <RotateCw size={16} strokeWidth={1.75} aria-hidden="true" />;
const AGAIN_MS = 4_000;

/** What the store sent, and what became of it; nothing where the host does not tell. */
export function SentMail() {
  return useCan()("mails.list") ? <Mails /> : null;
}

function Mails() {
  const { data: me } = useMe();
  const list = useList("mails.list");
  const { act } = useAct("mails.resend");
  const canResend = useCan()("mails.resend");
  const [openId, setOpenId] = useState<string | null>(null);
  const open = list.rows?.find(({ id }) => id === openId);
  useFollowing(list);

  const columns = useMemo(
    () => sentMailColumns({ timezone: me?.timezone, onOpen: ({ id }) => setOpenId(id), load }),
    [me?.timezone],
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
    [act, canResend, me],
  );

  return (
    <>
      <DataTable
        level={2}
        title="Sent mail"
        description="Every email of your store, and what became of it."
        controls={null}
        list={list}
        columns={columns}
        actions={actions}
        failure={list.error ? failureText(listFailure["mails.list"], list.error) : ""}
        empty={
          <Empty
            text="No emails yet"
            hint="What automations, appointments and invitations send appears here, newest first."
          />
        }
      />
      <Suspense>{open && <MailModal mail={open} onClose={() => setOpenId(null)} />}</Suspense>
    </>
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
