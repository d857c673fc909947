"use client";
import { useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { useSubmit } from "#components/ui/use-submit.ts";
import { signInWithCode, signInWithPasskey } from "#lib/api/sign.ts";
import type { StepWay } from "#lib/contract/factor-terms.ts";
import { STEP_OVER } from "#lib/contract/factor-terms.ts";
import { codeForm } from "#lib/contract/factors.ts";
import { formResolver } from "#lib/form-resolver.ts";
import { CodeField } from "./code-field.tsx";
import { FirstApp } from "./first-app.tsx";
import { PasskeyButton } from "./passkey-button.tsx";

type Props = {
  ways: StepWay[];
  remember: boolean;
  onSignedIn: () => Promise<void> | void;
  /** With a reason if it isn't the person's choice. */
  onBack: (why?: string) => void;
};

export function SecondStep({ ways, ...props }: Props) {
  return ways.includes("setUp") ? <FirstApp {...props} /> : <Code ways={ways} {...props} />;
}

function Code({ ways, remember, onSignedIn, onBack }: Props) {
  const form = useForm({ resolver: formResolver(async () => codeForm), defaultValues: { code: "" } });
  const hasApp = ways.includes("app");
  const [recovers, setRecovers] = useState(!hasApp);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { isSubmitting } = form.formState;

  const submit = useSubmit(
    form.handleSubmit(async ({ code }) => {
      setRefusal(null);
      const refused = await signInWithCode({ code, remember });
      if (!refused) return onSignedIn();
      if (refused === STEP_OVER) return onBack("That took too long. Sign in again.");
      setRefusal(refused);
      form.setFocus("code", { shouldSelect: true });
    }),
  );

  return (
    <FormProvider {...form}>
      <form noValidate method="post" onSubmit={submit} className="grid gap-4">
        <CodeField key={String(recovers)} isRecovery={recovers} autoFocus />
        {hasApp && (
          <button
            type="button"
            className="link justify-self-start py-0.5 pointer-coarse:min-h-11"
            onClick={() => {
              setRecovers(!recovers);
              form.reset();
            }}
          >
            {recovers ? "Use the authenticator app" : "Use a recovery code"}
          </button>
        )}
        {refusal && <Alert>{refusal}</Alert>}
        <Button type="submit" variant="primary" busy={isSubmitting}>
          {isSubmitting ? "Logging in…" : "Continue"}
        </Button>
        {ways.includes("passkey") && (
          <PasskeyButton
            label="Use a passkey"
            onPress={async () => {
              setRefusal(null);
              const refused = await signInWithPasskey(remember);
              if (refused) setRefusal(refused);
              else await onSignedIn();
            }}
          />
        )}
        <Button variant="ghost" onClick={() => onBack()}>
          Back
        </Button>
      </form>
    </FormProvider>
  );
}
