"use client";
import Link from "next/link";
import { useEffect, useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { forgotPasswordForm } from "#lib/contract/users.ts";
import { formResolver } from "#lib/form-resolver.ts";

const EMAIL = "remembered-email";

/** Only records the email for the sign-in form: no call is made, and nothing is claimed to have been sent. */
export function ForgotPasswordForm() {
  const form = useForm({ resolver: formResolver(forgotPasswordForm), defaultValues: { email: "" } });
  const [recorded, setRecorded] = useState("");
  const { setValue } = form;

  useEffect(() => {
    setValue("email", sessionStorage.getItem(EMAIL) ?? "");
  }, [setValue]);

  const submit = form.handleSubmit(({ email }) => {
    sessionStorage.setItem(EMAIL, email);
    setRecorded(email);
  });

  return (
    <FormProvider {...form}>
      <form noValidate method="post" onSubmit={submit} className="grid gap-4">
        <TextField
          name="email"
          label="Email"
          required
          type="email"
          inputMode="email"
          autoComplete="username"
          help="A reset link will be emailed to the address of your account."
        />
        {recorded && (
          <p role="status" className="rounded-md bg-info-soft px-3 py-2.5 text-info">
            We noted {recorded}. If you do not hear from us, ask the owner of your store for a new invitation.
          </p>
        )}
        <Button type="submit" variant="primary">
          Continue
        </Button>
        <Link href="/login" prefetch={false} className="link justify-self-start py-0.5">
          Back to login
        </Link>
      </form>
    </FormProvider>
  );
}
