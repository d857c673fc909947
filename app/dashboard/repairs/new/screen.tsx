"use client";
import { ChevronDown, Hammer, Printer, TriangleAlert } from "lucide-react";
import { useRouter, useSearchParams } from "next/navigation";
import { useEffect, useId, useRef, useState } from "react";
import { useController, useFormContext } from "react-hook-form";
import { AddPhotos } from "#app/dashboard/repairs/add-photos.tsx";
import { ContactField, foundContact, NO_SEARCH, newContact } from "#components/contact-finder.tsx";
import { useUploads } from "#components/files/use-uploads.ts";
import type { PrintedRepair } from "#components/repairs/papers.tsx";
import { usePrints } from "#components/repairs/use-prints.ts";
import { EmptyScreen } from "#components/shell/empty-screen.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMay, useMe, useMoney } from "#components/shell/use-me.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { DayPopover } from "#components/ui/day-popover.tsx";
import { DraftRestored } from "#components/ui/draft.tsx";
import { FailureLine } from "#components/ui/failure-line.tsx";
import { FieldError } from "#components/ui/field-parts.tsx";
import { part } from "#components/ui/part.tsx";
import { RecordForm, type Refusal, useRecordForm } from "#components/ui/record-form.tsx";
import { Loading } from "#components/ui/states.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { opensKeyboard } from "#components/ui/use-media.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { ParsedBody } from "#lib/contract/contract.ts";
import { MOST_PHOTOS } from "#lib/contract/file-terms.ts";
import { PREFIX, ticketNumber } from "#lib/contract/repair-terms.ts";
import { formatWeekdayAndDay, isoDay, readDay } from "#lib/dates.ts";
import { notify } from "#lib/notifications.ts";
import { fullName, truncate } from "#lib/text.ts";
import { dayOf } from "#lib/time/days.ts";
import { onlyPiece } from "./bought.ts";
import {
  type Customer,
  type Intake,
  isOpenOn,
  NEW_INTAKE,
  type Promises,
  promisesFrom,
  toPrintedRepair,
} from "./intake.ts";
import { PieceFields } from "./piece-fields.tsx";
import { Section } from "./section.tsx";
import { WorkFields } from "./work-fields.tsx";

export function NewRepairScreen() {
  const may = useMay()("repairs.create");
  const { data: me } = useMe();
  if (!me) return <Loading />;
  if (may)
    return (
      <>
        <ScreenTitle>New repair</ScreenTitle>
        <NewRepair timezone={me.timezone} />
      </>
    );
  return (
    <EmptyScreen
      icon={Hammer}
      title="You don’t have access"
      text="The owner and admins decide who takes in repairs."
      href="/dashboard"
      back="Back to the dashboard"
    />
  );
}

const PrintPapers = part(() => import("#components/repairs/print-papers.tsx"), "PrintPapers");

const Prints = part(() => import("./prints.tsx"), "Prints");

type Taken = Omit<ParsedBody<"repairs.create">, "contact"> & { contact: Customer };

type Ticket = Pick<PrintedRepair, "number" | "token"> & { prefix?: string };

const LIST = "/dashboard/repairs";
const NO_CONTACT = { texts: { failure: "Failed to create contact" } } as const;

function NewRepair({ timezone }: { timezone: string }) {
  const router = useRouter();
  const { prints, choose } = usePrints();
  const photos = useUploads(0, MOST_PHOTOS);
  const { record, promises, print, printing, open } = useIntakeForm(timezone, prints.length > 0, photos);
  const { form, edit, isDirty, isSubmitting, refused, submit, mayClose } = record;
  const alive = useHydrated();

  return (
    <div className="@container">
      <div className="grid items-start gap-4 @min-[51.5rem]:grid-cols-[minmax(0,1fr)_328px]">
        <RecordForm
          of={record}
          aria-label="New repair"
          className="rounded-lg border bg-card shadow-1 phone:-mx-4 phone:rounded-none phone:border-x-0 [&_:is(button,input,textarea)]:scroll-mb-20 phone:[&_:is(button,input,textarea)]:scroll-mb-38"
        >
          <header className="flex min-h-14 items-center gap-3 px-4">
            <h1 className="flex-1 text-[1.125rem]! leading-6!">New repair</h1>
            <span className="text-muted-foreground text-sm">{isDirty && "Draft saved"}</span>
          </header>
          {edit.draft.restored && (
            <div className="px-4 pb-3">
              <DraftRestored {...edit.draft} />
            </div>
          )}
          <fieldset disabled={!alive} className="contents">
            <CustomerField timezone={timezone} />
            <PieceFields>
              <AddPhotos files={photos} />
            </PieceFields>
            <WorkFields />
            <PromiseFields promises={promises} timezone={timezone} />
          </fieldset>
          <footer className="sticky bottom-0 z-1 flex flex-wrap items-center gap-2 rounded-b-lg border-t bg-card px-4 py-3 phone:bottom-[calc(60px+env(safe-area-inset-bottom))] phone:rounded-none">
            {refused ? (
              <FailureLine className="flex-1 phone:basis-full">{refused.text}</FailureLine>
            ) : (
              <span className="flex-1 text-muted-foreground text-sm phone:hidden">
                <kbd>Ctrl</kbd> <kbd>↵</kbd> {prints.length > 0 ? "to save and print" : "to save"}
              </span>
            )}
            <Button onClick={async () => (await mayClose()) && router.push(LIST)}>Cancel</Button>
            {prints.length > 0 && (
              <Button data-shortcut="mod+s" onClick={submit} className="phone:flex-1">
                Save
              </Button>
            )}
            <Button
              variant="primary"
              busy={isSubmitting}
              onClick={() => submit()}
              {...PrintPapers.near}
              className="phone:flex-1"
            >
              {prints.length > 0 && <Printer size={16} strokeWidth={1.75} />}
              {isSubmitting ? "Saving…" : prints.length > 0 ? "Save and print" : "Save"}
            </Button>
          </footer>
        </RecordForm>
        {alive && <Prints control={form.control} print={print} prints={prints} choose={choose} />}
        {printing && <PrintPapers repair={printing} print={prints} onPrinted={open} />}
      </div>
    </div>
  );
}

