import type { AwayAct, AwayWay } from "#lib/contract/away.ts";
import type { Reason } from "#lib/contract/bookings.ts";
import { addDays, dayOf } from "#lib/time/days.ts";
import type { Wanted } from "./free-times.ts";
import type { Availability, Exceptions, Interval, StoreDay } from "./open-hours.ts";
import { blockedSpan, daysWith, type Rules, reasonsAgainst, slotsOf } from "./slots.ts";

/** An appointment of the person who is away. `people`: who offers its type, null for everyone. */
export type Visit = { id: string; start: number; wanted: Wanted; people: readonly string[] | null };

/** `booked`: appointments and offers, which count for daily limits. `busy` includes their buffers. */
export type Member = {
  id: string;
  availability: Availability;
  exceptions: Exceptions;
  busy: readonly Interval[];
  booked: readonly { start: number; typeId: string | null }[];
};

/** `colleagues`: by name. `own`: the person, or null if their calendar can't be read. `until`: their last day away. */
export type Facts = {
  timezone: string;
  now: number;
  until: StoreDay;
  colleagues: readonly Member[];
  own: Member | null;
};

export type Choice = { personId: string; start: number; reasons: Reason[] };

export type Wish = {
  id: string;
  act: AwayAct;
  personId?: string | undefined;
  start?: number | undefined;
  allow?: readonly Reason[] | undefined;
};

export type Row = { id: string; act: AwayAct; to: Choice | null; isChanged: boolean };

const STEP = 15;
const DAYS_AHEAD = 28;
const MOST_CHOICES = 12;
// The plan may break these rules, but never double-books anyone or calls anyone in.
const ACCEPTABLE: readonly Reason[] = ["NOTICE", "LIMIT"];

/** Chosen places first, then the colleague with the least work at that time, the next opening that day, or a call. */
export function planAway(
  facts: Facts,
  visits: readonly Visit[],
  how: AwayWay,
  wishes: readonly Wish[] = [],
): Row[] {
  const ledger = new Ledger(facts);
  const rows = new Map<string, Row>();
  const wished = new Set<string>();
  for (const wish of wishes) {
    const visit = visits.find(({ id }) => id === wish.id);
    if (!visit || wished.has(wish.id)) continue;
    wished.add(wish.id);
    const to = wish.act === "MOVE" ? wishedPlace(facts, ledger, visit, wish) : null;
    if (wish.act === "MOVE" && !to) continue;
    if (to) ledger.add(visit, to);
    rows.set(visit.id, { id: visit.id, act: wish.act, to, isChanged: false });
  }
  const steps = { COLLEAGUES: [sameTime, nextOpening], OWN: [ownOpening], CANCEL: [] }[how];
  for (const find of steps) {
    for (const visit of visits) {
      if (rows.has(visit.id)) continue;
      const to = find(facts, ledger, visit);
      if (!to) continue;
      ledger.add(visit, to);
      rows.set(visit.id, { id: visit.id, act: "MOVE", to, isChanged: wished.has(visit.id) });
    }
  }
  const otherwise = how === "CANCEL" ? "CANCEL" : "CALL";
  return visits.map(({ id }) => rows.get(id) ?? { id, act: otherwise, to: null, isChanged: wished.has(id) });
}

/** Other places for one row while the others stay as planned. */
export function choicesFor(
  facts: Facts,
  visits: readonly Visit[],
  rows: readonly Row[],
  id: string,
): Choice[] {
  const ledger = new Ledger(facts);
  const visit = visits.find((one) => one.id === id);
  if (!visit) return [];
  for (const row of rows) {
    const other = visits.find((one) => one.id === row.id);
    if (other && row.id !== id && row.to) ledger.add(other, row.to);
  }
  const day = dayOf(visit.start, facts.timezone);
  const found = facts.colleagues.flatMap((member) => {
    const same = placeAt(ledger, visit, member, visit.start, ACCEPTABLE);
    const next = ledger.openings(visit, member, day, day).find((start) => start > visit.start);
    return [same, next === undefined ? null : placeAt(ledger, visit, member, next, [])];
  });
  const own = ownOpening(facts, ledger, visit);
  return [...found, own]
    .flatMap((choice) => choice ?? [])
    .sort((a, b) => a.start - b.start || a.reasons.length - b.reasons.length)
    .slice(0, MOST_CHOICES);
}

