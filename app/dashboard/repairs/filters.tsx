import { Chip } from "#components/ui/chip.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Menu } from "#components/ui/menu.tsx";
import { useRead } from "#lib/api/use-read.ts";
import type { Answer } from "#lib/contract/contract.ts";
import { type RepairView, repairWords } from "#lib/contract/repair-terms.ts";
import { replaceQuery } from "#lib/layers.ts";
import { fullName } from "#lib/text.ts";
import type { Asked } from "./asked.ts";
import type { Refocus } from "./use-refocus.ts";

type Props = { filter: Asked; counts: Answer<"repairs.counts"> | undefined; refocus: Refocus };

const OPEN_STATES = ["IN", "WAITING", "BENCH", "AWAY", "READY"] as const;

type ChipOf = { show: RepairView; label: string; count?: number | undefined; isLate?: true; isPhone?: true };

export function Filters({ filter, counts, refocus }: Props) {
  const isDone = filter.view === "done";
  const chips: ChipOf[] = [
    { show: "open", label: "Open", count: counts?.open },
    { show: "late", label: "Late", count: counts?.late, isLate: true },
    { show: "today", label: "Promised today", count: counts?.today },
    { show: "unnotified", label: "Ready, not notified", count: counts?.unnotified },
    { show: "readyLong", label: "Ready over 30 days", count: counts?.readyLong, isLate: true },
    ...OPEN_STATES.map(
      (state): ChipOf => ({
        ...{ show: state, label: repairWords[state], count: counts?.states[state], isPhone: true },
      }),
    ),
    { show: "done", label: "Done", isPhone: true },
  ];
  return (
    <>
      <fieldset className="contents">
        <legend className="sr-only">Show</legend>
        {chips.map(({ show: one, label, count, isLate, isPhone }) => (
          <span key={one} className={isPhone && filter.view !== one ? "hidden phone:contents" : "contents"}>
            <Chip
              pressed={filter.view === one}
              onPress={() => replaceQuery({ show: one === "open" ? "" : one })}
            >
              {label}
              {Boolean(count) && (
                <span
                  className={`font-normal tabular-nums ${isLate ? "text-danger" : "text-muted-foreground"}`}
                >
                  {count}
                </span>
              )}
            </Chip>
          </span>
        ))}
      </fieldset>
      <span aria-hidden="true" className="mx-1 h-5 w-px shrink-0 bg-border" />
      <People selected={filter.person} />
      <Workshops selected={filter.workshop} />
      <button
        ref={refocus("done")}
        type="button"
        onClick={() => {
          refocus("done", true);
          replaceQuery({ show: isDone ? "" : "done" });
        }}
        className="link ml-auto font-medium text-sm phone:hidden pointer-coarse:min-h-11"
      >
        {isDone ? "Open repairs" : "Done repairs"}
      </button>
    </>
  );
}

function People({ selected }: { selected: string | undefined }) {
  const { data: team = [] } = useRead("team.list", {});
  const people = team.map((one) => ({ value: one.id, label: fullName(one) }));
  return <Choice word="With" any="anyone" param="with" selected={selected} options={people} />;
}

function Workshops({ selected }: { selected: string | undefined }) {
  const { data: names = [] } = useRead("repairs.workshops", {});
  if (names.length === 0 && !selected) return null;
  const options = names.map((name) => ({ value: name, label: name }));
  return <Choice word="Workshop" any="any" param="workshop" selected={selected} options={options} />;
}

type ChoiceProps = {
  word: string;
  any: string;
  param: string;
  selected: string | undefined;
  options: { value: string; label: string }[];
};

function Choice({ word, any, param, selected, options }: ChoiceProps) {
  const text = options.find(({ value }) => value === selected)?.label ?? selected ?? any;
  const item = (label: string, value: string) => ({
    ...{ label, checked: (selected ?? "") === value, onSelect: () => replaceQuery({ [param]: value }) },
  });
  return (
    <Menu
      label={`${word} ${text}`}
      items={[
        item(`${any[0]?.toUpperCase()}${any.slice(1)}`, ""),
        ...options.map((one) => item(one.label, one.value)),
      ]}
      wrapperClassName="inline-flex shrink-0"
      className="inline-flex h-7 shrink-0 items-center gap-1.5 rounded-full border border-border-strong bg-card px-2.5 font-medium text-sm hover:bg-accent phone:h-11 pointer-coarse:h-11"
    >
      {word} <span className="max-w-40 truncate font-normal text-muted-foreground">{text}</span>
      <Icon is="chevron-down" className="size-3.5" />
    </Menu>
  );
}
