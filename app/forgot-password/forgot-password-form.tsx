"use client";
import { useEffect, useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmailField } from "#components/ui/field.tsx";
import { Link } from "#components/ui/link.tsx";
import { useSubmit } from "#components/ui/use-submit.ts";
import { REMEMBERED } from "#lib/api/sign.ts";
import { useAct } from "#lib/api/use-act.ts";
import { formResolver, preload } from "#lib/form-resolver.ts";
import { stored } from "#lib/stored-code.ts";

const loadSchema = stored(async () => (await import("#lib/contract/users.ts")).forgotPasswordForm);

export function ForgotPasswordForm({ mails }: { mails: boolean }) {
  const form = useForm({ resolver: formResolver(loadSchema), defaultValues: { email: "" } });
  const [recorded, setRecorded] = useState("");
  const [refused, setRefused] = useState<string | null>(null);
  const { act } = useAct("auth.forgotPassword");
  const { setValue, formState } = form;

  useEffect(() => {
    setValue("email", sessionStorage.getItem(REMEMBERED) ?? "");
  }, [setValue]);

  const submit = useSubmit(
    form.handleSubmit(async ({ email }) => {
      sessionStorage.setItem(REMEMBERED, email);
      setRefused(null);
      setRecorded("");
      const refusedWith = mails && (await act({ body: { email } })).refused;
      if (refusedWith) setRefused(refusedWith.text);
      else setRecorded(email);
    }),
  );

  return (
    <FormProvider {...form}>
      <form noValidate method="post" onSubmit={submit} onInput={preload(loadSchema)} className="grid gap-4">
        <EmailField
          autoComplete="username"
          help="A reset link will be emailed to the address of your account."
        />
        {refused && <Alert>{refused}</Alert>}
        {recorded && (
          <p role="status" className="rounded-md bg-info-soft px-3 py-2.5 text-info">
            {mails
              ? `If ${recorded} has an account, we’ve created a link that works for one hour. No email? The owner of your store can find it under Sent mail.`
              : `We noted ${recorded}. If you don’t hear from us, ask the owner of your store for a new invitation.`}
          </p>
        )}
        <Button type="submit" variant="primary" busy={formState.isSubmitting}>
          Continue
        </Button>
        <Link href="/login" className="link justify-self-start py-0.5">
          Back to login
        </Link>
      </form>
    </FormProvider>
  );
}
