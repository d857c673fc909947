"use client";
import { useEffect, useRef, useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { useSubmit } from "#components/ui/use-submit.ts";
import { beginSecondStep, signInWithCode } from "#lib/api/sign.ts";
import { STEP_OVER } from "#lib/contract/factor-terms.ts";
import { codeForm, type StartedApp } from "#lib/contract/factors.ts";
import { formResolver } from "#lib/form-resolver.ts";
import { NewApp } from "./new-app.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

type Props = { remember: boolean; onSignedIn: () => Promise<void> | void; onBack: (why?: string) => void };

/** During sign-in, if the store requires a second step. */
export function FirstApp({ remember, onSignedIn, onBack }: Props) {
  const form = useForm({ resolver: formResolver(async () => codeForm), defaultValues: { code: "" } });
  const [begun, setBegun] = useState<StartedApp | null>(null);
  const [isDone, setDone] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    beginSecondStep().then(setBegun, () => onBack("That took too long. Sign in again."));
  }, [onBack]);

  const submit = useSubmit(
    form.handleSubmit(async ({ code }) => {
      setRefusal(null);
      const refused = await signInWithCode({ code, setUp: begun?.setUp, remember });
      if (!refused) return setDone(true);
      if (refused === STEP_OVER) return onBack("That took too long. Sign in again.");
      setRefusal(refused);
      form.setFocus("code", { shouldSelect: true });
    }),
  );

  if (!begun) return <p role="status">Loading…</p>;
  if (isDone) {
    return (
      <div className="grid gap-4">
        <RecoveryCodes codes={begun.codes} />
        <Button variant="primary" onClick={() => onSignedIn()}>
          I’ve saved my codes
        </Button>
      </div>
    );
  }
  return (
    <FormProvider {...form}>
      <form noValidate method="post" onSubmit={submit} className="grid gap-4">
        <p>Your store asks everybody for a second step. Set it up now; it takes a minute.</p>
        <NewApp {...begun} />
        {refusal && <Alert>{refusal}</Alert>}
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
          Continue
        </Button>
        <Button variant="ghost" onClick={() => onBack()}>
          Back
        </Button>
      </form>
    </FormProvider>
  );
}
