"use client";
import clsx from "clsx";
import { Hammer, Printer, Send, TriangleAlert, X } from "lucide-react";
import { type MouseEvent, useId } from "react";
import { useController, useFormContext } from "react-hook-form";
import { ContactField } from "#components/contact-finder.tsx";
import { useFileDrop } from "#components/files/use-file-drop.ts";
import { usePrints } from "#components/repairs/use-prints.ts";
import { WaitingRepairs } from "#components/repairs/waiting-repairs.tsx";
import { EmptyScreen } from "#components/shell/empty-screen.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMay, useMe } from "#components/shell/use-me.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button, IconButton } from "#components/ui/button.tsx";
import { DraftRestored } from "#components/ui/draft.tsx";
import { FailureLine } from "#components/ui/failure-line.tsx";
import { part } from "#components/ui/part.tsx";
import { RecordForm } from "#components/ui/record-form.tsx";
import { Loading } from "#components/ui/states.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Reserved } from "#lib/contract/repair-entry.ts";
import { ticketNumber } from "#lib/contract/repair-terms.ts";
import { truncate } from "#lib/text.ts";
import type { Customer } from "./intake.ts";
import { PhotoTiles } from "./photo-tiles.tsx";
import { PieceFields } from "./piece-fields.tsx";
import { PromiseFields } from "./promise-fields.tsx";
import { Section } from "./section.tsx";
import { useIntakeForm } from "./use-intake-form.ts";
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

const NotifyModal = part(() => import("#components/repairs/notify-modal.tsx"), "NotifyModal");

const Prints = part(() => import("./prints.tsx"), "Prints");

function NewRepair({ timezone }: { timezone: string }) {
  const { prints, choose } = usePrints();
  const isPrinted = prints.length > 0;
  const intake = useIntakeForm(timezone, prints);
  const { record, photos, promises, print, printing, texts, open, close, correct, spare } = intake;
  const { form, edit, isDirty } = record;
  const { isOver, events } = useFileDrop(photos.files.add);
  const alive = useHydrated();

  return (
    <div data-sheet="" className="@container">
      <div className="grid items-start gap-4 @min-[51.5rem]:grid-cols-[minmax(0,1fr)_328px]">
        <RecordForm
          of={record}
          {...events}
          aria-label="New repair"
          className="rounded-lg border bg-card shadow-1 phone:-mx-4 phone:rounded-none phone:border-0 [&_:is(button,input,textarea)]:scroll-mb-20 "
        >
          <header className="flex min-h-14 items-center gap-3 px-4">
            <h1 className="flex-1 text-[1.125rem]! leading-6!">New repair</h1>
            <span className="text-muted-foreground text-sm">{isDirty && "Draft saved"}</span>
            <IconButton label="Close" onClick={close} className="-mr-2 text-muted-foreground md:hidden">
              <X size={18} strokeWidth={1.75} />
            </IconButton>
          </header>
          {spare && <OfflineNotice ticket={form.getValues("reserved") ?? spare} />}
          <WaitingRepairs onCorrect={correct} className="mx-4 mb-3" />
          {edit.draft.restored && isDirty && (
            <div className="px-4 pb-3">
              <DraftRestored {...edit.draft} />
            </div>
          )}
          <fieldset disabled={!alive} className="contents">
            <CustomerField timezone={timezone} />
            <PieceFields>
              <PhotoTiles photos={photos} isOver={isOver} />
            </PieceFields>
            <WorkFields />
            <PromiseFields promises={promises} timezone={timezone} />
          </fieldset>
          <Footer {...{ record, texts, isPrinted, close, spare }} />
        </RecordForm>
        {alive && (
          <Prints control={form.control} print={print} spare={spare} prints={prints} choose={choose} />
        )}
        {printing && <PrintPapers repair={printing} print={prints} onPrinted={open} />}
        {texts.texting && <NotifyModal id={texts.texting} onClose={open} />}
      </div>
    </div>
  );
}

function OfflineNotice({ ticket }: { ticket: Reserved }) {
  return (
    <p role="status" className="mx-4 mb-3 rounded-md bg-warning-soft px-3 py-2.5 text-warning">
      <b className="font-semibold">You’re offline.</b> Nothing you type is lost. Slip and label print with{" "}
      {ticket.code ? "the draft code" : "their number"} <b>{ticket.code ?? ticketNumber(ticket)}</b>, and the
      ticket will be saved when you’re back online.
    </p>
  );
}

type Form = ReturnType<typeof useIntakeForm>;
type FooterProps = Pick<Form, "record" | "texts" | "close" | "spare"> & { isPrinted: boolean };

function Footer({ record, texts, isPrinted, close, spare }: FooterProps) {
  const { isSubmitting, refused, submit } = record;
  const saving = (isTexted: boolean) => (event?: MouseEvent) => {
    texts.choose(isTexted);
    return submit(event);
  };
  return (
    <footer className="sticky bottom-0 z-1 flex flex-wrap items-center gap-2 rounded-b-lg border-t bg-card px-4 py-3 phone:rounded-none phone:pb-[calc(12px+env(safe-area-inset-bottom))]">
      {refused ? (
        <FailureLine className="flex-1 phone:basis-full">{refused.text}</FailureLine>
      ) : (
        <span className="flex-1 text-muted-foreground text-sm phone:hidden">
          <kbd>Ctrl</kbd> <kbd>↵</kbd> {isPrinted ? "to save and print" : "to save"}
        </span>
      )}
      <Button onClick={close} className="phone:hidden">
        Cancel
      </Button>
      <Button
        data-shortcut="mod+s"
        onClick={saving(false)}
        className={clsx(!isPrinted && "md:hidden", spare && "phone:flex-1")}
      >
        Save
      </Button>
      <Button
        variant="primary"
        busy={isSubmitting}
        onClick={() => saving(false)()}
        {...PrintPapers.near}
        className="phone:hidden"
      >
        {isPrinted && <Printer size={16} strokeWidth={1.75} />}
        {isSubmitting
          ? "Saving…"
          : spare
            ? isPrinted
              ? "Print, save when online"
              : "Save when online"
            : isPrinted
              ? "Save and print"
              : "Save"}
      </Button>
      <Button
        variant="primary"
        busy={isSubmitting}
        onClick={saving(true)}
        {...NotifyModal.near}
        className={clsx("md:hidden", spare ? "phone:hidden" : "phone:flex-1")}
      >
        <Send size={16} strokeWidth={1.75} />
        {isSubmitting ? "Saving…" : "Save and text the slip"}
      </Button>
    </footer>
  );
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
