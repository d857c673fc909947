import { useRouter, useSearchParams } from "next/navigation";
import { useCallback, useContext, useEffect, useRef, useState } from "react";
import { type Control, type FieldValues, type UseFormReturn, useController, useWatch } from "react-hook-form";
import { type FoundContact, foundContact, NO_SEARCH, newContact } from "#components/contact-finder.tsx";
import { hasMessage } from "#components/repairs/message.ts";
import type { PrintedRepair } from "#components/repairs/papers.tsx";
import { useMoney } from "#components/shell/use-me.ts";
import { DraftOwner, isSame } from "#components/ui/draft.tsx";
import { type Refusal, useRecordForm } from "#components/ui/record-form.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { opensKeyboard } from "#components/ui/use-media.ts";
import { useOnline } from "#components/ui/use-online.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import { dropWaiting, fillSpares, keepWaiting, nextSpare } from "#lib/api/waiting-repairs.ts";
import type { ParsedBody } from "#lib/contract/contract.ts";
import type { Reserved } from "#lib/contract/repair-entry.ts";
import { type Paper, PREFIX, ticketNumber } from "#lib/contract/repair-terms.ts";
import { notify } from "#lib/notifications.ts";
import { linksOf } from "#lib/person.ts";
import { fullName } from "#lib/text.ts";
import { dayOf } from "#lib/time/days.ts";
import { onlyPiece } from "./bought.ts";
import { type Customer, type Intake, NEW_INTAKE, promisesFrom, toPrintedRepair } from "./intake.ts";
import { useDraftPhotos } from "./use-draft-photos.ts";

type Taken = Omit<ParsedBody<"repairs.create">, "contact"> & { contact: Customer };

type Ticket = Pick<PrintedRepair, "number" | "token"> & Partial<Pick<Reserved, "prefix" | "code">>;

type Saved = PrintedRepair & { id: string; hasPhone: boolean };

const LIST = "/dashboard/repairs";
const NOT_KEPT = "This browser can’t store the repair. Save it when you’re back online.";
const NO_CONTACT = { texts: { failure: "Failed to create contact" } } as const;

export function useIntakeForm(timezone: string, prints: readonly Paper[]) {
  const money = useMoney();
  const router = useRouter();
  const { draft, wanted, values } = useStart();
  const { promises, print } = usePrinted(timezone);
  const create = useAct("repairs.create").act;
  const moveTo = useAct("repairs.move").act;
  const findOrCreate = useCustomer(timezone, (found) =>
    setValue("contact", { ...NO_SEARCH, found }, { shouldDirty: true }),
  );
  const [printing, setPrinting] = useState<PrintedRepair | null>(null);
  const [texting, setTexting] = useState<string | null>(null);
  const isTexted = useRef(false);
  const saved = useRef<Saved>(null);
  const offline = useSpare();

  const record = useRecordForm<Taken>({
    schema: async () =>
      (await import("#lib/contract/repair-entry.ts")).intakeIn<Customer>(money, promises.usual),
    ...{ values, draft, follows: true, isSame: isUntouched },
    onSubmit: (taken, _, event) => save(taken, event),
    closes: () => true,
    next: () => NEW_INTAKE,
    onSaved({ event }) {
      if (saved.current) notify(savedNotice(saved.current, textEstimate));
      if (!saved.current?.id) photos.clear();
      if (isPrinted(event)) setPrinting(saved.current);
      else if (event && isTexted.current && saved.current?.id) setTexting(saved.current.id);
      else open();
    },
  });
  const { setFocus, setValue, getValues } = record.form;
  const photos = useDraftPhotos(...useReserved(record.form));
  const alive = useHydrated();
  useEffect(() => {
    if (alive && !opensKeyboard()) setFocus(wanted ? "kind" : "contact");
  }, [alive, setFocus, wanted]);

  /** Buttons that only save have an event. */
  const isPrinted = (event?: object) => !event && prints.length > 0;

  async function save({ contact, ...form }: Taken, event?: object): Promise<Refusal | null> {
    const taken = { ...form, ...(isPrinted(event) && { printed: [...prints] }) };
    const added = await photos.settled();
    if (!added) return { text: "A photo could not be uploaded. Try again or remove it." };
    if (offline.spare) {
      const intake = getValues() as Intake;
      const kept = keepOffline({ ...taken, contact, photos: added }, intake, { ...offline, timezone });
      if (!kept) return { text: NOT_KEPT };
      saved.current = { ...print(kept, intake), id: "", hasPhone: false };
      return null;
    }
    const { found, refused } = await findOrCreate(contact);
    if (!found) return refused;
    const { id, name } = found;
    const outcome = await create({ body: { ...taken, contact: { id, name }, photos: added } });
    if (outcome.ok) {
      const intake = getValues() as Intake;
      const hasPhone = Boolean(linksOf(found).phone);
      saved.current = { ...print(outcome.answer, intake), id: outcome.answer.id, hasPhone };
      if (intake.reserved) dropWaiting(offline.owner, ticketOf(intake.reserved));
    }
    return outcome.refused;
  }

  function open() {
    if (saved.current?.id) return router.push(`${LIST}/${saved.current.number}`);
    setPrinting(null);
    offline.renew();
    setFocus("contact");
  }
  async function textEstimate({ id, number }: Saved) {
    const { ok } = await moveTo({ params: { id }, body: { from: "IN", state: "WAITING" } });
    if (ok) router.push(`${LIST}/${number}?tell`);
  }
  const close = async () => (await record.mayClose()) && router.push(LIST);
  async function correct(values: object) {
    if (!(await record.mayClose())) return;
    photos.clear();
    record.form.reset({ ...NEW_INTAKE, ...values }, { keepDefaultValues: true });
  }
  function choose(isChosen: boolean) {
    isTexted.current = isChosen;
  }
  const texts = { texting, choose };
  return { record, photos, promises, print, printing, texts, open, close, correct, spare: offline.spare };
}