function wishedPlace(facts: Facts, ledger: Ledger, visit: Visit, wish: Wish): Choice | null {
  const { personId, start } = wish;
  if (start === undefined || start <= facts.now) return null;
  const allow = (wish.allow ?? []).filter((reason) => ACCEPTABLE.includes(reason));
  const day = dayOf(start, facts.timezone);
  const { own, colleagues, until } = facts;
  if (own && personId === own.id) {
    const isAhead = day > until && day <= addDays(until, DAYS_AHEAD);
    return isAhead ? placeAt(ledger, visit, own, start, allow) : null;
  }
  const member = colleagues.find(({ id }) => id === personId);
  if (!member || day !== dayOf(visit.start, facts.timezone)) return null;
  return placeAt(ledger, visit, member, start, allow);
}

function placeAt(ledger: Ledger, visit: Visit, member: Member, start: number, allow: readonly Reason[]) {
  const reasons = ledger.reasons(visit, member, start);
  return reasons.every((reason) => allow.includes(reason)) ? { personId: member.id, start, reasons } : null;
}

function sameTime({ colleagues, timezone }: Facts, ledger: Ledger, visit: Visit): Choice | null {
  const free = colleagues.flatMap((member) => placeAt(ledger, visit, member, visit.start, []) ?? []);
  return least(free, ({ personId, start }) => [ledger.count(personId, dayOf(start, timezone))]);
}

function nextOpening({ colleagues, timezone }: Facts, ledger: Ledger, visit: Visit): Choice | null {
  const day = dayOf(visit.start, timezone);
  const free = colleagues.flatMap((member): Choice[] => {
    const start = ledger.openings(visit, member, day, day).find((one) => one > visit.start);
    return start === undefined ? [] : [{ personId: member.id, start, reasons: [] }];
  });
  return least(free, ({ personId, start }) => [start, ledger.count(personId, day)]);
}

function ownOpening({ own, until }: Facts, ledger: Ledger, visit: Visit): Choice | null {
  if (!own) return null;
  const [start] = ledger.openings(visit, own, addDays(until, 1), addDays(until, DAYS_AHEAD));
  return start === undefined ? null : { personId: own.id, start, reasons: [] };
}

function least<T>(all: readonly T[], keysOf: (one: T) => number[]): T | null {
  const sorted = all.toSorted((a, b) => {
    const other = keysOf(b);
    return keysOf(a).reduce((before, key, i) => before || key - (other[i] ?? 0), 0);
  });
  return sorted[0] ?? null;
}

type Placed = Interval & { personId: string; at: number; typeId: string | null };

/** The team's day with the places that this plan has given so far. */
class Ledger {
  private readonly facts: Facts;
  private readonly placed: Placed[] = [];

  constructor(facts: Facts) {
    this.facts = facts;
  }

  add({ wanted }: Visit, { personId, start }: Choice): void {
    const { typeId = null } = wanted;
    this.placed.push({ personId, at: start, typeId, ...blockedSpan(start, wanted) });
  }

  count(personId: string, day: StoreDay): number {
    return this.booked(personId).filter(({ start }) => dayOf(start, this.facts.timezone) === day).length;
  }

  reasons(visit: Visit, member: Member, start: number): Reason[] {
    const against = reasonsAgainst(this.rules(visit, member), this.busy(member), this.facts.now, start);
    return offers(visit, member) ? against : [...against, "PERSON"];
  }

  openings(visit: Visit, member: Member, first: StoreDay, last: StoreDay): number[] {
    if (!offers(visit, member)) return [];
    const days = slotsOf(this.rules(visit, member), this.busy(member), this.facts.now, first, last);
    return days.flatMap(({ slots }) => slots);
  }

  private booked(personId: string) {
    const { colleagues, own } = this.facts;
    const member = [...colleagues, ...(own ? [own] : [])].find(({ id }) => id === personId);
    const more = this.placed.filter((one) => one.personId === personId);
    return [...(member?.booked ?? []), ...more.map(({ at, typeId }) => ({ start: at, typeId }))];
  }

  private busy({ id, busy }: Member): Interval[] {
    return [...busy, ...this.placed.filter(({ personId }) => personId === id)];
  }

  private rules({ wanted }: Visit, { id, availability, exceptions }: Member): Rules {
    const { timezone } = this.facts;
    const { typeId, mostPerDay, ...rest } = wanted;
    const isLimited = mostPerDay && typeId;
    const booked = isLimited ? this.booked(id).filter((one) => one.typeId === typeId) : [];
    const starts = booked.map(({ start }) => start);
    const fullDays = daysWith(starts, mostPerDay ?? 0, timezone);
    return { ...rest, step: STEP, availability, exceptions, timezone, fullDays };
  }
}

function offers({ people }: Visit, { id }: Member): boolean {
  return !people || people.includes(id);
}
