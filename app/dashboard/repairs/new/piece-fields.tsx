import { type KeyboardEvent, type ReactNode, useId } from "react";
import { useController, useFormContext } from "react-hook-form";
import { Choice } from "#components/ui/choice.tsx";
import { FieldError } from "#components/ui/field-parts.tsx";
import { pieceKinds, pieceWords } from "#lib/contract/repair-terms.ts";
import { BoxField } from "./box-field.tsx";
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
  return (
    <>
      <input
        {...register("name")}
        aria-label="Piece"
        aria-required
        aria-invalid={message !== undefined}
        aria-describedby={message && id}
        autoComplete="off"
        placeholder="Describe the piece"
        className="field"
      />
      {message && <FieldError id={id}>{message}</FieldError>}
    </>
  );
}
