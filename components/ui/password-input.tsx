import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, useState } from "react";
import { FieldFrame, type FieldLook } from "./field-parts.tsx";

type Props = FieldLook & { message?: string | undefined; input: ComponentProps<"input"> };

export function PasswordInput({ input, ...look }: Props) {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState?.("CapsLock") ?? false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <FieldFrame {...look} help={capsLock ? "Caps lock is on." : look.help}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            {...input}
            type={shown ? "text" : "password"}
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
    </FieldFrame>
  );
}
