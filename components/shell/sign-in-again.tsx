import { useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { SecondStep } from "#components/second-step/second-step.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmailField } from "#components/ui/field.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { PasswordField } from "#components/ui/password-field.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { useSubmit } from "#components/ui/use-submit.ts";
import { isRemembered, type Step, signInAgain } from "#lib/api/sign.ts";
import { loginForm } from "#lib/contract/users.ts";
import { formResolver } from "#lib/form-resolver.ts";

type Props = { email: string; onSignedIn: () => Promise<void>; onClose: () => void };

export function SignInAgain({ email, onSignedIn, onClose }: Props) {
  const form = useForm({
    resolver: formResolver(async () => loginForm),
    defaultValues: { email, password: "" },
  });
  const [refusal, setRefusal] = useState<string | null>(null);
  const [step, setStep] = useState<Step | null>(null);

  const submit = useSubmit(
    form.handleSubmit(async ({ email, password }) => {
      setRefusal(null);
      const refused = await signInAgain(email, password);
      if (refused && typeof refused === "object") return setStep(refused);
      if (!refused) return onSignedIn();
      setRefusal(refused);
      form.setFocus("password", { shouldSelect: true });
    }),
  );

  return (
    <Modal
      title="Sign in again"
      description="Your session has ended. What you typed is still here."
      onClose={onClose}
      className="max-w-md! phone:inset-x-4! phone:top-1/8! phone:bottom-auto! phone:w-auto! phone:rounded-xl!"
    >
      {step ? (
        <div className="px-5 pt-1 pb-5">
          <SecondStep
            ways={step.ways}
            remember={isRemembered(form.getValues("email"))}
            onSignedIn={onSignedIn}
            onBack={(why) => {
              setStep(null);
              setRefusal(why ?? null);
            }}
          />
        </div>
      ) : (
        <FormProvider {...form}>
          <form noValidate method="post" onSubmit={submit} className="grid gap-4 px-5 pt-1 pb-5">
            <EmailField autoComplete="username" />
            <PasswordField name="password" label="Password" required autoComplete="current-password" />
            {refusal && <Alert>{refusal}</Alert>}
            <div className="flex justify-end gap-2">
              <Button onClick={onClose}>Not now</Button>
              <SubmitButton pending="Signing in…">Sign in</SubmitButton>
            </div>
          </form>
        </FormProvider>
      )}
    </Modal>
  );
}
