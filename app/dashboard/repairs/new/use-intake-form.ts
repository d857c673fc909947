import { useRouter, useSearchParams } from "next/navigation";
import { useCallback, useContext, useEffect, useRef, useState } from "react";
import { type Control, type FieldValues, type UseFormReturn, useController, useWatch } from "react-hook-form";
import { foundContact, NO_SEARCH, newContact } from "#components/contact-finder.tsx";
import type { PrintedRepair } from "#components/repairs/papers.tsx";
import { useMoney } from "#components/shell/use-me.ts";
import { DraftOwner, isSame } from "#components/ui/draft.tsx";
import { type Refusal, useRecordForm } from "#components/ui/record-form.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { opensKeyboard } from "#components/ui/use-media.ts";
import { useOnline } from "#components/ui/use-online.ts";
import { randomKey } from "#lib/api/call.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import { fillSpares, keepWaiting, takeSpare } from "#lib/api/waiting-repairs.ts";
import type { ParsedBody } from "#lib/contract/contract.ts";
import type { Reserved } from "#lib/contract/repair-entry.ts";
import { PREFIX, ticketNumber } from "#lib/contract/repair-terms.ts";
import { notify } from "#lib/notifications.ts";
import { fullName } from "#lib/text.ts";
import { dayOf } from "#lib/time/days.ts";
import { onlyPiece } from "./bought.ts";
import { type Customer, type Intake, NEW_INTAKE, promisesFrom, toPrintedRepair } from "./intake.ts";
import { useDraftPhotos } from "./use-draft-photos.ts";

type Taken = Omit<ParsedBody<"repairs.create">, "contact"> & { contact: Customer };

type Ticket = Pick<PrintedRepair, "number" | "token" | "code"> & { prefix?: string };

type Saved = PrintedRepair & { id: string };

const LIST = "/dashboard/repairs";
const NO_CONTACT = { texts: { failure: "Failed to create contact" } } as const;

export function useIntakeForm(timezone: string, prints: boolean) {
  const money = useMoney();
  const router = useRouter();
  const { draft, wanted, values } = useStart();
  const { promises, print } = usePrinted(timezone);
  const create = useAct("repairs.create").act;
  const createContact = useAct("contacts.create", NO_CONTACT).act;
  const [printing, setPrinting] = useState<PrintedRepair | null>(null);
  const [texting, setTexting] = useState<string | null>(null);
  const isTexted = useRef(false);
  const saved = useRef<Saved>(null);
  const offline = useSpare();

  const record = useRecordForm<Taken>({
    schema: async () =>
      (await import("#lib/contract/repair-entry.ts")).intakeIn<Customer>(money, promises.usual),
    ...{ values, draft, follows: true, isSame: isUntouched },
    onSubmit: save,
    closes: () => true,
    next: () => NEW_INTAKE,
    onSaved({ event }) {
      if (saved.current) notify(savedNotice(saved.current));
      if (!event && prints) setPrinting(saved.current);
      else if (isTexted.current && saved.current?.id) setTexting(saved.current.id);
      else open();
    },
  });
  const { setFocus, setValue, getValues } = record.form;
  const photos = useDraftPhotos(...useReserved(record.form));
  const alive = useHydrated();
  useEffect(() => {
    if (alive && !opensKeyboard()) setFocus(wanted ? "kind" : "contact");
  }, [alive, setFocus, wanted]);

  async function save({ contact, ...taken }: Taken): Promise<Refusal | null> {
    const added = await photos.settled();
    if (!added) return { text: "A photo could not be uploaded. Try again or take it out." };
    if (offline.spare) {
      const intake = getValues() as Intake;
      const kept = keepOffline({ ...taken, contact, photos: added }, intake, { ...offline, timezone });
      saved.current = { ...print(kept, intake), id: "" };
      return null;
    }
    let customer = contact.found;
    if (!customer) {
      const body = newContact(contact, timezone);
      const made = await createContact({ body: { ...body, birthday: null, anniversary: null } });
      if (!made.ok || !made.answer) return made.refused;
      customer = foundContact({ ...body, id: made.answer.id, name: contact.name.trim() });
      setValue("contact", { ...NO_SEARCH, found: customer }, { shouldDirty: true });
    }
    const { id, name } = customer;
    const outcome = await create({ body: { ...taken, contact: { id, name }, photos: added } });
    if (outcome.ok)
      saved.current = { ...print(outcome.answer, getValues() as Intake), id: outcome.answer.id };
    return outcome.refused;
  }

  function open() {
    if (saved.current?.id) return router.push(`${LIST}/${saved.current.number}`);
    setPrinting(null);
    offline.renew();
    setFocus("contact");
  }
  const close = async () => (await record.mayClose()) && router.push(LIST);
  const texts = { texting, choose: (isChosen: boolean) => Object.assign(isTexted, { current: isChosen }) };
  return { record, photos, promises, print, printing, texts, open, close, spare: offline.spare };
}

