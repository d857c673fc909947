import { useState } from "react";
import { type Paper, paperKinds, papers } from "#components/repairs/use-prints.ts";
import { useMay, useMe } from "#components/shell/use-me.ts";
import { iconButtonClass } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Menu } from "#components/ui/menu.tsx";
import type { MenuItem } from "#components/ui/menu-content.tsx";
import { part } from "#components/ui/part.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { ticketNumber } from "#lib/contract/repair-terms.ts";
import type { Repair } from "#lib/contract/repairs.ts";
import { isToday } from "#lib/repair-words.ts";

const EditModal = part(() => import("./edit-modal.tsx"), "EditModal");

const HistoryModal = part(() => import("#components/history-modal.tsx"), "HistoryModal");

const PrintPapers = part(() => import("#components/repairs/print-papers.tsx"), "PrintPapers");

export function More({ repair, onDelete }: { repair: Repair; onDelete: () => void }) {
  const may = useMay();
  const [open, setOpen] = useState<"edit" | "history" | null>(null);
  const { id, state, stateAt } = repair;
  const { data: me } = useMe();
  const { act: undo } = useAct("repairs.undo");
  const name = ticketNumber(repair);
  const [printing, setPrinting] = useState<Paper | null>(null);
  const edit = () => setOpen("edit");
  const close = () => setOpen(null);
  const items: MenuItem[] = [
    { label: "Edit", icon: <Icon is="pencil" />, onSelect: edit },
    ...paperKinds.map((paper) => ({
      label: `Print ${papers[paper].toLowerCase()}`,
      icon: <Icon is="printer" />,
      onSelect: () => setPrinting(paper),
    })),
  ];
  if (state === "HANDED_OVER" && isToday(stateAt, me?.timezone))
    items.push({
      label: "Undo the hand-over",
      icon: <Icon is="undo-2" />,
      onSelect: () => void undo({ params: { id }, body: { from: state } }),
    });
  if (may("history.ofRecord"))
    items.push({
      label: "History",
      icon: <Icon is="rotate-ccw-clock" />,
      onSelect: () => setOpen("history"),
    });
  if (may("repairs.delete"))
    items.push({ label: "Delete", icon: <Icon is="trash" />, danger: true, onSelect: onDelete });
  return (
    <>
      <Menu
        label={`More for ${name}`}
        items={items}
        className={iconButtonClass({ className: "-mr-2 -mt-1 text-muted-foreground" })}
      >
        <Icon is="ellipsis" />
      </Menu>
      <button type="button" hidden data-shortcut="e" onClick={edit} />
      {open === "edit" && <EditModal repair={repair} onClose={close} />}
      {open === "history" && <HistoryModal id={id} name={`${name} ${repair.name}`} onClose={close} />}
      {printing && <PrintPapers repair={repair} print={[printing]} onPrinted={() => setPrinting(null)} />}
    </>
  );
}
