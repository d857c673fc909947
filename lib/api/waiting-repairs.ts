import type { Answer, Body } from "#lib/contract/contract.ts";
import { SPARES, ticketNumber } from "#lib/contract/repair-terms.ts";
import { readDraft, saveDraft, waitingKey } from "#lib/drafts.ts";
import { notify } from "#lib/notifications.ts";
import { DAY } from "#lib/time/zone.ts";
import { act } from "./act.ts";

/** Taken in without a connection. `contact`: a new customer. `values`: of the form. */
export type WaitingRepair = {
  key: string;
  ticket: string;
  contact: Body<"contacts.create"> | null;
  body: Body<"repairs.create">;
  values: Record<string, unknown>;
};

type Spare = Answer<"repairs.spares">[number] & { at: number };

function list<T>(key: string): T[] {
  return JSON.parse(localStorage.getItem(key) ?? "[]");
}

function store(key: string, entries: unknown[]) {
  if (entries.length > 0) localStorage.setItem(key, JSON.stringify(entries));
  else localStorage.removeItem(key);
}

export function keepWaiting(owner: string, repair: WaitingRepair) {
  store(waitingKey(owner), [...list(waitingKey(owner)), repair]);
}

function replace(owner: string, key: string, next?: WaitingRepair) {
  const others = list<WaitingRepair>(waitingKey(owner)).filter((one) => one.key !== key);
  store(waitingKey(owner), next ? [next, ...others] : others);
}

const RETRY_MS = 30_000;
let sending = false;

export async function sendWaiting(owner: string): Promise<void> {
  if (sending) return;
  sending = true;
  for (const one of list<WaitingRepair>(waitingKey(owner)))
    if (!(await send(owner, one))) {
      setTimeout(sendWaiting, RETRY_MS, owner);
      break;
    }
  sending = false;
}

/** The same request again makes no second contact and no second repair. */
async function send(owner: string, repair: WaitingRepair): Promise<boolean> {
  const { key, ticket, contact, body, values } = repair;
  const keys = { keyFor: () => key, renew() {} };
  const made = contact && (await act("contacts.create", { body: contact }, keys));
  if (made && !made.ok) return refuse(owner, repair, made.error);
  const customer = made ? { ...body.contact, id: made.answer?.id ?? "" } : body.contact;
  const sent = { ...body, contact: customer };
  if (made) replace(owner, key, { key, ticket, contact: null, body: sent, values });
  const outcome = await act("repairs.create", { body: sent }, keys);
  if (!outcome.ok) return refuse(owner, repair, outcome.error);
  replace(owner, key);
  const name = ticketNumber(outcome.answer);
  notify({ type: "success", message: name === ticket ? `${name} saved` : `${ticket} saved as ${name}` });
  return true;
}

function refuse(
  owner: string,
  { key, ticket, values }: WaitingRepair,
  error: { status: number; message: string },
) {
  if (error.status >= 500 || [401, 429].includes(error.status) || readDraft(owner, "repair ")) return false;
  saveDraft(owner, "repair ", { values });
  replace(owner, key);
  notify({ type: "error", message: `${ticket}: ${error.message} Open New repair to correct it.` });
  return true;
}

const sparesKey = (owner: string) => `repair-spares ${owner}`;
const VALID = 7 * DAY;

const spares = (owner: string) => list<Spare>(sparesKey(owner)).filter(({ at }) => at > Date.now() - VALID);

export async function fillSpares(owner: string): Promise<void> {
  if (spares(owner).length >= SPARES / 2) return;
  const outcome = await act("repairs.spares", {});
  const at = Date.now();
  if (outcome.ok)
    store(sparesKey(owner), [...spares(owner), ...outcome.answer.map((one) => ({ ...one, at }))]);
}

const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ";

export function takeSpare(owner: string) {
  const [spare, ...rest] = spares(owner);
  store(sparesKey(owner), rest);
  const [letter = 0, ten = 0, one = 0] = crypto.getRandomValues(new Uint8Array(3));
  const code = `${LETTERS[letter % LETTERS.length]}${ten % 10}-${one % 10}`;
  const isTaken = list<WaitingRepair>(waitingKey(owner)).some(({ ticket }) => ticket === code);
  return {
    code: isTaken ? code.replace(/\d$/, String((one + 1) % 10)) : code,
    number: null,
    token: spare?.token ?? null,
    draft: spare?.draft,
  };
}
