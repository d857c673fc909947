import { FieldFrame } from "./ui/field-parts.tsx";

type Props = { message: string | undefined; help?: string; defaultValue?: string };

/** The email of an account, for forms without the form library. */
export function EmailInput({ message, help, defaultValue }: Props) {
  return (
    <FieldFrame label="Email" required message={message} help={help}>
      {(control) => (
        <input
          {...control}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          defaultValue={defaultValue}
          className="field"
        />
      )}
    </FieldFrame>
  );
}
