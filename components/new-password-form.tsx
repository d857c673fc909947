"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { refusal } from "#lib/api/refusal.ts";
import { useAct } from "#lib/api/use-act.ts";
import { ahead, formResolver } from "#lib/form-resolver.ts";
import { whenIdle } from "#lib/when-idle.ts";
import { StrengthMeter } from "./strength-meter.tsx";
import { Alert } from "./ui/alert.tsx";
import { Button } from "./ui/button.tsx";
import { PasswordField } from "./ui/password-field.tsx";
import { useSubmit } from "./ui/use-submit.ts";

type Props = {
  /** Of the link that the person was mailed. */
  token: string;
  act: "auth.register" | "auth.resetPassword";
  submit: [label: string, busy: string];
};

const loadSchema = whenIdle(async () => (await import("#lib/contract/users.ts")).registerForm);

/** Chooses a password by a mailed link; then on to the login. */
export function NewPasswordForm({ token, act: name, submit: [label, busy] }: Props) {
  const router = useRouter();
  const form = useForm({
    resolver: formResolver(loadSchema),
    defaultValues: { password: "", confirmPassword: "" },
  });
  const password = useWatch({ control: form.control, name: "password" });
  const [refused, setRefused] = useState<string | null>(null);
  const { act } = useAct(name);
  const { isSubmitting, errors } = form.formState;
  // The confirmation is checked as soon as it is left, and from then on with every letter.
  const check = () => form.getValues("confirmPassword") && form.trigger("confirmPassword");

  const submit = useSubmit(
    form.handleSubmit(async ({ password }) => {
      setRefused(null);
      const refusedWith = refusal(name, await act({ body: { token, password } }));
      if (!refusedWith) return router.push("/login");
      setRefused(refusedWith.text);
    }),
  );

  return (
    <FormProvider {...form}>
      <form
        noValidate
        method="post"
        onSubmit={submit}
        onInput={ahead(loadSchema)}
        onBlur={({ target }) => target.name === "confirmPassword" && check()}
        onChange={() => errors.confirmPassword && check()}
        className="grid gap-4"
      >
        <PasswordField name="password" label="Password" required autoComplete="new-password" />
        <StrengthMeter password={password} />
        <PasswordField name="confirmPassword" label="Confirm password" required autoComplete="new-password" />
        {refused && <Alert>{refused}</Alert>}
        <Button type="submit" variant="primary" busy={isSubmitting}>
          {isSubmitting ? busy : label}
        </Button>
      </form>
    </FormProvider>
  );
}
