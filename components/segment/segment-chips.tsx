import clsx from "clsx";
import type { ReactNode } from "react";
import { Chip } from "#components/ui/chip.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Menu } from "#components/ui/menu.tsx";
import type { List } from "#lib/list.ts";
import { formatCount } from "#lib/text.ts";
import type { useSegment } from "./use-segment.ts";

const SHOWN = 3;

export type QuickChip = { segment: string; label: string; icon?: ReactNode; count?: number | undefined };
type Props = { asked: ReturnType<typeof useSegment>; quick: QuickChip[]; children: ReactNode };

export function SegmentChips({ asked, quick, children }: Props) {
  const { where, saved, open } = asked;
  return (
    <>
      <fieldset className="contents">
        <legend className="sr-only">Quick filters</legend>
        {quick.map(({ segment, label, icon, count }) => (
          <Chip key={label} pressed={!saved && where === segment} onPress={() => open({ segment })}>
            {icon}
            {label}
            {count !== undefined && (
              <span className="font-normal text-muted-foreground tabular-nums">{formatCount(count)}</span>
            )}
          </Chip>
        ))}
      </fieldset>
      <SavedChips asked={asked} />
      {children}
    </>
  );
}

function SavedChips({ asked: { saved, all, open } }: Pick<Props, "asked">) {
  if (all.length === 0) return null;
  const first = all.slice(0, SHOWN);
  const shown = saved && !first.includes(saved) ? [...first.slice(0, SHOWN - 1), saved] : first;
  const rest = all.filter((one) => !shown.includes(one));
  return (
    <>
      <span aria-hidden="true" className="mx-1 h-5 w-px shrink-0 bg-border" />
      <fieldset className="contents">
        <legend className="sr-only">Saved segments</legend>
        {shown.map((one) => (
          <Chip key={one.id} pressed={one.id === saved?.id} onPress={() => open(one)}>
            {one.isShared && <Heads />}
            <span className="max-w-48 truncate">{one.name}</span>
          </Chip>
        ))}
        {rest.length > 0 && (
          <Menu
            label={`${rest.length} more saved segments`}
            wrapperClassName="inline-flex shrink-0"
            className="inline-flex h-7 items-center gap-1.5 rounded-full border border-border-strong bg-card px-2.5 font-medium text-sm hover:bg-accent phone:h-11 pointer-coarse:h-11"
            items={rest.map((one) => ({
              label: one.name,
              icon: <Heads hidden={!one.isShared} />,
              onSelect: () => open(one),
            }))}
          >
            {rest.length} more
            <Icon is="chevron-down" className="size-3.5" />
          </Menu>
        )}
      </fieldset>
    </>
  );
}

function Heads({ hidden }: { hidden?: boolean }) {
  return (
    <span className={clsx("inline-flex", hidden && "invisible")}>
      <Icon is="users" className="size-3.5 text-muted-foreground" />
      {!hidden && <span className="sr-only">Everyone’s: </span>}
    </span>
  );
}

export function AddButton({ onPress, load }: { onPress: () => void; load: () => void }) {
  return (
    <button
      type="button"
      onClick={onPress}
      onPointerEnter={load}
      onFocus={load}
      data-shortcut="f"
      className="inline-flex h-7 shrink-0 items-center gap-1.5 rounded-full px-2.5 font-medium text-muted-foreground text-sm hover:bg-accent phone:h-11 pointer-coarse:h-11"
    >
      <Icon is="plus" className="size-3.5" />
      Add condition
    </button>
  );
}

type StateProps = { list: List<{ id: string }>; isWhole: boolean; isSorted: boolean; children: ReactNode };

export function ListState({ list, isWhole, isSorted, children }: StateProps) {
  const loaded = list.rows && isWhole && `${list.rows.length} loaded${isSorted ? "" : " · newest first"}`;
  return (
    <>
      <span role="status" className="sr-only">
        {loaded || ""}
      </span>
      {children && (
        <span className="ml-auto shrink-0 text-muted-foreground text-sm phone:hidden">{children}</span>
      )}
    </>
  );
}
