import type { ComponentProps, KeyboardEventHandler } from "react";
import { useController } from "react-hook-form";
import { useMoney } from "./shell/use-me.ts";
import { Field, type FieldProps } from "./ui/field.tsx";

type Props = FieldProps & {
  onLeave?: () => void;
  onKeyDown?: KeyboardEventHandler;
  autoFocus?: boolean;
  selects?: boolean;
};

export function AmountField({ onLeave, onKeyDown, autoFocus, selects, ...props }: Props) {
  const { field } = useController({ name: props.name });
  const { typed } = useMoney();
  return (
    <Field {...props}>
      {(control) => (
        <AmountBox
          {...control}
          {...field}
          value={field.value ?? ""}
          onKeyDown={onKeyDown}
          autoFocus={autoFocus}
          onFocus={selects ? ({ target }) => target.select() : undefined}
          onBlur={() => {
            field.onBlur();
            if (onLeave) afterPress(onLeave);
          }}
          placeholder={typed(0)}
        />
      )}
    </Field>
  );
}

export function AmountBox(props: ComponentProps<"input">) {
  const { symbol, isSymbolFirst } = useMoney();
  const room = { [isSymbolFirst ? "paddingLeft" : "paddingRight"]: `calc(1rem + ${symbol.length + 0.5}ch)` };
  return (
    <span className="relative grid">
      <span
        aria-hidden="true"
        className={`absolute top-1/2 -translate-y-1/2 text-muted-foreground ${isSymbolFirst ? "left-3" : "right-3"}`}
      >
        {symbol}
      </span>
      <input {...props} inputMode="decimal" autoComplete="off" style={room} className="field tabular-nums" />
    </span>
  );
}

/** A change of the layout during a press would move its target away. The click follows. */
export function afterPress(work: () => void) {
  if (!document.querySelector(":active:not(html, body)")) return work();
  document.addEventListener("mouseup", work, { once: true });
}
