"use client";
import { useMe } from "#components/shell/use-me.ts";
import { FormCard } from "#components/ui/form-card.tsx";
import { PasswordField } from "#components/ui/password-field.tsx";
import { refusal } from "#lib/api/refusal.ts";
import { signInAgain } from "#lib/api/sign.ts";
import { useAct } from "#lib/api/use-act.ts";
import type { PasswordForm } from "#lib/contract/users.ts";
import { whenIdle } from "#lib/when-idle.ts";

const EMPTY = { currentPassword: "", newPassword: "", confirmPassword: "" };

const loadSchema = whenIdle(async () => (await import("#lib/contract/users.ts")).passwordForm);

export function Password() {
  const { data: me } = useMe();
  const { act } = useAct("users.changePassword");

  async function save(body: PasswordForm) {
    const refused = refusal("users.changePassword", await act({ body }));
    // The host has ended every session of the old password, this one too.
    if (!refused && me?.email) await signInAgain(me.email, body.newPassword);
    return refused;
  }

  return (
    <FormCard
      title="Change password"
      description={
        <>
          <p>At least 6 characters; a longer one is better.</p>
          <p>Other devices have to sign in again.</p>
        </>
      }
      schema={loadSchema}
      values={EMPTY}
      submitLabel="Change password"
      onSubmit={save}
      resets
    >
      {/* Password managers ask whose password it is. */}
      <input type="hidden" autoComplete="username" value={me?.email ?? ""} readOnly />
      <PasswordField
        name="currentPassword"
        label="Current password"
        required
        autoComplete="current-password"
      />
      <PasswordField name="newPassword" label="New password" required autoComplete="new-password" />
      <PasswordField name="confirmPassword" label="Confirm password" required autoComplete="new-password" />
    </FormCard>
  );
}
