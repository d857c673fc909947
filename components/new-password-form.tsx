"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { type FieldValues, FormProvider, useForm, useWatch } from "react-hook-form";
import { refusal } from "#lib/api/refusal.ts";
import { useAct } from "#lib/api/use-act.ts";
import { ahead, formResolver, type SchemaLoader } from "#lib/form-resolver.ts";
import { whenIdle } from "#lib/when-idle.ts";
import { StrengthMeter } from "./strength-meter.tsx";
import { Alert } from "./ui/alert.tsx";
import { Button } from "./ui/button.tsx";
import { PasswordField } from "./ui/password-field.tsx";
import { TextField } from "./ui/text-field.tsx";
import { useSubmit } from "./ui/use-submit.ts";

type Values = { password: string; confirmPassword: string } & Partial<Record<keyof typeof owner, string>>;

type Props = {
  /** Of the link that the person was mailed. */
  token: string;
  act: "auth.register" | "auth.resetPassword" | "auth.registerOwner";
  submit: [label: string, busy: string];
};

const loadSchema = whenIdle(async () => (await import("#lib/contract/users.ts")).registerForm);
const loadOwner = whenIdle(async () => (await import("#lib/contract/users.ts")).ownerForm);
const owner = { organizationName: "", firstName: "", lastName: "", email: "" };

/** Chooses a password by a link, and for a first store all that there is to say of it; then on to the login. */
export function NewPasswordForm({ token, act: name, submit: [label, busy] }: Props) {
  const router = useRouter();
  const isOwner = name === "auth.registerOwner";
  const load: SchemaLoader<Values> = isOwner ? loadOwner : loadSchema;
  const form = useForm<FieldValues, unknown, Values>({
    resolver: formResolver(load),
    defaultValues: { password: "", confirmPassword: "", ...(isOwner && owner) },
  });
  const password = useWatch({ control: form.control, name: "password" });
  const [refused, setRefused] = useState<string | null>(null);
  const { act } = useAct(name);
  const { isSubmitting, errors } = form.formState;
  // The confirmation is checked as soon as it is left, and from then on with every letter.
  const check = () => form.getValues("confirmPassword") && form.trigger("confirmPassword");

  const submit = useSubmit(
    form.handleSubmit(async ({ confirmPassword: _, ...said }) => {
      setRefused(null);
      // Its schema has seen to it that an owner says all that is asked.
      const body = { token, ...owner, ...said };
      const refusedWith = refusal(name, await act({ body }));
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
        onInput={ahead(load)}
        onBlur={({ target }) => target.name === "confirmPassword" && check()}
        onChange={() => errors.confirmPassword && check()}
        className="grid gap-4"
      >
        {isOwner && (
          <>
            <TextField name="organizationName" label="Store" required autoComplete="organization" />
            <TextField name="firstName" label="First name" required autoComplete="given-name" />
            <TextField name="lastName" label="Last name" required autoComplete="family-name" />
            <TextField
              name="email"
              label="Email"
              required
              type="email"
              inputMode="email"
              autoComplete="username"
            />
          </>
        )}
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
