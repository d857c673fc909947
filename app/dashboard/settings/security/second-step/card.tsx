import { type ReactNode, useState } from "react";
import { useMe } from "#components/shell/use-me.ts";
import { Button } from "#components/ui/button.tsx";
import { ChoiceLine } from "#components/ui/choice-line.tsx";
import { confirm } from "#components/ui/confirm.tsx";
import { part } from "#components/ui/part.tsx";
import { SettingsCard } from "#components/ui/settings-card.tsx";
import { makePasskey } from "#lib/api/passkey.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import { NO_PASSKEY } from "#lib/contract/factor-terms.ts";
import type { Factors } from "#lib/contract/factors.ts";
import { formatMoment } from "#lib/dates.ts";
import { notify } from "#lib/notifications.ts";

const ConfirmModal = part(() => import("./confirm-modal.tsx"), "ConfirmModal");
const AppModal = part(() => import("./app-modal.tsx"), "AppModal");
const CodesModal = part(() => import("./codes-modal.tsx"), "CodesModal");

export function SecondStep() {
  const { data } = useRead("factors.get", {});
  const [pending, setPending] = useState<Action | null>(null);
  const [isSettingUp, setSettingUp] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  const { act: passkeyOptions } = useAct("factors.passkeyOptions");
  const { act: storePasskey } = useAct("factors.addPasskey");
  const { act: removePasskey } = useAct("factors.removePasskey");
  const { act: setRequired } = useAct("factors.setRequired");
  const { act: removeApp } = useAct("factors.removeApp");
  const { act: renewCodes } = useAct("factors.renewCodes");
  if (!data) return null;

  async function addPasskey() {
    const options = await passkeyOptions({});
    if (!options.ok) return;
    const passkey = await makePasskey(options.answer).catch(() => null);
    if (!passkey) return notify({ type: "error", message: NO_PASSKEY });
    const outcome = await storePasskey({ body: { passkey, name: browserName() } });
    if (outcome.ok && outcome.answer.codes.length > 0) setCodes(outcome.answer.codes);
  }

  async function run(action: Action) {
    const { what } = action;
    if (what === "passkey") await addPasskey();
    if (what === "removePasskey") {
      const title = `Remove the passkey ${action.name}?`;
      if (await confirm({ ...REMOVING_PASSKEY, title })) await removePasskey({ params: { id: action.id } });
    }
    if (what === "require") await setRequired({ body: { isRequired: action.isRequired } });
    if (what === "app") setSettingUp(true);
    if (what === "removeApp" && (await confirm(REMOVING_APP))) await removeApp({});
    if (what === "codes" && (await confirm(RENEWING))) {
      const outcome = await renewCodes({});
      if (outcome.ok) setCodes(outcome.answer.codes);
    }
  }
  const start = (action: Action) => (data.isConfirmed ? run(action) : setPending(action));

  return (
    <SettingsCard
      title="Two-step sign-in"
      description={
        <>
          <p>With a second step, a stolen password isn’t enough to sign in.</p>
          {data.isRequired && <p>Your store requires this for everyone.</p>}
        </>
      }
    >
      <AuthenticatorApp factors={data} onAction={start} />
      <Passkeys factors={data} onAction={start} />
      <Recovery factors={data} onAction={start} />
      <RequireForEveryone factors={data} onAction={start} />
      {pending && (
        <ConfirmModal factors={data} onConfirmed={() => run(pending)} onClose={() => setPending(null)} />
      )}
      {isSettingUp && <AppModal onDone={setCodes} onClose={() => setSettingUp(false)} />}
      {codes && <CodesModal codes={codes} onClose={() => setCodes(null)} />}
    </SettingsCard>
  );
}

const REMOVING_APP = {
  title: "Remove the authenticator app?",
  text: "Its codes will no longer work for signing in.",
  verb: "Remove",
};
const REMOVING_PASSKEY = {
  text: "This passkey will no longer work. You can also delete it from your browser.",
  verb: "Remove",
};
const RENEWING = {
  title: "Make new recovery codes?",
  text: "Your current codes will stop working.",
  verb: "Make new codes",
  cancel: "Keep current codes",
};

type Props = { factors: Factors; onAction: (action: Action) => void };

function AuthenticatorApp({ factors: { appSince }, onAction }: Props) {
  const { data: me } = useMe();
  return (
    <Method
      name="Authenticator app"
      state={appSince ? `Since ${formatMoment(appSince, me?.timezone)}` : "Codes from an app on your phone."}
    >
      <Button onClick={() => onAction({ what: "app" })} onPointerEnter={AppModal.load}>
        {appSince ? "Another app" : "Set up"}
      </Button>
      {appSince && <Button onClick={() => onAction({ what: "removeApp" })}>Remove</Button>}
    </Method>
  );
}

function Recovery({ factors: { appSince, passkeys, codes }, onAction }: Props) {
  if (!appSince && passkeys.length === 0) return null;
  const left = codes === 1 ? "1 code left." : `${codes} codes left.`;
  return (
    <Method name="Recovery codes" state={`For when you don’t have your phone: ${left}`}>
      <Button onClick={() => onAction({ what: "codes" })}>New codes</Button>
    </Method>
  );
}

function RequireForEveryone({ factors: { isRequired, appSince, passkeys }, onAction }: Props) {
  const { data: me } = useMe();
  if (me?.role !== "OWNER" || (!isRequired && !appSince && passkeys.length === 0)) return null;
  return (
    <div className="border-t pt-4">
      <ChoiceLine
        type="checkbox"
        checked={isRequired}
        onChange={({ target }) => onAction({ what: "require", isRequired: target.checked })}
        note="People without one set it up at their next sign-in."
      >
        Require a second step for everyone in your store
      </ChoiceLine>
    </div>
  );
}

function browserName(): string {
  const system = /iPhone|iPad|Android|Windows|Mac OS|Linux/.exec(navigator.userAgent)?.[0];
  return system === "Mac OS" ? "Mac" : (system ?? "Passkey");
}

/** Only if browsers accept the deployment's address for passkeys. */
function Passkeys({ factors: { passkeys, passkeyHost }, onAction }: Props) {
  const { data: me } = useMe();
  if (!passkeyHost && passkeys.length === 0) return null;
  return (
    <>
      <Method name="Passkeys" state="Sign in by fingerprint, face or PIN, without the password.">
        {passkeyHost && <Button onClick={() => onAction({ what: "passkey" })}>Add a passkey</Button>}
      </Method>
      {passkeys.length > 0 && (
        <ul className="-mt-2 grid gap-2 border-l-2 pl-4">
          {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-2">
              <span>
                {name}
                <span className="block text-muted-foreground text-sm">
                  {lastUsedAt
                    ? `Last used ${formatMoment(lastUsedAt, me?.timezone)}`
                    : `Added ${formatMoment(createdAt, me?.timezone)}`}
                </span>
              </span>
              <Button
                onClick={() => onAction({ what: "removePasskey", id, name })}
                aria-label={`Remove the passkey ${name}`}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

type Action =
  | { what: "app" | "removeApp" | "codes" | "passkey" }
  | { what: "removePasskey"; id: string; name: string }
  | { what: "require"; isRequired: boolean };

function Method({ name, state, children }: { name: string; state: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-48 flex-1">
        <h3 className="font-medium">{name}</h3>
        <p className="text-muted-foreground text-sm">{state}</p>
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  );
}
