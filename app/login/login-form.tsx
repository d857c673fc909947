"use client";
import { useEffect, useRef, useState } from "react";
import { EmailInput } from "#components/email-input.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";
import { part } from "#components/ui/part.tsx";
import { PasswordInput } from "#components/ui/password-input.tsx";
import { opensKeyboard } from "#components/ui/use-media.ts";
import { usePlainForm } from "#components/ui/use-plain-form.ts";
import { signMessages } from "#lib/api/failure-text.ts";
import { REMEMBERED, type Step, signIn, signInWithPasskey } from "#lib/api/sign.ts";
import { notify, notifyAfterLoad } from "#lib/notifications.ts";
import { stored } from "#lib/stored-code.ts";

const loadSchema = stored(async () => (await import("#lib/contract/users.ts")).loginForm);

const SecondStep = part(() => import("#components/second-step/second-step.tsx"), "SecondStep");

export function LoginForm({ next, hasPasskeys }: { next: string; hasPasskeys: boolean }) {
  const email = useRef("");
  const [remember, setRemember] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [step, setStep] = useState<Step | null>(null);
  const { form, box, errors, isBusy } = usePlainForm(loadSchema, save);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it appears
  useEffect(() => {
    const known = localStorage.getItem(REMEMBERED) ?? sessionStorage.getItem(REMEMBERED);
    if (known && !box("email").value) box("email").value = known;
    if (localStorage.getItem(REMEMBERED)) setRemember(true);
    if (!opensKeyboard()) box(known ? "password" : "email").focus();
  }, []);

  async function save(data: { email: string; password: string }) {
    email.current = data.email;
    setRefusal(null);
    const refused = await signIn({ ...data, remember });
    if (refused && typeof refused === "object") return setStep(refused);
    if (!refused) return goOn(data.email);
    setRefusal(refused);
    notify({ type: "error", message: refused });
    box("password").focus();
    box("password").select();
  }

  async function goOn(email: string) {
    if (remember) localStorage.setItem(REMEMBERED, email);
    else localStorage.removeItem(REMEMBERED);
    notifyAfterLoad({ type: "success", message: signMessages["auth.login"].success });
    window.location.assign(next);
    await new Promise(() => {});
  }

  if (step) {
    return (
      <SecondStep
        ways={step.ways}
        remember={remember}
        onSignedIn={() => goOn(email.current)}
        onBack={(why) => {
          setStep(null);
          setRefusal(why ?? null);
        }}
      />
    );
  }

  return (
    <form {...form} className="grid gap-4">
      <EmailInput message={errors.email} defaultValue={email.current} />
      <PasswordInput
        label="Password"
        required
        message={errors.password}
        input={{ name: "password", autoComplete: "current-password" }}
      />
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
          onClick={() => sessionStorage.setItem(REMEMBERED, box("email").value)}
          className="link py-0.5"
        >
          Forgot password
        </Link>
      </div>
      {refusal && <Alert>{refusal}</Alert>}
      <Button type="submit" variant="primary" busy={isBusy}>
        {isBusy ? "Logging in…" : "Log in"}
      </Button>
      {hasPasskeys && (
        <PasskeyButton
          remember={remember}
          onRefused={setRefusal}
          onSignedIn={() => goOn(box("email").value)}
        />
      )}
    </form>
  );
}

type PasskeyProps = {
  remember: boolean;
  onRefused: (reason: string | null) => void;
  onSignedIn: () => Promise<void>;
};

function PasskeyButton({ remember, onRefused, onSignedIn }: PasskeyProps) {
  const [isBusy, setBusy] = useState(false);
  async function onClick() {
    onRefused(null);
    setBusy(true);
    const refused = await signInWithPasskey(remember);
    if (!refused) return onSignedIn();
    setBusy(false);
    onRefused(refused);
  }
  return (
    <Button busy={isBusy} onClick={onClick}>
      Sign in with a passkey
    </Button>
  );
}
