"use client";
import { useEffect, useState } from "react";
import { EmailInput } from "#components/email-input.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";
import { usePlainForm } from "#components/ui/use-plain-form.ts";
import { actSignedOut } from "#lib/api/act-signed-out.ts";
import { REMEMBERED } from "#lib/api/sign.ts";
import { stored } from "#lib/stored-code.ts";

const loadSchema = stored(async () => (await import("#lib/contract/users.ts")).forgotPasswordForm);

export function ForgotPasswordForm({ sendsLinks }: { sendsLinks: boolean }) {
  const [recorded, setRecorded] = useState("");
  const [refused, setRefused] = useState<string | null>(null);
  const { form, box, errors, isBusy } = usePlainForm(loadSchema, async ({ email }) => {
    sessionStorage.setItem(REMEMBERED, email);
    setRefused(null);
    setRecorded("");
    const refusedWith = sendsLinks && (await actSignedOut("auth.forgotPassword", { body: { email } }));
    if (refusedWith) setRefused(refusedWith.text);
    else setRecorded(email);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it appears
  useEffect(() => {
    box("email").value ||= sessionStorage.getItem(REMEMBERED) ?? "";
  }, []);

  return (
    <form {...form} className="grid gap-4">
      <EmailInput
        message={errors.email}
        help="A reset link will be emailed to the address of your account."
      />
      {refused && <Alert>{refused}</Alert>}
      {recorded && (
        <p role="status" className="rounded-md bg-info-soft px-3 py-2.5 text-info">
          {sendsLinks
            ? `If ${recorded} has an account, we’ve created a link that works for one hour. No email? The owner of your store can find it under Sent mail.`
            : `We noted ${recorded}. If you don’t hear from us, ask the owner of your store for a new invitation.`}
        </p>
      )}
      <Button type="submit" variant="primary" busy={isBusy}>
        Continue
      </Button>
      <Link href="/login" className="link justify-self-start py-0.5">
        Back to login
      </Link>
    </form>
  );
}
