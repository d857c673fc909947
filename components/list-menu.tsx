"use client";
import { Download, Ellipsis, Rows3, Rows4 } from "lucide-react";
import { useSyncExternalStore } from "react";
import { isCompact, toggleRows, watchRows } from "./shell/row-height.ts";
import { Button, iconButtonClass } from "./ui/button.tsx";
import { Menu, type MenuItem } from "./ui/menu.tsx";
import { PHONE, useMedia } from "./ui/use-media.ts";
import type { useExport } from "./use-export.ts";

const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

/** What can be done with a whole list, and how it is shown. `first` stands before the rest of the menu. */
export function ListMenu({
  label,
  first = [],
  exporting: { count, start, stop },
}: {
  label: string;
  first?: MenuItem[];
  exporting: ReturnType<typeof useExport>;
}) {
  const compact = useSyncExternalStore(watchRows, isCompact, () => false);
  const phone = useMedia(PHONE);
  const Height = compact ? Rows3 : Rows4;
  const items = [
    ...first,
    { label: "Export", icon: <Download {...icon} />, onSelect: start },
    // A phone's rows are as high as a finger needs them.
    ...(phone
      ? []
      : [
          {
            label: compact ? "Comfortable rows" : "Compact rows",
            icon: <Height {...icon} />,
            onSelect: toggleRows,
          },
        ]),
  ];
  return (
    <>
      {count !== null && (
        <span className="flex h-control items-center gap-3 text-muted-foreground text-sm">
          <span role="status" className="flex items-center gap-2 tabular-nums">
            <span className="spinner" aria-hidden="true" />
            {`Exporting… ${count ? count.toLocaleString("en-US") : ""}`}
          </span>
          <Button onClick={stop}>Stop</Button>
        </span>
      )}
      <Menu label={label} items={items} className={iconButtonClass({ className: "text-muted-foreground" })}>
        <Ellipsis size={18} strokeWidth={1.75} aria-hidden="true" />
      </Menu>
    </>
  );
}
