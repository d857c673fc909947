"use client";
import { type RefObject, useEffect, useRef } from "react";
import { useCan } from "#lib/api/use-read.ts";
import { DAY_MINUTES, instantAt } from "#lib/calendar/days.ts";
import { ROW_MINUTES, type Stretch, stretchesOf } from "#lib/calendar/pieces.ts";
import { MINUTE } from "#lib/time/zone.ts";
import type { Column } from "./day-column.tsx";
import { setAddress, useAddress } from "./new-appointment.tsx";

// How long it is drawn while nobody has said how long it takes.
const MINUTES = 30;

/**
 * A new appointment, which stands in the address: ?new=1&person=…&at=…&minutes=…. A press on an empty time asks for one there, and
 * `draftOf` is where a column shows the one that is being made.
 */
export function useNew(scroller: RefObject<HTMLElement | null>, columns: Column[]) {
  const has = useCan()("bookings.create") === true;
  const { new: asked, at: wanted, person: of, minutes } = useAddress();
  const latest = useRef(columns);
  useEffect(() => {
    latest.current = columns;
  });

  useEffect(() => {
    const element = scroller.current;
    if (!element || !has) return;
    function onClick({ target, clientY }: MouseEvent) {
      if (!(target instanceof Element) || target.closest("button, a")) return;
      const hours = target.closest<HTMLElement>("[data-hours]");
      const column = latest.current[Number(hours?.dataset.hours)];
      if (!hours || !column) return;
      const { top, height } = hours.getBoundingClientRect();
      const minute = ((clientY - top) / height) * DAY_MINUTES;
      const at = instantAt(column.day, Math.floor(minute / ROW_MINUTES) * ROW_MINUTES);
      askForNew(column.person?.id ?? "", at);
    }
    element.addEventListener("click", onClick);
    return () => element.removeEventListener("click", onClick);
  }, [scroller, has]);

  function draftOf({ day, person }: Column): Stretch | null {
    const start = Date.parse(wanted ?? "");
    if (!has || !asked || Number.isNaN(start)) return null;
    if (person && person.id !== of) return null;
    return stretchesOf({ start, end: start + (Number(minutes) || MINUTES) * MINUTE }, day)[0] ?? null;
  }

  return { draftOf, onNew: has ? askForNew : null };
}

function askForNew(person: string, at: number): void {
  setAddress({ new: "1", person, at: new Date(at).toISOString() });
}
