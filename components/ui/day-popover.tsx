import * as Popover from "@radix-ui/react-popover";
import { type ComponentProps, useState } from "react";
import { type Day, today } from "#lib/dates.ts";
import { part } from "./part.tsx";

const DayGrid = part(() => import("./day-grid.tsx"), "DayGrid", {
  until: () => <div className="h-75 w-65" />,
});

type Props = ComponentProps<"button"> & {
  label: string;
  selected: Day | null;
  timezone: string | undefined;
  onPick: (day: Day) => void;
  align?: "start" | "end";
};

export function DayPopover({ label, selected, timezone, onPick, align = "start", ...button }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger {...DayGrid.near} {...button} />
      <Popover.Portal>
        <Popover.Content
          align={align}
          sideOffset={4}
          collisionPadding={12}
          aria-label={label}
          className="floating z-60 animate-pop p-2.5"
        >
          <DayGrid
            selected={selected}
            today={today(timezone)}
            onPick={(picked) => {
              setOpen(false);
              onPick(picked);
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
