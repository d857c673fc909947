"use client";
import clsx from "clsx";
import { Check, Minus } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ComponentProps, useState } from "react";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { FieldFrame } from "#components/ui/field-parts.tsx";
import { PasswordInput } from "#components/ui/password-input.tsx";
import { usePlainForm } from "#components/ui/use-plain-form.ts";
import { actSignedOut } from "#lib/api/act-signed-out.ts";
import { passwordRules } from "#lib/contract/password-rules.ts";
import type { SchemaLoader } from "#lib/form-resolver.ts";
import { stored } from "#lib/stored-code.ts";

type Values = { password: string; confirmPassword: string } & Partial<Record<keyof typeof owner, string>>;

type Props = {
  token: string;
  act: "auth.register" | "auth.resetPassword" | "auth.registerOwner";
  submit: [label: string, busy: string];
};

const loadSchema = stored(async () => (await import("#lib/contract/users.ts")).registerForm);
const loadOwner = stored(async () => (await import("#lib/contract/users.ts")).ownerForm);
const owner = { organizationName: "", firstName: "", lastName: "", email: "" };

export function NewPasswordForm({ token, act: name, submit: [label, busy] }: Props) {
  const router = useRouter();
  const isOwner = name === "auth.registerOwner";
  const load: SchemaLoader<Values> = isOwner ? loadOwner : loadSchema;
  const [password, setPassword] = useState("");
  const [refused, setRefused] = useState<string | null>(null);
  const { form, errors, isBusy, checkField } = usePlainForm(load, async ({ confirmPassword: _, ...said }) => {
    setRefused(null);
    const refusedWith = await actSignedOut(name, { body: { token, ...owner, ...said } });
    if (!refusedWith) return router.push("/login");
    setRefused(refusedWith.text);
  });
  const line = (name: keyof typeof owner, label: string, input: ComponentProps<"input">) => (
    <FieldFrame label={label} required message={errors[name]}>
      {(control) => <input {...control} {...input} name={name} className="field" />}
    </FieldFrame>
  );
  const passwordBox = (
    name: "password" | "confirmPassword",
    label: string,
    input: ComponentProps<"input">,
  ) => (
    <PasswordInput
      label={label}
      required
      message={errors[name]}
      input={{ ...input, name, autoComplete: "new-password" }}
    />
  );

  return (
    <form {...form} className="grid gap-4">
      {isOwner && (
        <>
          {line("organizationName", "Store", { autoComplete: "organization" })}
          {line("firstName", "First name", { autoComplete: "given-name" })}
          {line("lastName", "Last name", { autoComplete: "family-name" })}
          {line("email", "Email", { type: "email", inputMode: "email", autoComplete: "username" })}
        </>
      )}
      {passwordBox("password", "Password", { onChange: ({ target }) => setPassword(target.value) })}
      <StrengthMeter password={password} />
      {passwordBox("confirmPassword", "Confirm password", {
        onBlur: ({ target }) => target.value && checkField("confirmPassword"),
      })}
      {refused && <Alert>{refused}</Alert>}
      <Button type="submit" variant="primary" busy={isBusy}>
        {isBusy ? busy : label}
      </Button>
    </form>
  );
}

const labels = ["Very Weak", "Very Weak", "Weak", "Fair", "Good", "Strong"];

function StrengthMeter({ password }: { password: string }) {
  const met = passwordRules.map((rule) => rule.test.test(password));
  const score = met.filter(Boolean).length;
  const label = labels[score];
  return (
    <div className="grid gap-2">
      {/* biome-ignore lint/a11y/useSemanticElements: a native meter can't be styled as five parts */}
      <div
        role="meter"
        aria-label="Password strength"
        aria-valuemin={0}
        aria-valuemax={5}
        aria-valuenow={score}
        aria-valuetext={label}
        className="grid grid-cols-5 gap-1"
      >
        {passwordRules.map((rule, i) => (
          <span
            key={rule.label}
            className={clsx(
              "h-1.5 rounded-full",
              i < score ? "drawn bg-chart-3" : "bg-muted ring-1 ring-border-strong ring-inset",
            )}
          />
        ))}
      </div>
      <p className="font-medium text-sm">{label}</p>
      <ul className="grid gap-1 text-sm">
        {passwordRules.map((rule, i) => (
          <li
            key={rule.label}
            className={clsx(
              "flex items-center gap-2",
              met[i] ? "text-success phone:hidden" : "text-muted-foreground",
            )}
          >
            {met[i] ? <Check size={14} /> : <Minus size={14} />}
            {rule.label}
            <span className="sr-only">{met[i] ? ", done" : ", missing"}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
