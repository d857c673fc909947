"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { PasswordField } from "#components/ui/password-field.tsx";
import { refusal } from "#lib/api/refusal.ts";
import { useAct } from "#lib/api/use-act.ts";
import { registerForm } from "#lib/contract/users.ts";
import { formResolver } from "#lib/form-resolver.ts";
import { StrengthMeter } from "./strength-meter.tsx";

export function RegisterForm({ token }: { token: string }) {
  const router = useRouter();
  const form = useForm({
    resolver: formResolver(registerForm),
    defaultValues: { password: "", confirmPassword: "" },
  });
  const password = useWatch({ control: form.control, name: "password" });
  const [refusalText, setRefusalText] = useState<string | null>(null);
  const { act } = useAct("auth.register");
  const { isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ password }) => {
    setRefusalText(null);
    const refused = refusal("auth.register", await act({ body: { token, password } }));
    if (!refused) return router.push("/login");
    setRefusalText(refused.text);
  });

  return (
    <FormProvider {...form}>
      <form
        noValidate
        method="post"
        onSubmit={(event) => (isSubmitting ? event.preventDefault() : submit(event))}
        className="grid gap-4"
      >
        <PasswordField name="password" label="Password" required autoComplete="new-password" />
        <StrengthMeter password={password} />
        <PasswordField name="confirmPassword" label="Confirm password" required autoComplete="new-password" />
        {refusalText && <Alert>{refusalText}</Alert>}
        <Button type="submit" variant="primary" busy={isSubmitting}>
          {isSubmitting ? "Creating your account…" : "Create account"}
        </Button>
      </form>
    </FormProvider>
  );
}