type Photos = ReturnType<typeof useUploads>;

function useIntakeForm(timezone: string, prints: boolean, photos: Photos) {
  const money = useMoney();
  const router = useRouter();
  const asked = useSearchParams();
  const wanted = asked.get("contact") ?? "";
  const saleId = asked.get("sale") ?? "";
  const { data: sale } = useRead("sales.get", saleId ? { params: { id: saleId } } : null);
  const { data: known } = useRead("contacts.get", wanted ? { params: { id: wanted } } : null);
  const { data: face } = useRead("organization.brand", {});
  const { data: settings } = useRead("repairs.settings", {});
  const { data: team } = useRead("team.list", {});
  const promises = promisesFrom(dayOf(Date.now(), timezone), face?.hours);
  const create = useAct("repairs.create").act;
  const createContact = useAct("contacts.create", NO_CONTACT).act;
  const [printing, setPrinting] = useState<PrintedRepair | null>(null);
  const saved = useRef<PrintedRepair>(null);

  const found = known ? foundContact({ ...known, name: fullName(known) || known.email }) : null;
  const record = useRecordForm<Taken>({
    schema: async () =>
      (await import("#lib/contract/repair-entry.ts")).intakeIn<Customer>(money, promises.usual),
    values: { ...NEW_INTAKE, name: onlyPiece(sale), contact: { ...NO_SEARCH, found } },
    follows: true,
    draft: `repair ${[wanted, saleId].filter(Boolean).join(" ")}`,
    onSubmit: save,
    closes: () => true,
    next: () => NEW_INTAKE,
    onSaved({ event }) {
      if (saved.current) notify({ type: "success", message: `${ticketNumber(saved.current)} saved` });
      if (event || !prints) open();
      else setPrinting(saved.current);
    },
  });
  const { setFocus, setValue, getValues } = record.form;
  const alive = useHydrated();
  useEffect(() => {
    if (alive && !opensKeyboard()) setFocus(wanted ? "kind" : "contact");
  }, [alive, setFocus, wanted]);

  async function save({ contact, ...taken }: Taken): Promise<Refusal | null> {
    const added = await photos.settled();
    if (!added) return { text: "A photo could not be uploaded. Try again or take it out." };
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
    if (outcome.ok) saved.current = print(outcome.answer);
    return outcome.refused;
  }

  function print(known: Ticket, intake = getValues() as Intake) {
    const one = team?.find(({ id }) => id === intake.personId);
    const person = one ? { name: fullName(one) } : null;
    const { prefix = settings?.prefix ?? PREFIX, number, token } = known;
    return toPrintedRepair(intake, { prefix, number, token, person, usualDay: promises.usual, money });
  }

  const open = () => router.push(`${LIST}/${saved.current?.number}`);
  return { record, promises, print, printing, open };
}

