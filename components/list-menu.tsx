import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef, useState } from "react";
import { Button, iconButtonClass } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { MenuButton } from "#components/ui/menu-button.tsx";
import { part } from "#components/ui/part.tsx";
import { call } from "#lib/api/call.ts";
import { failureText, listFailure } from "#lib/api/failure-text.ts";
import type { ListName } from "#lib/contract/contract.ts";
import type { ImportKind } from "#lib/contract/import-terms.ts";
import { notify } from "#lib/notifications.ts";
import { formatCount, plural } from "#lib/text.ts";
import { UNEXPECTED } from "#lib/unexpected.ts";
import type { ExportFormat, ExportWatch } from "./export-rows.ts";
import { useMay, useMe } from "./shell/use-me.ts";

const Content = part(() => import("./list-menu-content.tsx"), "ListMenuContent");

type Props = {
  label: string;
  onImport?: () => void;
  exporting: ReturnType<typeof useExport>;
  onChoose?: (() => void) | undefined;
};

export function ListMenu({ label, onImport, exporting: { count, start, stop, isRefused }, onChoose }: Props) {
  return (
    <>
      {count !== null && (
        <span className="flex h-control items-center gap-3 text-muted-foreground text-sm">
          <span role="status" className="flex items-center gap-2 tabular-nums">
            <span className="spinner" aria-hidden="true" />
            {`Exporting… ${count ? formatCount(count) : ""}`}
          </span>
          <Button onClick={stop}>Stop</Button>
        </span>
      )}
      <MenuButton
        label={label}
        load={Content.load}
        menu={(open) => (
          <Content
            {...open}
            onImport={onImport}
            onExport={isRefused ? undefined : start}
            onChoose={onChoose}
          />
        )}
        className={iconButtonClass({ className: "text-muted-foreground" })}
      >
        <Icon is="ellipsis" className="size-4.5" />
      </MenuButton>
    </>
  );
}

export function useImport(kind: ImportKind): (() => void) | undefined {
  const router = useRouter();
  const may = useMay()("imports.create");
  return may ? () => router.push(`/dashboard/settings/data?kind=${kind}`) : undefined;
}

export function useExport(
  list: ListName,
  one: string,
  run: (watch: ExportWatch, format: ExportFormat) => Promise<number | null>,
) {
  const may = useMay()("organization.export");
  const refused = useMe().data?.refused?.includes("organization.export");
  const [count, setCount] = useState<number | null>(null);
  const stopping = useRef<AbortController>(null);
  const stop = useCallback(() => stopping.current?.abort(), []);
  useEffect(() => stop, [stop]);

  async function start(format: ExportFormat = "csv") {
    if (count !== null) return;
    stopping.current = new AbortController();
    setCount(0);
    try {
      if (may) {
        const [entity] = list.split(".") as ["sales" | "contacts" | "history"];
        await call("organization.export", { body: { list: entity } });
      }
      const saved = await run({ onRead: setCount, signal: stopping.current.signal }, format);
      if (saved !== null) notify({ type: "success", message: `${plural(saved, one)} exported` });
    } catch (error) {
      const caught = error instanceof Error ? error : new Error(UNEXPECTED);
      notify({ type: "error", message: failureText(listFailure(list), caught) });
    }
    setCount(null);
  }

  return { count, start, stop, isRefused: refused ?? false };
}
