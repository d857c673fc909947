import { useCallback, useState } from "react";
import { part } from "#components/ui/part.tsx";
import { useAct } from "#lib/api/use-act.ts";
import type { Body } from "#lib/contract/contract.ts";
import { type RepairState, repairWords, ticketNumber } from "#lib/contract/repair-terms.ts";
import { notify, undoable } from "#lib/notifications.ts";
import { linksOf } from "#lib/person.ts";
import { hasMessage } from "./message.ts";
import type { Moved, Moving } from "./states.tsx";

const HandOverModal = part(() => import("./hand-over-modal.tsx"), "HandOverModal");

const NotifyModal = part(() => import("./notify-modal.tsx"), "NotifyModal");

const MoveModal = part(() => import("./move-modal.tsx"), "MoveModal");

type Details = Omit<Body<"repairs.move">, "from" | "state">;

const ASKING: RepairState[] = ["AWAY", "RETURNED", "HANDED_OVER"];

export function useMove() {
  const [asking, setAsking] = useState<Moving | null>(null);
  const [notifying, setNotifying] = useState<string | null>(null);
  const { act } = useAct("repairs.move");
  const { act: takeBack } = useAct("repairs.undo");

  const announce = useCallback(
    ({ repair, to }: Moving) => {
      setAsking(null);
      keepFocus(repair.id);
      const { phone, email } = linksOf(repair);
      if (hasMessage(to, repair) && (phone || email)) setNotifying(repair.id);
      notify({
        type: "success",
        message: `${ticketNumber(repair)}: ${repairWords[to]}`,
        undo: undoable(() => takeBack({ params: { id: repair.id }, body: { from: to } })),
      });
    },
    [takeBack],
  );

  const finish = useCallback(
    async ({ repair, to }: Moving, details: Details = {}) => {
      const params = { id: repair.id };
      const acting = act({ params, body: { from: repair.state, state: to, ...details } });
      keepFocus(repair.id);
      const outcome = await acting;
      if (!outcome.ok) return outcome.refused;
      announce({ repair, to });
      return null;
    },
    [act, announce],
  );

  const move = useCallback(
    (repair: Moved, to: RepairState) => {
      if (repair.state === to) return;
      const moving = { repair, to };
      const mustAsk = ASKING.includes(to) || (to === "BENCH" && !repair.person);
      if (mustAsk) setAsking(moving);
      else void finish(moving);
    },
    [finish],
  );

  const isHandOver = asking?.to === "HANDED_OVER";
  const dialog = isHandOver ? (
    <HandOverModal repair={asking.repair} onDone={() => announce(asking)} onClose={() => setAsking(null)} />
  ) : asking ? (
    <MoveModal
      moving={asking}
      onMove={(details) => finish(asking, details)}
      onClose={() => setAsking(null)}
    />
  ) : (
    notifying && (
      <NotifyModal
        id={notifying}
        onClose={() => {
          setNotifying(null);
          keepFocus(notifying);
        }}
      />
    )
  );
  return { move, tell: setNotifying, dialog };
}

/** A row that moves elsewhere on the page, also below a dialog, loses the focus. */
function keepFocus(id: string) {
  const focus = () => {
    if (document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] [data-row-main]`)?.focus();
  };
  // A closing dialog returns the focus after the next frame.
  requestAnimationFrame(() => setTimeout(focus));
}