function CustomerField({ timezone }: { timezone: string }) {
  const id = useId();
  const { field, fieldState } = useController({ name: "contact" });
  const { setFocus } = useFormContext();
  const customer: Customer = field.value;
  const { found } = customer;
  const wrong = fieldState.error as { message?: string; name?: { message?: string } } | undefined;
  const set = (changes: Partial<Customer>) => field.onChange({ ...customer, ...changes });
  return (
    <Section title="Customer" htmlFor={id}>
      <ContactField
        {...{ id, set, timezone, found }}
        noun="customer"
        search={customer}
        wrong={{ found: wrong?.message, name: wrong?.name?.message }}
        ref={field.ref}
        onFound={(contact, hasLeft) => {
          set({ found: contact, isNew: null, name: "" });
          if (!hasLeft) requestAnimationFrame(() => setFocus("kind"));
        }}
        onClear={() => {
          set({ found: null });
          requestAnimationFrame(() => setFocus("contact"));
        }}
      >
        {found && <Pinned contact={found.id} />}
      </ContactField>
    </Section>
  );
}

const LONGEST = 24;

function Pinned({ contact }: { contact: string }) {
  const { data } = useRead("timeline.head", { params: { id: contact } });
  const [first] = data?.pinned ?? [];
  if (!first?.note) return null;
  return (
    <Badge tone="warning" title={first.note.content} className="h-6! min-w-0 max-w-1/2 shrink">
      <TriangleAlert size={13} className="shrink-0" />
      <span className="truncate">{truncate(first.note.content, LONGEST)}</span>
    </Badge>
  );
}

type Props = { promises: Promises; timezone: string };

function PromiseFields(props: Props) {
  return (
    <Section title="Promised">
      <DayChoice {...props} />
      <PersonChoice />
    </Section>
  );
}

const choiceRow = "flex flex-wrap gap-1.5";

function DayChoice({ promises: { usual, days, hours }, timezone }: Props) {
  const group = useId();
  const { field, fieldState } = useController({ name: "promisedDay" });
  const promisedDay: string = field.value ?? usual;
  const other = days.includes(promisedDay) ? null : promisedDay;
  const message = fieldState.error?.message;
  return (
    <>
      {/* Its days depend on the clock. */}
      <div role="radiogroup" aria-label="Promised" className={choiceRow} suppressHydrationWarning>
        {days.map((day) => (
          <Choice
            key={day}
            group={group}
            name={`${formatWeekdayAndDay(day)}${day === usual ? ", usual" : ""}`}
            checked={day === promisedDay}
            onChoose={() => field.onChange(day === usual ? null : day)}
            className="px-2.75! tabular-nums"
          >
            {formatWeekdayAndDay(day)}
            {day === usual && (
              <span className={day === promisedDay ? "font-normal" : "font-normal text-muted-foreground"}>
                usual
              </span>
            )}
          </Choice>
        ))}
        <DayPopover
          label="Other day"
          selected={readDay(promisedDay)}
          timezone={timezone}
          onPick={(picked) => field.onChange(isoDay(picked))}
          className={
            other
              ? "inset-ring inset-ring-primary flex h-control items-center gap-1.75 rounded-md border border-primary bg-primary-soft px-2.75 font-medium text-primary-soft-foreground text-sm phone:text-base"
              : "flex h-control items-center gap-1.75 rounded-md border border-border-strong bg-card px-2.75 font-medium text-sm hover:bg-accent phone:text-base"
          }
        >
          {other ? formatWeekdayAndDay(other) : "Other day"}
          <ChevronDown size={14} aria-hidden="true" />
        </DayPopover>
      </div>
      {message && <FieldError id={`${group}-error`}>{message}</FieldError>}
      <p role="status" className="text-muted-foreground text-sm empty:hidden">
        {isOpenOn(promisedDay, hours) ? "" : `Your store is closed on ${formatWeekdayAndDay(promisedDay)}.`}
      </p>
    </>
  );
}

function PersonChoice() {
  const group = useId();
  const { field } = useController({ name: "personId" });
  const { data: team = [] } = useRead("team.list", {});
  const { data: counts } = useRead("repairs.counts", {});
  const people = team.filter(({ isPending }) => !isPending);
  return (
    <div role="radiogroup" aria-label="With" className={choiceRow}>
      {people.map((person) => {
        const { id, firstName } = person;
        const name = fullName(person);
        const isShared = people.some((other) => other.id !== id && other.firstName === firstName);
        const count = counts?.people.find((one) => one.id === id)?.count;
        return (
          <Choice
            key={id}
            group={group}
            name={count ? `${name}, ${count} open` : name}
            checked={field.value === id}
            onChoose={() => field.onChange(id)}
            className="px-2.75!"
          >
            <Avatar id={id} name={name} className="size-5.5! text-[0.625rem]!" />
            <span className="truncate">{isShared ? name : firstName || name}</span>
            {count ? <span className="font-normal tabular-nums opacity-80">{count}</span> : null}
          </Choice>
        );
      })}
      <Choice
        group={group}
        name="Later"
        checked={field.value === null}
        onChoose={() => field.onChange(null)}
        className="px-2.75!"
      >
        Later
      </Choice>
    </div>
  );
}
