import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { Icon, type IconName } from "#components/ui/icon.tsx";
import { Menu } from "#components/ui/menu.tsx";
import { useFormExtras } from "#components/use-form-extras.ts";
import { MOST_CONDITIONS, type SegmentSubject } from "#lib/contract/segment-terms.ts";
import { type Condition, fields, ownLook, type Segment } from "./fields.ts";

type AddProps = {
  of: SegmentSubject;
  segment: Segment;
  onAdd: (condition: Condition) => void;
  className?: string;
};

export function AddCondition({ of, segment, onAdd, className }: AddProps): ReactNode {
  const { own = [] } = useFormExtras(of);
  if (segment.flat().length >= MOST_CONDITIONS) return null;
  const looks = [...Object.values(fields), ...own.map(ownLook)];
  const offered = looks.filter((look) => (look.of ?? "contacts") === of);
  return (
    <Menu
      label="Add condition"
      shortcut="f"
      className={
        className ??
        "inline-flex h-8 items-center gap-2 rounded-md px-2 font-medium text-sm hover:bg-accent pointer-coarse:h-11"
      }
      items={offered.map(({ label, icon, group, verbs }, i) => ({
        label,
        heading: offered[i - 1]?.group === group ? undefined : group,
        icon: <Icon is={icon as IconName} className="size-4 text-muted-foreground" />,
        onSelect: () => verbs[0] && onAdd(verbs[0].begin),
      }))}
    >
      <Plus size={16} strokeWidth={2} />
      Add condition
    </Menu>
  );
}
