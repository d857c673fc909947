import { useEffect, useRef, useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { useSubmit } from "#components/ui/use-submit.ts";
import { beginSecondStep, signInWithCode, signInWithPasskey } from "#lib/api/sign.ts";
import { STEP_EXPIRED, STEP_OVER, type StepWay } from "#lib/contract/factor-terms.ts";
import { codeForm, type StartedApp } from "#lib/contract/factors.ts";
import { formResolver } from "#lib/form-resolver.ts";
import { CodeField } from "./code-field.tsx";
import { NewApp } from "./new-app.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

type Props = {
  ways: StepWay[];
  remember: boolean;
  onSignedIn: () => Promise<void> | void;
  onBack: (why?: string) => void;
};

export function SecondStep({ ways, ...props }: Props) {
  return ways.includes("setUp") ? <FirstApp {...props} /> : <Code ways={ways} {...props} />;
}

function Code({ ways, remember, onSignedIn, onBack }: Props) {
  const { form, refusal, setRefusal, submit } = useCode({ remember, onBack, onDone: onSignedIn });
  const hasApp = ways.includes("app");
  const [recovers, setRecovers] = useState(!hasApp);

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
        <SubmitButton pending="Logging in…">Continue</SubmitButton>
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

type Entry = Pick<Props, "remember" | "onBack"> & {
  setUp?: string | undefined;
  onDone: () => Promise<void> | void;
};

function useCode({ remember, onBack, setUp, onDone }: Entry) {
  const form = useForm({ resolver: formResolver(async () => codeForm), defaultValues: { code: "" } });
  const [refusal, setRefusal] = useState<string | null>(null);
  const submit = useSubmit(
    form.handleSubmit(async ({ code }) => {
      setRefusal(null);
      const refused = await signInWithCode({ code, setUp, remember });
      if (!refused) return onDone();
      if (refused === STEP_OVER) return onBack(STEP_EXPIRED);
      setRefusal(refused);
      form.setFocus("code", { shouldSelect: true });
    }),
  );
  return { form, refusal, setRefusal, submit };
}

function FirstApp({ remember, onSignedIn, onBack }: Omit<Props, "ways">) {
  const [begun, setBegun] = useState<StartedApp | null>(null);
  const [isDone, setDone] = useState(false);
  const onDone = () => setDone(true);
  const { form, refusal, submit } = useCode({ remember, onBack, setUp: begun?.setUp, onDone });
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    beginSecondStep().then(setBegun, () => onBack(STEP_EXPIRED));
  }, [onBack]);

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
        <p>Your store asks everyone for a second step. Set it up now; it takes a minute.</p>
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
