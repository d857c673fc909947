"use client";
import { useSWRConfig } from "swr";
import { useMe } from "#components/shell/use-me.ts";
import { confirm } from "#components/ui/confirm.tsx";
import { useReload } from "#lib/api/cache.ts";
import { failureText, messagesOf } from "#lib/api/messages.ts";
import { useAct } from "#lib/api/use-act.ts";
import type { Appointment } from "#lib/calendar/appointments.ts";
import { type Destination, withMoved } from "#lib/calendar/people.ts";
import type { Reason } from "#lib/contract/bookings.ts";
import type { PeopleCalendar } from "#lib/contract/calendar.ts";
import { notify } from "#lib/notifications.ts";
import { MINUTE } from "#lib/time/zone.ts";
import { useUndo } from "./use-undo.ts";

/** `words`: "to Tomás, 2:30 PM" */
export type Move = { appointment: Appointment; to: Destination; words: string };

/** Optimistic. Confirms warnings, and offers undo until email is sent. */
export function useMove(onMoved: (booking: string, startsAt: string) => void) {
  const { cache, mutate } = useSWRConfig();
  const { data: me } = useMe();
  const mover = useAct("bookings.move", { quiet: true, texts: { failure: "" } });
  const undoOf = useUndo();
  const reload = useReload("people.calendar");

  function show(change: (answer: PeopleCalendar) => PeopleCalendar) {
    for (const key of cache.keys()) {
      if (!key.startsWith("people.calendar ")) continue;
      const { data } = cache.get(key) ?? {};
      if (data) mutate(key, change(data), { revalidate: false });
    }
  }

  return async ({ appointment, to, words }: Move): Promise<void> => {
    const { start, end, of } = appointment;
    const visit = of?.visit;
    if (!visit) return;
    const minutes = (to.end - to.start) / MINUTE;
    const startsAt = new Date(to.start).toISOString();
    const body = {
      startsAt,
      version: visit.version,
      ...(to.personId !== of?.id && { personId: to.personId }),
      ...(minutes !== (end - start) / MINUTE && { minutes }),
    };
    const params = { id: visit.id };
    show((answer) => withMoved(answer, visit.id, to));
    let sent = Date.now();
    let outcome = await mover.act({ params, body });
    const reasons = outcome.ok ? [] : reasonsOf(outcome.error.answer);
    if (reasons.length > 0) {
      const text = reasons.map((reason) => reason.text).join(" ");
      const question = { title: "Move anyway?", text, verb: "Move anyway", cancel: "Put back" };
      if (!(await confirm(question))) return reload();
      sent = Date.now();
      outcome = await mover.act({ params, body: { ...body, allow: reasons.map(({ reason }) => reason) } });
    }
    if (!outcome.ok) {
      notify({ type: "error", message: failureText(messagesOf("bookings.move"), outcome.error) });
      return reload();
    }
    const { version, person } = outcome.answer;
    // The host assigned the appointment of a removed person to someone free.
    const taken = of?.id === "" && to.personId === "" && person ? ` with ${person.name}` : "";
    onMoved(visit.id, startsAt);
    notify({
      type: "success",
      message: `${visit.contact?.name || appointment.title} ${words}${taken}.`,
      undo: undoOf({
        booking: { id: visit.id, version },
        sentAt: sent,
        mails: visit.email !== "" && me?.emails === "sent",
      }),
    });
  };
}

function reasonsOf(answer: unknown): { reason: Reason; text: string }[] {
  const { reasons } = Object(answer);
  return Array.isArray(reasons) ? reasons : [];
}
