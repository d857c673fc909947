import { useFormContext } from "react-hook-form";
import type { FieldProps } from "./field.tsx";
import { PasswordInput } from "./password-input.tsx";

type Props = FieldProps & { autoComplete: "current-password" | "new-password" };

export function PasswordField({ name, autoComplete, deps: _, ...look }: Props) {
  const { register, getFieldState, formState } = useFormContext();
  return (
    <PasswordInput
      {...look}
      message={getFieldState(name, formState).error?.message}
      input={{ ...register(name), autoComplete }}
    />
  );
}
