import { type Moved, nextStates, stateLooks } from "#components/repairs/states.tsx";
import { deleteRow, type RowAction } from "#components/ui/row-actions.tsx";
import { type RepairState, repairStates, ticketNumber } from "#lib/contract/repair-terms.ts";
import type { RepairRow } from "#lib/contract/repairs.ts";

/** The likely next state has a button, the others are in the menu. Each state has a key. */
export function rowActions(
  repair: RepairRow,
  move: (repair: Moved, to: RepairState) => void,
  onDelete: () => void,
): RowAction[] {
  const name = ticketNumber(repair);
  const next = nextStates[repair.state];
  const others = repairStates.filter((state) => state !== repair.state && state !== next);
  const to = (state: RepairState): RowAction => ({
    ...{ name: `${stateLooks[state].verb} ${name}`, label: stateLooks[state].verb },
    ...{ rowKey: stateLooks[state].key, onSelect: () => move(repair, state) },
  });
  return [
    { name: `Open ${name}`, label: "Open", href: `/dashboard/repairs/${repair.number}`, menuOnly: true },
    { ...to(next), icon: "chevron-right", hint: stateLooks[next].verb },
    ...others.map((state) => ({ ...to(state), inMenu: true })),
    { ...deleteRow(name, onDelete), inMenu: true },
  ];
}
