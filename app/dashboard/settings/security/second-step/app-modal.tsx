import { useEffect, useRef, useState } from "react";
import { NewApp } from "#components/second-step/new-app.tsx";
import { FormModal } from "#components/ui/form-modal.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { codeForm, type StartedApp } from "#lib/contract/factors.ts";

type Props = { onDone: (codes: string[]) => void; onClose: () => void };

export function AppModal({ onDone, onClose }: Props) {
  const { act: start } = useAct("factors.startApp");
  const { act: finish } = useAct("factors.finishApp", { quiet: true });
  const [begun, setBegun] = useState<StartedApp | null>(null);
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    start({}).then((outcome) => (outcome.ok ? setBegun(outcome.answer) : onClose()));
  }, [start, onClose]);

  if (!begun) return null;
  return (
    <FormModal
      title="Authenticator app"
      schema={codeForm}
      values={{ code: "" }}
      submitLabel="Set up"
      pendingLabel="Looking…"
      onSubmit={async ({ code }) => {
        const refused = (await finish({ body: { code, setUp: begun.setUp } })).refused;
        if (!refused) onDone(begun.codes);
        return refused;
      }}
      onClose={onClose}
    >
      <div className="grid max-w-100 gap-4 md:col-span-2">
        <NewApp {...begun} />
      </div>
    </FormModal>
  );
}
