"use client";
import { Eraser, FileDown } from "lucide-react";
import { useState } from "react";
import { useMay } from "#components/shell/use-me.ts";
import { iconButtonClass } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Menu } from "#components/ui/menu.tsx";
import type { MenuItem } from "#components/ui/menu-content.tsx";
import { part } from "#components/ui/part.tsx";
import type { Contact } from "#lib/contract/contacts.ts";

const EraseModal = part(() => import("./erase-modal.tsx"), "EraseModal");

const MergeModal = part(() => import("#components/merge-modal.tsx"), "MergeModal");

const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

/** `onErased`: called before anything of the contact is read again. */
type Props = { contact: Contact; name: string; onErased: () => void };

export function ProfileMenu({ contact, name, onErased }: Props) {
  const may = useMay();
  const [asking, setAsking] = useState<"merge" | "erase" | null>(null);
  const items: MenuItem[] = [];
  if (may("contacts.merge"))
    items.push({
      label: "Merge with another contact…",
      icon: <Icon is="merge" />,
      onSelect: () => setAsking("merge"),
    });
  if (may("contacts.everything"))
    items.push({
      label: "Export all data",
      icon: <FileDown {...icon} />,
      href: `/dashboard/contacts/profile/${contact.id}/everything`,
    });
  if (may("contacts.erase"))
    items.push({
      label: "Erase for good…",
      icon: <Eraser {...icon} />,
      danger: true,
      onSelect: () => setAsking("erase"),
    });
  if (items.length === 0) return null;
  return (
    <>
      <Menu
        label={`More for ${name}`}
        items={items}
        wrapperClassName="self-start"
        className={iconButtonClass({ className: "-mr-2 text-muted-foreground" })}
      >
        <Icon is="ellipsis" />
      </Menu>
      {asking === "merge" && <MergeModal ids={[contact.id]} onClose={() => setAsking(null)} />}
      {asking === "erase" && (
        <EraseModal contact={contact} name={name} onErased={onErased} onClose={() => setAsking(null)} />
      )}
    </>
  );
}