type Offline = Pick<ReturnType<typeof useSpare>, "spare" | "owner"> & { timezone: string };

function keepOffline(
  { contact, ...taken }: Taken,
  { reserved, ...intake }: Intake,
  { spare, owner, timezone }: Offline,
): Ticket {
  const { code, draft, ...ticket } = spare ?? takeSpare(owner);
  const { found } = contact;
  keepWaiting(owner, {
    key: randomKey(),
    ticket: reserved ? ticketNumber(reserved) : code,
    contact: found ? null : { ...newContact(contact, timezone), birthday: null, anniversary: null },
    body: {
      ...{ ...taken, ...(!reserved && { draft, code }) },
      contact: { id: found?.id ?? "", name: found?.name ?? contact.name },
    },
    values: { ...intake, reserved },
  });
  return reserved ?? { ...ticket, code };
}

function savedNotice(saved: Saved) {
  const ticket = saved.code ?? ticketNumber(saved);
  return saved.id
    ? { type: "success" as const, message: `${ticket} saved` }
    : { type: "info" as const, message: `${ticket} is saved when you’re back online` };
}

/** Fetched before the connection is lost. */
function useSpare() {
  const owner = useContext(DraftOwner) ?? "";
  const online = useOnline();
  const [taken, setTaken] = useState<ReturnType<typeof takeSpare> | null>(null);
  useEffect(() => {
    if (online) void fillSpares(owner);
    else if (online === false && !taken) setTaken(takeSpare(owner));
  }, [online, owner, taken]);
  return { owner, spare: online === false ? taken : null, renew: () => setTaken(null) };
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
  function print(known: Ticket, intake: Intake) {
    const one = team?.find(({ id }) => id === intake.personId);
    const person = one ? { name: fullName(one) } : null;
    const { prefix = settings?.prefix ?? PREFIX, number, token, code } = known;
    return toPrintedRepair(intake, {
      prefix,
      number,
      token,
      ...(code && { code }),
      person,
      usualDay: promises.usual,
      money,
    });
  }
  return { promises, print };
}

/** Takes the ticket number as soon as a customer is chosen. */
function useReserved<V>({ control, getValues }: UseFormReturn<FieldValues, unknown, V>) {
  const { act } = useAct("repairs.reserve", { quiet: true });
  const { found, isNew }: Customer = useWatch({ control, name: "contact" });
  const { field } = useController({ control: control as Control, name: "reserved" });
  const { onChange } = field;
  const reserved: Reserved | null = field.value;
  const asked = useRef<Promise<Reserved | null>>(null);
  const reserve = useCallback(async () => {
    // A draft that was restored after this render.
    const restored: Reserved | null = getValues("reserved");
    if (restored) return restored;
    asked.current ??= act({}).then((outcome) => {
      asked.current = null;
      if (!outcome.ok) return null;
      onChange(outcome.answer);
      return outcome.answer;
    });
    return asked.current;
  }, [act, onChange, getValues]);
  const isChosen = Boolean(found || isNew);
  useEffect(() => {
    if (isChosen && !reserved) void reserve();
  }, [isChosen, reserved, reserve]);
  return [reserved, reserve] as const;
}
