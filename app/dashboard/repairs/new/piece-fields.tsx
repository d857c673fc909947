import clsx from "clsx";
import { type KeyboardEvent, type ReactNode, useId } from "react";
import { useController, useFormContext, useWatch } from "react-hook-form";
import { Badge } from "#components/ui/badge.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { FieldError } from "#components/ui/field-parts.tsx";
import { useRead } from "#lib/api/use-read.ts";
import { pieceKinds, pieceWords } from "#lib/contract/repair-terms.ts";
import { boughtPieces } from "./bought.ts";
import { BoxField } from "./box-field.tsx";
import type { Customer } from "./intake.ts";
import { Section } from "./section.tsx";

export function PieceFields({ children }: { children?: ReactNode }) {
  return (
    <Section title="Piece">
      <Kind />
      <Piece />
      <div className="grid gap-2 md:grid-cols-2">
        <BoxField name="metal" label="Metal" />
        <BoxField name="stones" label="Stones" />
        <BoxField name="marks" label="Marks" />
        <BoxField name="condition" label="Condition" />
      </div>
      {children}
    </Section>
  );
}

function Kind() {
  const group = useId();
  const { field, fieldState } = useController({ name: "kind" });
  const message = fieldState.error?.message;

  function chooseByLetter(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = pieceKinds.findIndex((kind) => kind.startsWith(event.key.toUpperCase()));
    if (at < 0) return;
    event.preventDefault();
    field.onChange(pieceKinds[at]);
    event.currentTarget.querySelectorAll("input")[at]?.focus();
  }

  return (
    <>
      <div
        role="radiogroup"
        aria-label="Kind"
        aria-required
        aria-invalid={message !== undefined}
        aria-describedby={message && `${group}-error`}
        onKeyDown={chooseByLetter}
        className="grid grid-cols-3 gap-1.5 md:flex md:flex-wrap"
      >
        {pieceKinds.map((kind, at) => (
          <Choice
            key={kind}
            ref={(field.value ? field.value === kind : at === 0) ? field.ref : undefined}
            group={group}
            name={pieceWords[kind]}
            checked={field.value === kind}
            onChoose={() => field.onChange(kind)}
            className="justify-center px-2.75!"
          >
            {pieceWords[kind]}
          </Choice>
        ))}
      </div>
      {message && <FieldError id={`${group}-error`}>{message}</FieldError>}
    </>
  );
}

function Piece() {
  const id = useId();
  const { register, getFieldState, formState } = useFormContext();
  const message = getFieldState("name", formState).error?.message;
  const [customer, name]: [Customer | undefined, string] = useWatch({ name: ["contact", "name"] });
  const contactId = customer?.found?.id;
  const { data: sales = [] } = useRead("sales.ofContact", contactId ? { params: { id: contactId } } : null);
  const pieces = boughtPieces(sales);
  const bought = pieces.find((one) => one.name === name.trim());
  return (
    <>
      <div className="relative">
        <input
          {...register("name")}
          aria-label="Piece"
          aria-required
          aria-invalid={message !== undefined}
          aria-describedby={message && id}
          autoComplete="off"
          placeholder="Describe the piece"
          list={pieces.length > 0 ? `${id}-bought` : undefined}
          className={clsx("field", bought && "md:pr-48!")}
        />
        {bought && (
          <Badge
            tone="info"
            className="absolute top-1/2 right-2.5 max-w-44 -translate-y-1/2 truncate phone:static phone:mt-1.5 phone:translate-y-0"
          >
            {["Bought here", bought.detail].filter(Boolean).join(", ")}
          </Badge>
        )}
      </div>
      <datalist id={`${id}-bought`}>
        {pieces.map((one) => (
          <option key={one.name} value={one.name} label={one.detail} />
        ))}
      </datalist>
      {message && <FieldError id={id}>{message}</FieldError>}
    </>
  );
}
