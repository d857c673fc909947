import { useState } from "react";
import { CodeField } from "#components/second-step/code-field.tsx";
import { PasskeyButton } from "#components/second-step/passkey-button.tsx";
import { FormModal } from "#components/ui/form-modal.tsx";
import { PasswordField } from "#components/ui/password-field.tsx";
import { call } from "#lib/api/call.ts";
import { askPasskey } from "#lib/api/passkey.ts";
import { useAct } from "#lib/api/use-act.ts";
import { NO_PASSKEY } from "#lib/contract/factor-terms.ts";
import { confirmForm, type Factors } from "#lib/contract/factors.ts";
import { notify } from "#lib/notifications.ts";

type Props = { factors: Factors; onConfirmed: () => void; onClose: () => void };

/** Otherwise someone at an unlocked computer could change how its owner signs in. */
export function ConfirmModal({ factors, onConfirmed, onClose }: Props) {
  const { act } = useAct("factors.confirm", { quiet: true });
  const { act: byPasskey } = useAct("factors.confirm");
  const { appSince, passkeys } = factors;
  const [recovers, setRecovers] = useState(!appSince);
  return (
    <FormModal
      title="Confirm it’s you"
      schema={confirmForm}
      values={{ password: "", code: "" }}
      submitLabel="Continue"
      pendingLabel="Looking…"
      onSubmit={async (body) => {
        const refused = (await act({ body })).refused;
        if (!refused) onConfirmed();
        return refused;
      }}
      onClose={onClose}
    >
      <div className="grid max-w-100 gap-4 md:col-span-2">
        <p className="text-muted-foreground">Confirm your identity before you change how you sign in.</p>
        <PasswordField name="password" label="Password" required autoComplete="current-password" />
        {(appSince || passkeys.length > 0) && <CodeField key={String(recovers)} isRecovery={recovers} />}
        {passkeys.length > 0 && (
          <PasskeyButton
            label="Use a passkey instead"
            onPress={async () => {
              const passkey = await call("auth.passkeyOptions", {})
                .then(askPasskey)
                .catch(() => null);
              if (!passkey) return notify({ type: "error", message: NO_PASSKEY });
              if (!(await byPasskey({ body: { passkey } })).ok) return;
              onConfirmed();
              onClose();
            }}
          />
        )}
        {appSince && (
          <button
            type="button"
            className="link justify-self-start py-0.5 pointer-coarse:min-h-11"
            onClick={() => setRecovers(!recovers)}
          >
            {recovers ? "Use the authenticator app" : "Use a recovery code"}
          </button>
        )}
      </div>
    </FormModal>
  );
}
