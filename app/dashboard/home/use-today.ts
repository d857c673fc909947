import { useEffect, useMemo, useRef, useState } from "react";
import { useSWRConfig } from "swr";
import { useMe } from "#components/shell/use-me.ts";
import type { Outcome } from "#lib/api/act.ts";
import { readKey } from "#lib/api/keys.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Today } from "#lib/contract/today.ts";
import type { YearlyKey } from "#lib/contract/yearly-fields.ts";
import { MINUTE } from "#lib/time/zone.ts";
import { WHOSE_COOKIE, type Whose } from "#lib/whose.ts";

export type Ticked = { kind: "task" | "appointment" | YearlyKey; id: string };

/** Calendars are at other servers, so they aren't asked at each visit. */
const RARELY = { revalidateOnFocus: false, dedupingInterval: 5 * MINUTE };

type Mark = { ticked: Ticked; doneAt: string | null; doneBy: string };

/** A tick stays until the host has confirmed it, because a read started earlier doesn't include it. */
export function useToday() {
  const { data: me } = useMe();
  const [whose, setWhose] = useWhose(me?.id);
  const [isChosen, setChosen] = useState(false);
  const own = useRead("today.get", { query: { whose } });
  const calendar = useRead("people.today", {}, RARELY);
  const hasEvents = calendar.data?.some(({ person }) => person.id === me?.id) ?? false;
  const isOwnEmpty =
    !isChosen && whose === "mine" && own.data !== undefined && isEmpty(own.data) && !hasEvents;
  const all = useRead("today.get", isOwnEmpty ? { query: { whose: "all" } } : null);
  const showsEveryone = isOwnEmpty && all.data !== undefined && !isEmpty(all.data);
  const { data, error, mutate } = showsEveryone ? all : own;
  const setDone = useAct("tasks.setDone").act;
  const tick = useAct("today.tick").act;
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const [marks, setMarks] = useState<ReadonlyMap<string, Mark>>(new Map());

  async function check(ticked: Ticked, done: boolean): Promise<void> {
    const { kind, id } = ticked;
    const doneAt = done ? new Date().toISOString() : null;
    const mark = { ticked, doneAt, doneBy: done ? (me?.firstName ?? "") : "" };
    const key = `${kind} ${id}`;
    setMarks((old) => new Map(old).set(key, mark));
    const send = (): Promise<Outcome<"tasks.setDone"> | Outcome<"today.tick">> =>
      kind === "task" ? setDone({ params: { id }, body: { done } }) : tick({ body: { kind, id, done } });
    const sent = last.current.then(send);
    last.current = sent;
    await sent;
    await mutate().catch(() => {});
    setMarks((old) => (old.get(key) === mark ? new Map([...old].filter(([other]) => other !== key)) : old));
  }

  const isOfAll = whose === "all" || showsEveryone;
  const events = useMemo(
    () => calendar.data?.filter(({ person }) => isOfAll || person.id === me?.id) ?? [],
    [calendar.data, isOfAll, me?.id],
  );
  const shown = data && [...marks.values()].reduce(withMark, data);
  function choose(next: Whose) {
    setChosen(true);
    setWhose(next);
  }
  return {
    ...{ data: shown, error, retry: () => void mutate(), check, showsEveryone },
    events,
    whose: showsEveryone ? ("all" as const) : whose,
    setWhose: choose,
  };
}

function isEmpty({ appointments, repairs, occasions, tasks }: Today): boolean {
  return [appointments, repairs, occasions, tasks].every((rows) => rows.length === 0);
}

function withMark(day: Today, { ticked: { kind, id }, ...mark }: Mark): Today {
  const mine = <R extends { id: string }>(rows: R[]) =>
    rows.map((row) => (row.id === id ? { ...row, ...mark } : row));
  if (kind === "task") return { ...day, tasks: mine(day.tasks) };
  if (kind === "appointment") return { ...day, appointments: mine(day.appointments) };
  const occasions = day.occasions.map((row) =>
    row.kind === kind && row.contact.id === id ? { ...row, ...mark } : row,
  );
  return { ...day, occasions };
}

/** In a cookie, so the first HTML knows it. */
function useWhose(me: string | undefined) {
  const { cache } = useSWRConfig();
  const [whose, setWhose] = useState<Whose>(() => {
    const isRead = (whose: Whose) =>
      cache.get(readKey("today.get", { query: { whose } }))?.data !== undefined;
    return isRead("all") && !isRead("mine") ? "all" : "mine";
  });
  useEffect(() => {
    if (me) setWhose(document.cookie.split("; ").includes(`${WHOSE_COOKIE}=${me}`) ? "all" : "mine");
  }, [me]);

  function choose(next: Whose): void {
    setWhose(next);
    const age = next === "all" ? 31_536_000 : 0;
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
    document.cookie = `${WHOSE_COOKIE}=${me}; path=/; max-age=${age}; samesite=lax`;
  }
  return [whose, choose] as const;
}
