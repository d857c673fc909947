"use client";
import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { Icon, type IconName } from "#components/ui/icon.tsx";
import { Menu } from "#components/ui/menu.tsx";
import { useOwnFields } from "#components/use-own-fields.ts";
import { useCan } from "#lib/api/use-read.ts";
import { MOST_CONDITIONS } from "#lib/contract/segment-terms.ts";
import type { Segment, SegmentCondition } from "#lib/contract/segments.ts";
import { fields, ownLook } from "./fields.ts";

type AddProps = { segment: Segment; onAdd: (condition: SegmentCondition) => void; className?: string };

/** The menu of all that can be asked, in groups. */
export function AddCondition({ segment, onAdd, className }: AddProps): ReactNode {
  const can = useCan();
  const own = useOwnFields() ?? [];
  const looks = [...Object.values(fields), ...own.map(ownLook)];
  if (segment.flat().length >= MOST_CONDITIONS) return null;
  return (
    <Menu
      label="Add condition"
      shortcut="f"
      className={
        className ??
        "inline-flex h-8 items-center gap-2 rounded-md px-2 font-medium text-sm hover:bg-accent pointer-coarse:h-11"
      }
      items={looks
        .filter(({ group }) => group !== "Tags" || can("tags.list"))
        .map(({ label, icon, group, verbs }, i, all) => ({
          label,
          heading: all[i - 1]?.group === group ? undefined : group,
          icon: <Icon is={icon as IconName} className="size-4 text-muted-foreground" />,
          onSelect: () => verbs[0] && onAdd(verbs[0].begin),
        }))}
    >
      <Plus size={16} strokeWidth={2} aria-hidden="true" />
      Add condition
    </Menu>
  );
}