type Found = { found: FoundContact | null; refused: Refusal | null };

function useCustomer(timezone: string, onCreated: (contact: FoundContact) => void) {
  const { act } = useAct("contacts.create", NO_CONTACT);
  return async (contact: Customer): Promise<Found> => {
    if (contact.found) return { found: contact.found, refused: null };
    const body = newContact(contact, timezone);
    const made = await act({ body: { ...body, birthday: null, anniversary: null } });
    if (!made.ok || !made.answer) return { found: null, refused: made.refused };
    const found = foundContact({ ...body, id: made.answer.id, name: contact.name.trim() });
    onCreated(found);
    return { found, refused: null };
  };
}

type Offline = Pick<ReturnType<typeof useSpare>, "spare" | "owner"> & { timezone: string };

function keepOffline(
  { contact, ...taken }: Taken,
  { reserved, ...intake }: Intake,
  { spare, owner, timezone }: Offline,
): Ticket | null {
  // Another tab may have used it.
  const ticket = reserved ?? nextSpare(owner, spare?.code);
  const { found } = contact;
  const isKept = keepWaiting(owner, {
    ticket: ticketOf(ticket),
    contact: found ? null : { ...newContact(contact, timezone), birthday: null, anniversary: null },
    body: {
      ...{ ...taken, draft: ticket.draft, code: ticket.code },
      contact: { id: found?.id ?? "", name: found?.name ?? contact.name },
    },
    values: { ...intake, reserved: ticket },
  });
  return isKept ? ticket : null;
}

function ticketOf({ code, ...ticket }: Reserved): string {
  return code ?? ticketNumber(ticket);
}

function savedNotice(saved: Saved, textEstimate: (saved: Saved) => void) {
  const ticket = saved.code ?? ticketNumber(saved);
  const action = { label: "Text the estimate", run: () => textEstimate(saved) };
  const mayText = saved.hasPhone && hasMessage("WAITING", saved);
  return saved.id
    ? { type: "success" as const, message: `${ticket} saved`, ...(mayText && { action }) }
    : { type: "info" as const, message: `${ticket} will be saved when you’re back online` };
}

function useSpare() {
  const owner = useContext(DraftOwner) ?? "";
  const online = useOnline();
  const [next, setNext] = useState<Reserved | null>(null);
  useEffect(() => {
    if (online) void fillSpares(owner);
    else if (online === false && !next) setNext(nextSpare(owner));
  }, [online, owner, next]);
  return { owner, spare: online === false ? next : null, renew: () => setNext(null) };
}

const isUntouched = (now: FieldValues, saved: FieldValues) =>
  isSame({ ...now, reserved: null }, { ...saved, reserved: null });

function useStart() {
  const asked = useSearchParams();
  const wanted = asked.get("contact") ?? "";
  const saleId = asked.get("sale") ?? "";
  const { data: sale } = useRead("sales.get", saleId ? { params: { id: saleId } } : null);
  const { data: known } = useRead("contacts.get", wanted ? { params: { id: wanted } } : null);
  const found = known ? foundContact({ ...known, name: fullName(known) || known.email }) : null;
  const values = { ...NEW_INTAKE, name: onlyPiece(sale), contact: { ...NO_SEARCH, found } };
  return { draft: `repair ${[wanted, saleId].filter(Boolean).join(" ")}`, wanted, values };
}

function usePrinted(timezone: string) {
  const money = useMoney();
  const { data: face } = useRead("organization.brand", {});
  const { data: settings } = useRead("repairs.settings", {});
  const { data: team } = useRead("team.list", {});
  const promises = promisesFrom(dayOf(Date.now(), timezone), face?.hours);
  function print(ticket: Ticket, intake: Intake) {
    const one = team?.find(({ id }) => id === intake.personId);
    const person = one ? { name: fullName(one) } : null;
    const { prefix = settings?.prefix ?? PREFIX, number, token, code } = ticket;
    const known = { prefix, number, token, code, person };
    return toPrintedRepair(intake, { ...known, usualDay: promises.usual, money });
  }
  return { promises, print };
}

function useReserved<V>({ control, getValues }: UseFormReturn<FieldValues, unknown, V>) {
  const { act } = useAct("repairs.reserve", { quiet: true });
  const { found, isNew }: Customer = useWatch({ control, name: "contact" });
  const { field } = useController({ control: control as Control, name: "reserved" });
  const { onChange } = field;
  const reserved: Reserved | null = field.value;
  const asked = useRef<Promise<Reserved | null>>(null);
  const reserve = useCallback(async () => {
    const current = (): Reserved | null => getValues("reserved");
    if (current()?.draft) return current();
    asked.current ??= act({}).then((outcome) => {
      asked.current = null;
      if (current()?.draft) return current();
      if (!outcome.ok) return null;
      const answer = { ...outcome.answer, code: current()?.code };
      onChange(answer);
      return answer;
    });
    return asked.current;
  }, [act, onChange, getValues]);
  const isChosen = Boolean(found || isNew);
  useEffect(() => {
    if (isChosen && !reserved?.draft) void reserve();
  }, [isChosen, reserved, reserve]);
  return [reserved, reserve] as const;
}
