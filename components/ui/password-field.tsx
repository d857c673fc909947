import { Eye, EyeOff } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { useFormContext } from "react-hook-form";
import { Field, type FieldProps } from "./field.tsx";

type Props = FieldProps & { autoComplete: "current-password" | "new-password" };

export function PasswordField({ autoComplete, ...props }: Props) {
  const { register } = useFormContext();
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState?.("CapsLock") ?? false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field {...props} help={capsLock ? "Caps lock is on." : props.help}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            {...register(props.name)}
            type={shown ? "text" : "password"}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            onKeyUp={watchCapsLock}
            className="field pr-11"
          />
          <button
            type="button"
            aria-label={shown ? "Hide characters" : "Show characters"}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0.5 right-0.5 grid w-10 pointer-coarse:inset-y-0 pointer-coarse:w-11 place-items-center rounded-md text-muted-foreground hover:bg-accent hover:text-foreground"
          >
            <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
          </button>
        </div>
      )}
    </Field>
  );
}
