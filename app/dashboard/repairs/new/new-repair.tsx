import { Printer } from "lucide-react";
import { useRouter, useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { foundContact, NO_SEARCH, newContact } from "#components/contact-finder.tsx";
import { useUploads } from "#components/files/use-uploads.ts";
import type { PrintedRepair } from "#components/repairs/papers.tsx";
import { usePrints } from "#components/repairs/use-prints.ts";
import { useMoney } from "#components/shell/use-me.ts";
import { Button } from "#components/ui/button.tsx";
import { DraftRestored } from "#components/ui/draft.tsx";
import { FailureLine } from "#components/ui/failure-line.tsx";
import { part } from "#components/ui/part.tsx";
import { RecordForm, type Refusal, useRecordForm } from "#components/ui/record-form.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { ParsedBody } from "#lib/contract/contract.ts";
import { MOST_PHOTOS } from "#lib/contract/file-terms.ts";
import { PREFIX, ticketNumber } from "#lib/contract/repair-terms.ts";
import { notify } from "#lib/notifications.ts";
import { codeOfZone } from "#lib/phone.ts";
import { fullName } from "#lib/text.ts";
import { dayOf } from "#lib/time/days.ts";
import { AddPhotos } from "../add-photos.tsx";
import { onlyPiece } from "./bought.ts";
import { CustomerField } from "./customer-field.tsx";
import { type Customer, type Intake, NEW_INTAKE, printedOf, promisesFrom } from "./intake.ts";
import { PieceFields } from "./piece-fields.tsx";
import { PromiseFields } from "./promise-fields.tsx";
import { WorkFields } from "./work-fields.tsx";

const PrintPapers = part(() => import("#components/repairs/print-papers.tsx"), "PrintPapers");

const Prints = part(() => import("./prints.tsx"), "Prints");

type Taken = Omit<ParsedBody<"repairs.create">, "contact"> & { contact: Customer };

type Ticket = Pick<PrintedRepair, "number" | "token"> & { prefix?: string };

const LIST = "/dashboard/repairs";
const NO_CONTACT = { texts: { failure: "Failed to create contact" } } as const;

export function NewRepair({ timezone }: { timezone: string }) {
  const money = useMoney();
  const router = useRouter();
  const asked = useSearchParams();
  const wanted = asked.get("contact") ?? "";
  const saleId = asked.get("sale") ?? "";
  const { data: sale } = useRead("sales.get", saleId ? { params: { id: saleId } } : null);
  const { data: known } = useRead("contacts.get", wanted ? { params: { id: wanted } } : null);
  const { data: face } = useRead("organization.brand", {});
  const { data: settings } = useRead("repairs.settings", {});
  const promises = promisesFrom(dayOf(Date.now(), timezone), face?.hours);
  const create = useAct("repairs.create").act;
  const createContact = useAct("contacts.create", NO_CONTACT).act;
  const { data: team } = useRead("team.list", {});
  const { prints, choose } = usePrints();
  const photos = useUploads(0, MOST_PHOTOS);
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
      if (event || prints.length === 0) open();
      else setPrinting(saved.current);
    },
  });
  const { form, edit, isDirty, isSubmitting, refused, submit, mayClose } = record;
  const { setFocus, setValue } = form;

  async function save({ contact, ...taken }: Taken): Promise<Refusal | null> {
    const added = await photos.settled();
    if (!added) return { text: "A photo could not be uploaded. Try again or take it out." };
    let customer = contact.found;
    if (!customer) {
      const body = newContact(contact, codeOfZone(timezone));
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

  function print(known: Ticket, intake = form.getValues() as Intake) {
    const one = team?.find(({ id }) => id === intake.personId);
    const person = one ? { name: fullName(one) } : null;
    const { prefix = settings?.prefix ?? PREFIX, number, token } = known;
    return printedOf(intake, { prefix, number, token, person, usualDay: promises.usual, money });
  }

  const open = () => router.push(`${LIST}/${saved.current?.number}`);

  const alive = useHydrated();
  useEffect(() => {
    if (alive && matchMedia("(pointer: fine)").matches) setFocus(wanted ? "kind" : "contact");
  }, [alive, setFocus, wanted]);

  return (
    <div className="@container">
      <div className="grid items-start gap-4 @min-[824px]:grid-cols-[minmax(0,1fr)_328px]">
        <RecordForm
          of={record}
          aria-label="New repair"
          className="rounded-lg border bg-card shadow-1 phone:-mx-4 phone:rounded-none phone:border-x-0 [&_:is(button,input,textarea)]:scroll-mb-20 phone:[&_:is(button,input,textarea)]:scroll-mb-38"
        >
          <header className="flex min-h-14 items-center gap-3 px-4">
            <h1 className="flex-1 text-[18px]! leading-6!">New repair</h1>
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
