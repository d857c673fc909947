"use client";
import { Download, Rows3, Rows4, Upload } from "lucide-react";
import { useSyncExternalStore } from "react";
import { isCompact, toggleRows, watchRows } from "./shell/row-height.ts";
import type { OpenMenu } from "./ui/menu-button.tsx";
import { MenuContent } from "./ui/menu-content.tsx";
import { PHONE, useMedia } from "./ui/use-media.ts";

const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

type Props = OpenMenu & { onImport?: () => void; onExport?: () => void };

export function ListMenuContent({ onImport, onExport, ...open }: Props) {
  const compact = useSyncExternalStore(watchRows, isCompact);
  const phone = useMedia(PHONE);
  const Height = compact ? Rows3 : Rows4;
  const height = {
    label: compact ? "Comfortable rows" : "Compact rows",
    icon: <Height {...icon} />,
    onSelect: toggleRows,
  };
  return (
    <MenuContent
      {...open}
      items={[
        ...(onImport ? [{ label: "Import", icon: <Upload {...icon} />, onSelect: onImport }] : []),
        ...(onExport ? [{ label: "Export", icon: <Download {...icon} />, onSelect: onExport }] : []),
        // A phone's rows are as high as a finger needs them.
        ...(phone ? [] : [height]),
      ]}
    />
  );
}
