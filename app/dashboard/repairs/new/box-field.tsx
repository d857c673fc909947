import clsx from "clsx";
import { type FocusEvent, useId } from "react";
import { useFormContext } from "react-hook-form";
import { FieldError } from "#components/ui/field-parts.tsx";
import { GrowingText } from "#components/ui/growing-text.tsx";

type Props = {
  name: string;
  label: string;
  isLong?: boolean;
  inputMode?: "decimal";
  onFocus?: (event: FocusEvent<HTMLInputElement>) => void;
  onLeave?: () => void;
  className?: string;
};

const inner = "min-w-0 flex-1 bg-transparent outline-none";

export function BoxField({ name, label, isLong, onLeave, className, ...input }: Props) {
  const id = useId();
  const { register, getFieldState, formState } = useFormContext();
  const message = getFieldState(name, formState).error?.message;
  const control = {
    ...register(name, { onBlur: onLeave }),
    ...{ id, "aria-invalid": message !== undefined, "aria-describedby": message && `${id}-error` },
    autoComplete: "off",
  };
  return (
    <div className={clsx("grid grid-cols-[minmax(0,1fr)] content-start gap-1.5", className)}>
      <label
        htmlFor={id}
        className={clsx(
          "field flex cursor-text items-center gap-2",
          message && "border-danger!",
          isLong && "h-auto! min-h-control phone:flex-col phone:items-stretch phone:gap-0 phone:pt-2",
        )}
      >
        <span className={clsx("shrink-0 text-muted-foreground text-sm", isLong && "self-start md:pt-2.25")}>
          {label}
        </span>
        {isLong ? (
          <GrowingText
            rows={1}
            {...control}
            className={`${inner} -my-px border-0! bg-transparent! px-0! outline-none!`}
          />
        ) : (
          <input {...control} {...input} className={inner} />
        )}
      </label>
      {message && <FieldError id={`${id}-error`}>{message}</FieldError>}
    </div>
  );
}
