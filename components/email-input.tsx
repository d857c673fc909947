import { FieldFrame } from "./ui/field-parts.tsx";

type Props = { message: string | undefined; help?: string; defaultValue?: string };

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
