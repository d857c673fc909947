import type { KeyboardEventHandler } from "react";
import { useController } from "react-hook-form";
import { useMoney } from "./shell/use-me.ts";
import { Field, type FieldProps } from "./ui/field.tsx";

type Props = FieldProps & { onLeave?: () => void; onKeyDown?: KeyboardEventHandler };

/** Accepts pasted text ("$1,240.50"); the schema parses it. */
export function AmountField({ onLeave, onKeyDown, ...props }: Props) {
  const { field } = useController({ name: props.name });
  const { symbol, isSymbolFirst, typed } = useMoney();
  const room = { [isSymbolFirst ? "paddingLeft" : "paddingRight"]: `calc(1rem + ${symbol.length + 0.5}ch)` };
  return (
    <Field {...props}>
      {(control) => (
        <div className="relative">
          <span
            aria-hidden="true"
            className={`absolute top-1/2 -translate-y-1/2 text-muted-foreground ${isSymbolFirst ? "left-3" : "right-3"}`}
          >
            {symbol}
          </span>
          <input
            {...control}
            {...field}
            value={field.value ?? ""}
            onKeyDown={onKeyDown}
            onBlur={() => {
              field.onBlur();
              onLeave?.();
            }}
            inputMode="decimal"
            autoComplete="off"
            placeholder={typed(0)}
            style={room}
            className="field tabular-nums"
          />
        </div>
      )}
    </Field>
  );
}
