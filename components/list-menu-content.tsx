import { Download, FileSpreadsheet, ListChecks, Rows3, Rows4, Upload } from "lucide-react";
import { useSyncExternalStore } from "react";
import type { OpenMenu } from "#components/ui/menu-button.tsx";
import { MenuContent } from "#components/ui/menu-content.tsx";
import { PHONE, useMedia } from "#components/ui/use-media.ts";
import type { ExportFormat } from "./export-rows.ts";

const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

type Props = OpenMenu & {
  onImport?: () => void;
  onExport?: ((format: ExportFormat) => void) | undefined;
  onChoose?: (() => void) | undefined;
};

export function ListMenuContent({ onImport, onExport, onChoose, ...open }: Props) {
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
        ...(onExport
          ? [
              { label: "Export", icon: <Download {...icon} />, onSelect: () => onExport("csv") },
              {
                label: "Save for Excel",
                icon: <FileSpreadsheet {...icon} />,
                onSelect: () => onExport("xlsx"),
              },
            ]
          : []),
        ...(phone && onChoose
          ? [{ label: "Select contacts", icon: <ListChecks {...icon} />, onSelect: onChoose }]
          : []),
        ...(phone ? [] : [height]),
      ]}
    />
  );
}

const listeners = new Set<() => void>();

/** app/layout.tsx sets the class before the first paint. */
function isCompact(): boolean {
  return document.documentElement.classList.contains("compact");
}

function toggleRows(): void {
  const compact = document.documentElement.classList.toggle("compact");
  localStorage.setItem("rows", compact ? "compact" : "comfortable");
  for (const listener of listeners) listener();
}

function watchRows(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
