import { type ReactNode, useState } from "react";
import { useMe } from "#components/shell/use-me.ts";
import { Button } from "#components/ui/button.tsx";
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
  const [asked, setAsked] = useState<Wish | null>(null);
  const [setsUp, setSetsUp] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  const { act: passkeyOptions } = useAct("factors.passkeyOptions");
  const { act: keepPasskey } = useAct("factors.addPasskey");
  const { act: removePasskey } = useAct("factors.removePasskey");
  const { act: setRequired } = useAct("factors.setRequired");
  const { act: removeApp } = useAct("factors.removeApp");
  const { act: renewCodes } = useAct("factors.renewCodes");
  if (!data) return null;

  async function addPasskey() {
    const asked = await passkeyOptions({});
    if (!asked.ok) return;
    const passkey = await makePasskey(asked.answer).catch(() => null);
    if (!passkey) return notify({ type: "error", message: NO_PASSKEY });
    const outcome = await keepPasskey({ body: { passkey, name: browserName() } });
    if (outcome.ok && outcome.answer.codes.length > 0) setCodes(outcome.answer.codes);
  }

  async function fulfil(wished: Wish) {
    const { what } = wished;
    if (what === "passkey") await addPasskey();
    if (what === "removePasskey") {
      const title = `Remove the passkey ${wished.name}?`;
      if (await confirm({ ...REMOVING_PASSKEY, title })) await removePasskey({ params: { id: wished.id } });
    }
    if (what === "require") await setRequired({ body: { isRequired: wished.isRequired } });
    if (what === "app") setSetsUp(true);
    if (what === "removeApp" && (await confirm(REMOVING_APP))) await removeApp({});
    if (what === "codes" && (await confirm(RENEWING))) {
      const outcome = await renewCodes({});
      if (outcome.ok) setCodes(outcome.answer.codes);
    }
  }
  const wish = (wished: Wish) => (data.isConfirmed ? fulfil(wished) : setAsked(wished));

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
      <AuthenticatorApp factors={data} onWish={wish} />
      <Passkeys factors={data} onWish={wish} />
      <Recovery factors={data} onWish={wish} />
      <Everybody factors={data} onWish={wish} />
      {asked && (
        <ConfirmModal factors={data} onConfirmed={() => fulfil(asked)} onClose={() => setAsked(null)} />
      )}
      {setsUp && <AppModal onDone={setCodes} onClose={() => setSetsUp(false)} />}
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

type Props = { factors: Factors; onWish: (wish: Wish) => void };

function AuthenticatorApp({ factors: { appSince }, onWish }: Props) {
  const { data: me } = useMe();
  return (
    <Way
      name="Authenticator app"
      state={appSince ? `Since ${formatMoment(appSince, me?.timezone)}` : "Codes from an app on your phone."}
    >
      <Button onClick={() => onWish({ what: "app" })} onPointerEnter={AppModal.load}>
        {appSince ? "Another app" : "Set up"}
      </Button>
      {appSince && <Button onClick={() => onWish({ what: "removeApp" })}>Remove</Button>}
    </Way>
  );
}

function Recovery({ factors: { appSince, passkeys, codes }, onWish }: Props) {
  if (!appSince && passkeys.length === 0) return null;
  const left = codes === 1 ? "1 code left." : `${codes} codes left.`;
  return (
    <Way name="Recovery codes" state={`For when you don’t have your phone: ${left}`}>
      <Button onClick={() => onWish({ what: "codes" })}>New codes</Button>
    </Way>
  );
}

function Everybody({ factors: { isRequired, appSince, passkeys }, onWish }: Props) {
  const { data: me } = useMe();
  if (me?.role !== "OWNER" || (!isRequired && !appSince && passkeys.length === 0)) return null;
  return (
    <label className="flex min-h-6 items-start gap-2 border-t pt-4 pointer-coarse:min-h-11">
      <input
        type="checkbox"
        checked={isRequired}
        onChange={({ target }) => onWish({ what: "require", isRequired: target.checked })}
        className="mt-0.5 size-4 accent-primary"
      />
      <span>
        Require a second step for everyone in your store
        <span className="block text-muted-foreground text-sm">
          People without one set it up at their next sign-in.
        </span>
      </span>
    </label>
  );
}

function browserName(): string {
  const system = /iPhone|iPad|Android|Windows|Mac OS|Linux/.exec(navigator.userAgent)?.[0];
  return system === "Mac OS" ? "Mac" : (system ?? "Passkey");
}

type PasskeysProps = { factors: Factors; onWish: (wish: Wish) => void };

/** Only if browsers accept the deployment's address for passkeys. */
function Passkeys({ factors: { passkeys, passkeyHost }, onWish }: PasskeysProps) {
  const { data: me } = useMe();
  if (!passkeyHost && passkeys.length === 0) return null;
  return (
    <>
      <Way name="Passkeys" state="Sign in by fingerprint, face or PIN, without the password.">
        {passkeyHost && <Button onClick={() => onWish({ what: "passkey" })}>Add a passkey</Button>}
      </Way>
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
                onClick={() => onWish({ what: "removePasskey", id, name })}
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

type Wish =
  | { what: "app" | "removeApp" | "codes" | "passkey" }
  | { what: "removePasskey"; id: string; name: string }
  | { what: "require"; isRequired: boolean };

function Way({ name, state, children }: { name: string; state: string; children: ReactNode }) {
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
