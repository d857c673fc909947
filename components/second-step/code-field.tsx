import { TextField } from "#components/ui/field.tsx";

type Props = { isRecovery?: boolean; autoFocus?: boolean; help?: string };

export function CodeField({ isRecovery = false, autoFocus, help }: Props) {
  return isRecovery ? (
    <TextField
      name="code"
      label="Recovery code"
      required
      autoComplete="off"
      autoFocus={autoFocus}
      help={help ?? "One of your ten saved codes. Each code works once."}
    />
  ) : (
    <TextField
      name="code"
      label="Code"
      required
      autoComplete="one-time-code"
      inputMode="numeric"
      autoFocus={autoFocus}
      help={help ?? "The six-digit code in your authenticator app."}
    />
  );
}
