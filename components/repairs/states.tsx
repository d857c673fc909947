import {
  CheckCheck,
  Hammer,
  Hourglass,
  Inbox,
  type LucideIcon,
  PackageCheck,
  Truck,
  Undo2,
} from "lucide-react";
import { Badge } from "#components/ui/badge.tsx";
import { type RepairState, repairWords } from "#lib/contract/repair-terms.ts";
import type { RepairRow } from "#lib/contract/repairs.ts";

export type Moved = Omit<RepairRow, "work" | "photoCount" | "photo">;
export type Moving = { repair: Moved; to: RepairState };

type Look = {
  icon: LucideIcon;
  tone: "muted" | "warning" | "info" | "away" | "success";
  key: string;
  verb: string;
};

export const stateLooks: Record<RepairState, Look> = {
  IN: { icon: Inbox, tone: "muted", key: "i", verb: "Take back in" },
  WAITING: { icon: Hourglass, tone: "warning", key: "w", verb: "Wait for OK" },
  BENCH: { icon: Hammer, tone: "info", key: "b", verb: "Put at the bench" },
  AWAY: { icon: Truck, tone: "away", key: "a", verb: "Send away" },
  READY: { icon: PackageCheck, tone: "success", key: "r", verb: "Mark as ready" },
  HANDED_OVER: { icon: CheckCheck, tone: "muted", key: "h", verb: "Hand over" },
  RETURNED: { icon: Undo2, tone: "muted", key: "u", verb: "Return unrepaired" },
};

export const nextStates: Record<RepairState, RepairState> = {
  IN: "BENCH",
  WAITING: "BENCH",
  BENCH: "READY",
  AWAY: "READY",
  READY: "HANDED_OVER",
  HANDED_OVER: "READY",
  RETURNED: "IN",
};

export const secondStates: Partial<Record<RepairState, RepairState>> = {
  IN: "WAITING",
  WAITING: "RETURNED",
  BENCH: "AWAY",
  AWAY: "BENCH",
};

export function StateBadge({ state }: { state: RepairState }) {
  const { icon: Icon, tone } = stateLooks[state];
  return (
    <Badge tone={tone}>
      <Icon size={13} aria-hidden="true" />
      {repairWords[state]}
    </Badge>
  );
}
