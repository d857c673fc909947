import { KeyRound } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";

type Props = { label: string; onPress: () => Promise<unknown> };

export function PasskeyButton({ label, onPress }: Props) {
  const [busy, setBusy] = useState(false);
  return (
    <Button
      busy={busy}
      onClick={async () => {
        if (busy) return;
        setBusy(true);
        await onPress();
        setBusy(false);
      }}
    >
      {!busy && <KeyRound size={16} strokeWidth={1.75} />}
      {label}
    </Button>
  );
}
