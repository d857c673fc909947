import clsx from "clsx";
import type { KeyboardEvent } from "react";
import { Icon, type IconName } from "./icon.tsx";

type Props<T extends string> = {
  label: string;
  tabs: readonly { id: T; label: string; count?: number | undefined; icon?: IconName; shortcut?: string }[];
  selected: T;
  onSelect: (id: T, isPress: boolean) => void;
  segmented?: boolean;
  narrow?: boolean;
  prefix?: string;
  className?: string;
};

/** Arrows, Home and End select. A tab's panel has the id panelId(id). */
export function Tabs<T extends string>(props: Props<T>) {
  const { label, tabs, selected, onSelect, segmented, narrow, prefix = "", className } = props;
  function move(event: KeyboardEvent, from: T) {
    const at = tabs.findIndex((tab) => tab.id === from);
    const steps: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 };
    const to = steps[event.key];
    const next = to === undefined ? undefined : tabs.at(to % tabs.length);
    if (!next) return;
    event.preventDefault();
    onSelect(next.id, false);
    document.getElementById(prefix + tabId(next.id))?.focus();
  }

  return (
    <div
      role="tablist"
      aria-label={label}
      className={clsx(
        "flex",
        segmented ? "gap-0.5 rounded-[10px] border bg-muted p-0.75" : "border-b",
        className,
      )}
    >
      {tabs.map((tab) => (
        <button
          key={tab.id}
          id={prefix + tabId(tab.id)}
          type="button"
          role="tab"
          aria-selected={tab.id === selected}
          aria-controls={panelId(tab.id)}
          tabIndex={tab.id === selected ? 0 : -1}
          data-shortcut={tab.shortcut}
          onClick={() => onSelect(tab.id, true)}
          onKeyDown={(event) => move(event, tab.id)}
          className={clsx(
            "touch-manipulation font-medium text-muted-foreground aria-selected:text-foreground",
            narrow ? "px-3 pointer-coarse:h-11" : "flex-1",
            segmented
              ? "h-7 rounded-[7px] px-3 text-sm aria-selected:bg-card aria-selected:shadow-1 aria-selected:ring-1 aria-selected:ring-border dark:aria-selected:bg-accent phone:h-11 pointer-coarse:h-11"
              : narrow
                ? "-mb-px h-9 border-transparent border-b-2 aria-selected:border-primary"
                : "-mb-px h-11 border-transparent border-b-2 aria-selected:border-primary",
          )}
        >
          {tab.icon && <Icon is={tab.icon} className="mr-1.5 inline-block! size-3.5" />}
          {tab.label}
          {tab.count !== undefined && (
            <span className="ml-1.5 text-muted-foreground text-xs tabular-nums">{tab.count}</span>
          )}
        </button>
      ))}
    </div>
  );
}

export function panelId(id: string): string {
  return `panel-${id}`;
}

function tabId(id: string): string {
  return `tab-${id}`;
}
