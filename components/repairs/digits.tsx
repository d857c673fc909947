import clsx from "clsx";
import { Check, TriangleAlert } from "lucide-react";
import { useId } from "react";
import { useController, useFormContext } from "react-hook-form";
import { Badge } from "#components/ui/badge.tsx";
import { FieldError } from "#components/ui/field-parts.tsx";
import { checkDigits } from "#lib/contract/repair-entry.ts";

type Props = { phone: string | null | undefined; customer: string };

export function Digits({ phone, customer }: Props) {
  const id = useId();
  const { setValue } = useFormContext();
  const { field, fieldState } = useController({ name: "digits" });
  const typed: string = field.value;
  const found = checkDigits(phone, typed);
  if (found === "right" && typed === "")
    return <p className="text-muted-foreground text-sm">No phone number on file. Ask for the claim slip.</p>;
  const message = found === "open" ? fieldState.error?.message : undefined;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium text-sm">
        Last four digits of the phone number
      </label>
      <div className="flex items-center gap-3.5">
        <div className="relative flex gap-2">
          <input
            id={id}
            ref={field.ref}
            value={typed}
            onChange={({ target }) => {
              field.onChange(target.value.replace(/\D/g, "").slice(0, 4));
              setValue("reason", null);
            }}
            onBlur={field.onBlur}
            data-autofocus
            inputMode="numeric"
            autoComplete="off"
            aria-required
            aria-invalid={message !== undefined}
            aria-describedby={`${id}-about`}
            className="peer absolute inset-0 z-1 cursor-text text-[16px] opacity-0"
          />
          {[0, 1, 2, 3].map((at) => (
            <span
              key={at}
              aria-hidden="true"
              className={clsx(
                "grid h-12 w-11 place-items-center rounded-md border border-input bg-card font-semibold text-xl tabular-nums",
                at === Math.min(typed.length, 3) &&
                  "peer-focus:outline-2 peer-focus:-outline-offset-1 peer-focus:outline-ring",
              )}
            >
              {typed[at]}
            </span>
          ))}
        </div>
        {found === "right" && (
          <Badge tone="success" className="h-6!">
            <Check size={13} aria-hidden="true" />
            Matches
          </Badge>
        )}
      </div>
      <div id={`${id}-about`} role="status">
        {message ? (
          <FieldError id={`${id}-error`}>{message}</FieldError>
        ) : found === "wrong" ? (
          <p className="mt-1 flex gap-2.5 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning">
            <TriangleAlert size={16} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
            <span>
              <b className="font-semibold">These digits aren’t on file for {customer}.</b> Ask for another
              number, or for the claim slip.
            </span>
          </p>
        ) : (
          <p className="text-muted-foreground text-sm">Ask for them.</p>
        )}
      </div>
    </div>
  );
}
