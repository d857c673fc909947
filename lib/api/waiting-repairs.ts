import { useMemo, useSyncExternalStore } from "react";
import type { Answer, Body } from "#lib/contract/contract.ts";
import type { Reserved } from "#lib/contract/repair-entry.ts";
import { SPARES, ticketNumber } from "#lib/contract/repair-terms.ts";
import { sparesKey, stored, waitingKey } from "#lib/drafts.ts";
import { notify } from "#lib/notifications.ts";
import { plural } from "#lib/text.ts";
import { DAY } from "#lib/time/zone.ts";
import { act } from "./act.ts";
import { randomKey } from "./call.ts";

/** Taken in without a connection. `contact`: a new customer. `values`: of the form. `refused`: why it waits. */
export type WaitingRepair = {
  key: string;
  ticket: string;
  contact: Body<"contacts.create"> | null;
  body: Body<"repairs.create">;
  values: Record<string, unknown>;
  refused?: string;
};

type Spare = Answer<"repairs.spares">[number] & { at: number };

function parse<T>(written: string): T[] {
  try {
    const kept = JSON.parse(written);
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

function store(key: string, entries: unknown[]): boolean {
  try {
    if (entries.length > 0) localStorage.setItem(key, JSON.stringify(entries));
    else localStorage.removeItem(key);
    window.dispatchEvent(new Event("storage"));
    return true;
  } catch {
    return false;
  }
}

const write = (owner: string, repairs: WaitingRepair[]) => store(waitingKey(owner), repairs);

export const waitingRepairs = (owner: string) => parse<WaitingRepair>(stored(waitingKey(owner)));

export function unsavedRepairs(count: number): string {
  return `${plural(count, "repair")} ${count === 1 ? "isn’t" : "aren’t"} saved yet`;
}

export function useWaitingRepairs(owner: string): WaitingRepair[] {
  const written = useSyncExternalStore(
    subscribe,
    () => stored(waitingKey(owner)),
    () => "",
  );
  return useMemo(() => parse(written), [written]);
}

function subscribe(listener: () => void) {
  window.addEventListener("storage", listener);
  return () => window.removeEventListener("storage", listener);
}

/** The host accepts the key only from its owner. */
export function keepWaiting(owner: string, repair: Omit<WaitingRepair, "key">): boolean {
  const others = waitingRepairs(owner).filter(({ ticket }) => ticket !== repair.ticket);
  const isKept = write(owner, [...others, { ...repair, key: `user-${owner}-${randomKey()}` }]);
  const left = spares(owner).filter(({ draft }) => draft !== repair.body.draft);
  if (isKept) store(sparesKey(owner), left);
  return isKept;
}

export function dropWaiting(owner: string, ticket: string): void {
  const others = waitingRepairs(owner).filter((one) => one.ticket !== ticket);
  write(owner, others);
}

function replace(owner: string, next: WaitingRepair) {
  const changed = waitingRepairs(owner).map((one) => (one.key === next.key ? next : one));
  write(owner, changed);
}

let sending: Promise<void> | null = null;

export function sendWaiting(owner: string): Promise<void> {
  sending ??= sendAll(owner).finally(() => {
    sending = null;
  });
  return sending;
}

async function sendAll(owner: string) {
  for (const { key } of waitingRepairs(owner)) {
    // Another tab may have sent it.
    const one = waitingRepairs(owner).find((other) => other.key === key);
    if (one && !one.refused && !(await send(owner, one))) return;
  }
}

/** The same request again makes no second contact and no second repair. False to try again later. */
async function send(owner: string, repair: WaitingRepair): Promise<boolean> {
  const { key, ticket, contact } = repair;
  const keys = { keyFor: () => key, renew() {} };
  const made = contact && (await act("contacts.create", { body: contact }, keys));
  if (made && !made.ok) return refuse(owner, repair, made.error);
  const sent = contact ? withContact(repair, { ...contact, id: made?.answer?.id ?? "" }) : repair;
  replace(owner, sent);
  const outcome = await act("repairs.create", { body: sent.body }, keys);
  if (!outcome.ok) return refuse(owner, sent, outcome.error);
  dropWaiting(owner, ticket);
  const name = ticketNumber(outcome.answer);
  notify({ type: "success", message: name === ticket ? `${name} saved` : `${ticket} saved as ${name}` });
  return true;
}

function withContact(
  { body, values, ...repair }: WaitingRepair,
  made: Body<"contacts.create"> & { id: string },
): WaitingRepair {
  const contact = { ...body.contact, id: made.id };
  const found = { ...made, ...contact };
  return {
    ...repair,
    contact: null,
    body: { ...body, contact },
    values: { ...values, contact: { text: "", isNew: null, name: "", found } },
  };
}

function refuse(
  owner: string,
  repair: WaitingRepair,
  { status, message }: { status: number; message: string },
) {
  // 403: not about the repair. 409: someone else is signed in.
  if (status >= 500 || [401, 403, 409, 429].includes(status)) return false;
  replace(owner, { ...repair, refused: message });
  notify({ type: "error", message: `${repair.ticket}: ${message} Open New repair to correct it.` });
  return true;
}

const VALID = 7 * DAY;

const spares = (owner: string) =>
  parse<Spare>(stored(sparesKey(owner))).filter(({ at }) => at > Date.now() - VALID);

export async function fillSpares(owner: string): Promise<void> {
  if (spares(owner).length >= SPARES / 2) return;
  const outcome = await act("repairs.spares", {});
  const at = Date.now();
  if (outcome.ok)
    store(sparesKey(owner), [...spares(owner), ...outcome.answer.map((one) => ({ ...one, at }))]);
}

const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ";

export function nextSpare(owner: string, code = newCode(owner)): Reserved {
  const [spare] = spares(owner);
  return { prefix: "", number: null, code, token: spare?.token ?? null, draft: spare?.draft };
}

function newCode(owner: string): string {
  const [letter = 0, ten = 0, one = 0] = crypto.getRandomValues(new Uint8Array(3));
  const code = `${LETTERS[letter % LETTERS.length]}${ten % 10}-${one % 10}`;
  const isTaken = waitingRepairs(owner).some(({ ticket }) => ticket === code);
  return isTaken ? code.replace(/\d$/, String((one + 1) % 10)) : code;
}
