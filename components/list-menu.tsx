"use client";
import { Ellipsis } from "lucide-react";
import { part } from "#components/ui/part.tsx";
import { useMay } from "./shell/use-me.ts";
import { Button, iconButtonClass } from "./ui/button.tsx";
import { MenuButton } from "./ui/menu-button.tsx";
import type { useExport } from "./use-export.ts";

const Content = part(() => import("./list-menu-content.tsx").then((module) => module.ListMenuContent));

type Props = {
  label: string;
  /** Absent where nothing can be imported. */
  onImport?: () => void;
  exporting: ReturnType<typeof useExport>;
};

/** What can be done with a whole list, and how it is shown. */
export function ListMenu({ label, onImport, exporting: { count, start, stop } }: Props) {
  const mayExport = useMay()("organization.export");
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
      <MenuButton
        label={label}
        load={Content.load}
        menu={(open) => <Content {...open} onImport={onImport} onExport={mayExport ? start : undefined} />}
        className={iconButtonClass({ className: "text-muted-foreground" })}
      >
        <Ellipsis size={18} strokeWidth={1.75} aria-hidden="true" />
      </MenuButton>
    </>
  );
}
