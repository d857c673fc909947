import clsx from "clsx";
import {
  type BaseSyntheticEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useRef,
  useState,
} from "react";
import { type FieldValues, useFormContext } from "react-hook-form";
import type * as z from "zod/mini";
import { Button } from "./button.tsx";
import { type Compared, EditNotices } from "./edit-notices.tsx";
import { FailureLine } from "./failure-line.tsx";
import { Modal } from "./modal.tsx";
import { RecordForm, type Refusal, useRecordForm } from "./record-form.tsx";
import { SubmitButton } from "./submit-button.tsx";
import { opensKeyboard } from "./use-media.ts";

type Props<V> = {
  title: string;
  schema: z.ZodMiniType<V>;
  values: FieldValues;
  draft?: string;
  version?: number;
  // biome-ignore lint/suspicious/noExplicitAny: the record comes from the refusal of `onSubmit`
  compare?: { values: (record: any) => FieldValues; fields: Compared[] };
  submitLabel: ReactNode;
  pendingLabel?: string;
  danger?: boolean;
  side?: boolean;
  className?: string;
  /** Keeps the form open with these values and focuses the named field. */
  again?: { label: string; values: (saved: V) => FieldValues; focus: string };
  sum?: ReactNode;
  onSubmit: (values: V, version: number | undefined) => Promise<Refusal | null>;
  onReload?: () => void;
  onClose: () => void;
  children: ReactNode;
};

export function FormModal<V>(props: Props<V>) {
  const {
    title,
    schema,
    values,
    draft: name,
    compare,
    danger,
    side,
    className,
    again,
    onSubmit,
    onClose,
    children,
  } = props;
  const record = useRecordForm<V>({
    ...{ schema: async () => schema, values, draft: name, version: props.version, valuesOf: compare?.values },
    onSubmit,
    next: (sent) => (again && stays(sent) ? again.values(sent.values) : undefined),
    closes: (sent) => !(again && stays(sent)),
    onSaved: (sent) => (again && stays(sent) ? setRound((round) => round + 1) : onClose()),
  });
  const { form, edit, refused, submit, mayClose } = record;
  // Counts the records saved while the form stayed open, so each starts with new fields.
  const [round, setRound] = useState(0);
  const close = async () => (await mayClose()) && onClose();

  const focus = again?.focus;
  const { setFocus } = form;
  useEffect(() => {
    if (round > 0 && focus && !opensKeyboard()) setFocus(focus);
  }, [round, focus, setFocus]);

  return (
    <Modal title={title} onClose={close} side={side} className={className}>
      <RecordForm
        of={record}
        aria-label={title}
        {...(danger && { onKeyDown: undefined })}
        className="flex min-h-0 flex-1 flex-col"
      >
        <div className="relative min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-5">
          <EditNotices edit={edit} fields={compare?.fields} className="mb-4" />
          <div
            key={`${round} ${edit.drawn}`}
            className={clsx("grid gap-x-4 gap-y-3.5", !side && "md:grid-cols-2")}
          >
            <ErrorSummary />
            {children}
          </div>
        </div>
        <Footer {...props} refused={refused} onCancel={close} onAgain={submit} />
      </RecordForm>
    </Modal>
  );
}

type FooterProps<V> = Omit<Props<V>, "onSubmit"> & {
  refused: Refusal | null;
  onCancel: () => void;
  onAgain: (event: SyntheticEvent) => void;
};

function Footer<V>(props: FooterProps<V>) {
  const { submitLabel, pendingLabel, danger, again, sum, refused, onReload, onClose, onCancel, onAgain } =
    props;
  return (
    <footer className="flex flex-wrap items-center gap-2 border-t px-5 py-3 phone:pb-[calc(12px+env(safe-area-inset-bottom))]">
      {refused ? (
        <FailureLine className="flex-1 phone:basis-full">
          {refused.text}
          {refused.stale && onReload && (
            <Button
              onClick={() => {
                onReload();
                onClose();
              }}
            >
              Reload
            </Button>
          )}
        </FailureLine>
      ) : (
        <span className="flex-1 text-muted-foreground text-xs phone:hidden pointer-coarse:invisible">
          {!danger && (
            <>
              <kbd>Ctrl</kbd> <kbd>↵</kbd> to save
            </>
          )}
        </span>
      )}
      {sum}
      <Button onClick={onCancel} className={sum ? "phone:hidden" : "phone:flex-1"}>
        Cancel
      </Button>
      {again && (
        <Button
          onClick={onAgain}
          className="phone:order-last phone:basis-full phone:landscape:order-none phone:landscape:basis-auto"
        >
          {again.label}
        </Button>
      )}
      <SubmitButton variant={danger ? "danger" : "primary"} pending={pendingLabel} className="phone:flex-1">
        {submitLabel}
      </SubmitButton>
    </footer>
  );
}

/** Enter presses the first submit button, which closes the form. Only a click keeps it open. */
function stays({ event }: { event: BaseSyntheticEvent | undefined }): boolean {
  return event?.type === "click";
}

const SHORT = 5;

function ErrorSummary() {
  const { isSubmitted, errors } = useFormContext().formState;
  const faulty = isSubmitted && Object.keys(errors).length > 0;
  const place = useRef<HTMLDivElement>(null);
  const [wrong, setWrong] = useState<HTMLInputElement[]>([]);
  // After each rendering, because only the fields know which of them are shown and invalid.
  useEffect(() => {
    const form = place.current?.closest("form");
    const fields = [...(form?.querySelectorAll<HTMLInputElement>("[aria-invalid]") ?? [])];
    const next =
      faulty && fields.length > SHORT
        ? fields.filter((field) => field.getAttribute("aria-invalid") === "true")
        : [];
    setWrong((was) =>
      was.length === next.length && next.every((field, i) => field === was[i]) ? was : next,
    );
  });
  return (
    <div ref={place} className="col-span-full empty:hidden">
      {wrong.length > 0 && (
        <p className="rounded-md bg-danger-soft px-3 py-2.5 text-danger">
          <span className="font-medium">There is a problem with</span>{" "}
          {wrong.map((field, index) => (
            <span key={field.id}>
              {index > 0 && ", "}
              <button
                type="button"
                onClick={() => field.focus()}
                className="font-semibold underline underline-offset-3"
              >
                {field.labels?.[0]?.textContent}
              </button>
            </span>
          ))}
        </p>
      )}
    </div>
  );
}
