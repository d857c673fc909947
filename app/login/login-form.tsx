"use client";
import { useEffect, useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmailField } from "#components/ui/field.tsx";
import { Link } from "#components/ui/link.tsx";
import { part } from "#components/ui/part.tsx";
import { PasswordField } from "#components/ui/password-field.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { useSubmit } from "#components/ui/use-submit.ts";
import { messages } from "#lib/api/messages.ts";
import { REMEMBERED, type Step, signIn, signInWithPasskey } from "#lib/api/sign.ts";
import { formResolver, preload } from "#lib/form-resolver.ts";
import { notify, notifyAfterLoad } from "#lib/notifications.ts";
import { stored } from "#lib/stored-code.ts";

const loadSchema = stored(async () => (await import("#lib/contract/users.ts")).loginForm);

const SecondStep = part(() => import("#components/second-step/second-step.tsx"), "SecondStep");

export function LoginForm({ next, hasPasskeys }: { next: string; hasPasskeys: boolean }) {
  const form = useForm({ resolver: formResolver(loadSchema), defaultValues: { email: "", password: "" } });
  const [remember, setRemember] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [step, setStep] = useState<Step | null>(null);
  const { setValue, getValues, setFocus } = form;

  useEffect(() => {
    const email = localStorage.getItem(REMEMBERED) ?? sessionStorage.getItem(REMEMBERED);
    if (email && !getValues("email")) setValue("email", email);
    if (localStorage.getItem(REMEMBERED)) setRemember(true);
    // On a phone, the keyboard would hide the form.
    if (matchMedia("(pointer: fine)").matches) setFocus(email ? "password" : "email");
  }, [setValue, getValues, setFocus]);

  const submit = useSubmit(
    form.handleSubmit(async ({ email, password }) => {
      setRefusal(null);
      const refused = await signIn({ email, password, remember });
      if (refused && typeof refused === "object") {
        setValue("password", "");
        return setStep(refused);
      }
      if (refused) {
        setRefusal(refused);
        notify({ type: "error", message: refused });
        setFocus("password", { shouldSelect: true });
        return;
      }
      await goOn(email);
    }),
  );

  async function goOn(email: string) {
    if (remember) localStorage.setItem(REMEMBERED, email);
    else localStorage.removeItem(REMEMBERED);
    notifyAfterLoad({ type: "success", message: messages["auth.login"].success ?? "" });
    window.location.assign(next);
    await new Promise(() => {});
  }

  if (step) {
    return (
      <SecondStep
        ways={step.ways}
        remember={remember}
        onSignedIn={() => goOn(getValues("email"))}
        onBack={(why) => {
          setStep(null);
          setRefusal(why ?? null);
        }}
      />
    );
  }

  return (
    <FormProvider {...form}>
      <form noValidate method="post" onSubmit={submit} onInput={preload(loadSchema)} className="grid gap-4">
        <EmailField autoComplete="username" />
        <PasswordField name="password" label="Password" required autoComplete="current-password" />
        <div className="flex items-center justify-between gap-3">
          <label className="flex min-h-6 items-center gap-2">
            <input
              type="checkbox"
              checked={remember}
              onChange={(event) => setRemember(event.target.checked)}
              className="size-4 accent-primary"
            />
            Remember me
          </label>
          <Link
            href="/forgot-password"
            onClick={() => sessionStorage.setItem(REMEMBERED, getValues("email"))}
            className="link py-0.5"
          >
            Forgot password
          </Link>
        </div>
        {refusal && <Alert>{refusal}</Alert>}
        <SubmitButton pending="Logging in…">Log in</SubmitButton>
        {hasPasskeys && (
          <Button
            busy={isAsking}
            onClick={async () => {
              setRefusal(null);
              setAsking(true);
              const refused = await signInWithPasskey(remember);
              if (!refused) return goOn(getValues("email"));
              setAsking(false);
              setRefusal(refused);
            }}
          >
            Sign in with a passkey
          </Button>
        )}
      </form>
    </FormProvider>
  );
}
