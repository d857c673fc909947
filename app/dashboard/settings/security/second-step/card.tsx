"use client";
import { type ReactNode, useState } from "react";
import { useMe } from "#components/shell/use-me.ts";
import { Button } from "#components/ui/button.tsx";
import { confirm } from "#components/ui/confirm.tsx";
import { part } from "#components/ui/part.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Factors } from "#lib/contract/factors.ts";
import { formatMoment } from "#lib/dates.ts";
import { SettingsCard } from "../../rights.tsx";

const ConfirmModal = part(() => import("./confirm-modal.tsx").then((module) => module.ConfirmModal));
const AppModal = part(() => import("./app-modal.tsx").then((module) => module.AppModal));
const CodesModal = part(() => import("./codes-modal.tsx").then((module) => module.CodesModal));

type Wish = { what: "app" | "removeApp" | "codes" };

/** What is asked beside one's password. Each change first asks who is there, unless they have just shown it. */
export function SecondStep() {
  const { data } = useRead("factors.get", {});
  const [asked, setAsked] = useState<Wish | null>(null);
  const [setsUp, setSetsUp] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  const { act: removeApp } = useAct("factors.removeApp");
  const { act: renewCodes } = useAct("factors.renewCodes");
  if (!data) return null;

  async function fulfil({ what }: Wish) {
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
          <p>With a second step your password alone opens nothing.</p>
          {data.isRequired && <p>Your store asks it of everybody.</p>}
        </>
      }
    >
      <AuthenticatorApp factors={data} onWish={wish} />
      <Recovery factors={data} onWish={wish} />
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
  text: "Its codes are asked for no more, and sign nobody in.",
  verb: "Remove",
};
const RENEWING = {
  title: "Make new recovery codes?",
  text: "Those that you have now are good no more.",
  verb: "Make new codes",
  cancel: "Keep them",
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
  const left = codes === 1 ? "1 is left." : `${codes} are left.`;
  return (
    <Way name="Recovery codes" state={`For when your phone is not at hand: ${left}`}>
      <Button onClick={() => onWish({ what: "codes" })}>New codes</Button>
    </Way>
  );
}

/** One way of signing in, what is known of it, and what can be done with it. */
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
