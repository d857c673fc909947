"use client";
import clsx from "clsx";
import { Check, Minus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { type FieldValues, FormProvider, useForm, useWatch } from "react-hook-form";
import { Alert } from "#components/ui/alert.tsx";
import { EmailField, TextField } from "#components/ui/field.tsx";
import { PasswordField } from "#components/ui/password-field.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { useSubmit } from "#components/ui/use-submit.ts";
import { useAct } from "#lib/api/use-act.ts";
import { passwordRules } from "#lib/contract/password-rules.ts";
import { formResolver, preload, type SchemaLoader } from "#lib/form-resolver.ts";
import { stored } from "#lib/stored-code.ts";

type Values = { password: string; confirmPassword: string } & Partial<Record<keyof typeof owner, string>>;

type Props = {
  token: string;
  act: "auth.register" | "auth.resetPassword" | "auth.registerOwner";
  submit: [label: string, busy: string];
};

const loadSchema = stored(async () => (await import("#lib/contract/users.ts")).registerForm);
const loadOwner = stored(async () => (await import("#lib/contract/users.ts")).ownerForm);
const owner = { organizationName: "", firstName: "", lastName: "", email: "" };

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
  const { errors } = form.formState;
  // When the confirmation loses the focus, then on each change.
  const check = () => form.getValues("confirmPassword") && form.trigger("confirmPassword");

  const submit = useSubmit(
    form.handleSubmit(async ({ confirmPassword: _, ...said }) => {
      setRefused(null);
      const body = { token, ...owner, ...said };
      const refusedWith = (await act({ body })).refused;
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
        onInput={preload(load)}
        onBlur={({ target }) => target.name === "confirmPassword" && check()}
        onChange={() => errors.confirmPassword && check()}
        className="grid gap-4"
      >
        {isOwner && (
          <>
            <TextField name="organizationName" label="Store" required autoComplete="organization" />
            <TextField name="firstName" label="First name" required autoComplete="given-name" />
            <TextField name="lastName" label="Last name" required autoComplete="family-name" />
            <EmailField autoComplete="username" />
          </>
        )}
        <PasswordField name="password" label="Password" required autoComplete="new-password" />
        <StrengthMeter password={password} />
        <PasswordField name="confirmPassword" label="Confirm password" required autoComplete="new-password" />
        {refused && <Alert>{refused}</Alert>}
        <SubmitButton pending={busy}>{label}</SubmitButton>
      </form>
    </FormProvider>
  );
}

const labels = ["Very Weak", "Very Weak", "Weak", "Fair", "Good", "Strong"];

function StrengthMeter({ password }: { password: string }) {
  const met = passwordRules.map((rule) => rule.test.test(password));
  const score = met.filter(Boolean).length;
  const label = labels[score];
  return (
    <div className="grid gap-2">
      {/* biome-ignore lint/a11y/useSemanticElements: a native meter can't be styled as five parts */}
      <div
        role="meter"
        aria-label="Password strength"
        aria-valuemin={0}
        aria-valuemax={5}
        aria-valuenow={score}
        aria-valuetext={label}
        className="grid grid-cols-5 gap-1"
      >
        {passwordRules.map((rule, i) => (
          <span
            key={rule.label}
            className={clsx(
              "h-1.5 rounded-full",
              i < score ? "drawn bg-chart-3" : "bg-muted ring-1 ring-border-strong ring-inset",
            )}
          />
        ))}
      </div>
      <p className="font-medium text-sm">{label}</p>
      <ul className="grid gap-1 text-sm">
        {passwordRules.map((rule, i) => (
          <li
            key={rule.label}
            className={clsx(
              "flex items-center gap-2",
              met[i] ? "text-success phone:hidden" : "text-muted-foreground",
            )}
          >
            {met[i] ? <Check size={14} /> : <Minus size={14} />}
            {rule.label}
            <span className="sr-only">{met[i] ? ", done" : ", missing"}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
