import clsx from "clsx";
import { ChevronDown, CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";

// Separate from the form's Field, so pages without a form library have the same look.

type LabelProps = { htmlFor: string; required: boolean | undefined; children: string };

export function FieldLabel({ htmlFor, required, children }: LabelProps) {
  return (
    <label htmlFor={htmlFor} className={labelClass(required)}>
      {children}
    </label>
  );
}

/** CSS draws the asterisk, so the label's text stays the field's name. */
export function labelClass(required: boolean | undefined): string {
  return clsx("font-medium text-sm", required && "after:ml-1 after:text-danger after:content-['*'/'']");
}

export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className="flex items-start gap-1.5 font-medium text-danger text-sm">
      <CircleAlert size={14} className="mt-0.5 shrink-0" />
      {children}
    </p>
  );
}

type Control = {
  id: string;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
  "aria-required": boolean | undefined;
};

export type FieldLook = {
  label: string;
  required?: boolean | undefined;
  aside?: ReactNode;
  help?: ReactNode;
  className?: string | undefined;
  hideLabel?: boolean | undefined;
};

type FrameProps = FieldLook & { message?: string | undefined; children: (control: Control) => ReactNode };

export function FieldFrame(props: FrameProps) {
  const { label, required, aside, help, className, hideLabel, message, children } = props;
  const id = useId();
  const helpId = `${id}-help`;
  const errorId = `${id}-error`;
  const asideId = `${id}-aside`;
  const described = [message && errorId, aside && asideId, help && helpId];
  return (
    <div className={clsx("grid content-start gap-1.5", className)}>
      <span className={hideLabel ? "sr-only" : "flex items-baseline justify-between gap-2"}>
        <FieldLabel htmlFor={id} required={required}>
          {label}
        </FieldLabel>
        {aside && (
          <span id={asideId} className="text-muted-foreground text-sm tabular-nums">
            {aside}
          </span>
        )}
      </span>
      {children({
        id,
        "aria-invalid": message !== undefined,
        "aria-describedby": described.filter(Boolean).join(" ") || undefined,
        "aria-required": required || undefined,
      })}
      {message && <FieldError id={errorId}>{message}</FieldError>}
      {help && (
        <p id={helpId} className="text-muted-foreground text-sm empty:hidden">
          {help}
        </p>
      )}
    </div>
  );
}

type ToComeProps = { label: string; value: string; onFocus?: () => void };

/** Until the combobox's code is loaded, without a layout shift. `onFocus`: loads it. */
export function FieldToCome({ label, value, onFocus }: ToComeProps) {
  const box = onFocus && {
    role: "combobox",
    tabIndex: 0,
    "aria-label": label,
    "aria-expanded": false,
    onFocus,
  };
  return (
    <div aria-hidden={onFocus ? undefined : "true"} className="grid gap-1.5">
      <span className="font-medium text-sm">{label}</span>
      <span {...box} className="field flex items-center justify-between">
        {value}
        <ChevronDown size={14} className="text-muted-foreground" />
      </span>
    </div>
  );
}
