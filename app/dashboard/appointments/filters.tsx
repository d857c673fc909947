import clsx from "clsx";
import { ChevronDown, ListFilter, Printer } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { Group } from "#components/ui/group.tsx";
import { Menu } from "#components/ui/menu.tsx";
import type { MenuItem } from "#components/ui/menu-content.tsx";
import { type Look, ME, NOBODY, type Shown, type TypeCount } from "#lib/calendar/people.ts";
import { replaceQuery } from "#lib/layers.ts";
import { colorClass } from "./appointment-button.tsx";
import { useAwayMenu } from "./away.tsx";

type Props = { team: Shown; look: Look };

const pill =
  "inline-flex h-7 shrink-0 items-center gap-1.5 rounded-full border border-border-strong bg-card px-2.5 font-medium text-sm hover:bg-accent pointer-coarse:h-11";

export function Filters({ team, look }: Props) {
  const types = team.types.filter(({ id, count }) => count > 0 || look.types.includes(id));
  const away = useAwayItems(team);
  return (
    <div data-paper="no" className="-mt-1 flex shrink-0 items-center gap-1.5 px-4 pb-1.5 phone:hidden">
      <Menu
        label={`People ${peopleText(team, look)}`}
        items={peopleItems(team, look)}
        wrapperClassName="inline-flex shrink-0"
        className={pill}
      >
        People <span className="font-normal text-muted-foreground">{peopleText(team, look)}</span>
        <ChevronDown size={14} className="-mr-0.5 text-muted-foreground" />
      </Menu>
      <Menu
        label={`Color by ${look.color === "person" ? "Person" : "Type"}`}
        items={colorItems(look)}
        wrapperClassName="inline-flex shrink-0"
        className={pill}
      >
        Color by{" "}
        <span className="font-normal text-muted-foreground">
          {look.color === "person" ? "Person" : "Type"}
        </span>
        <ChevronDown size={14} className="-mr-0.5 text-muted-foreground" />
      </Menu>
      {away.length > 0 && (
        <Menu label="Away" items={away} wrapperClassName="inline-flex shrink-0" className={pill}>
          Away
          <ChevronDown size={14} className="-mr-0.5 text-muted-foreground" />
        </Menu>
      )}
      {types.length > 0 && (
        <>
          <span aria-hidden="true" className="mx-0.5 h-5 w-px shrink-0 bg-border-strong" />
          <TypeChips types={types} look={look} />
        </>
      )}
      <Button
        icon={Printer}
        variant="ghost"
        aria-label="Print"
        title="Print"
        onClick={() => window.print()}
        className="-mr-2 ml-auto h-7! px-2! pointer-coarse:h-11!"
      />
    </div>
  );
}

function TypeChips({ types, look }: { types: TypeCount[]; look: Look }) {
  const group = useRef<HTMLDivElement>(null);
  const [fit, setFit] = useState<{ count: number; end: number } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the widths depend on the types' names and counts
  useLayoutEffect(() => {
    const box = group.current;
    if (!box) return;
    const measure = () => {
      const ends = [...box.children].slice(0, types.length).map((chip) => rightEdge(chip as HTMLElement));
      const allFit = (ends.at(-1) ?? 0) <= box.clientWidth;
      const count = ends.filter((end) => end <= box.clientWidth - MORE_WIDTH).length;
      setFit(allFit ? null : { count, end: ends[count - 1] ?? 0 });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [types.map(({ name, count }) => `${name} ${count}`).join(" ")]);
  const shown = fit ? types.slice(0, fit.count) : types;
  const more = types.slice(shown.length);
  return (
    <Group
      ref={group}
      aria-label="Types"
      className="relative flex min-w-0 flex-1 gap-1 overflow-x-clip [&>button]:gap-1 [&>button]:px-2"
    >
      {types.map(({ id, name, color, count }, index) => (
        <Chip
          key={id}
          pressed={look.types.includes(id)}
          hidden={index >= shown.length}
          onPress={({ shiftKey }) => setFilter("type", toggleType(look.types, id, shiftKey))}
        >
          {look.color === "type" && (
            <span
              aria-hidden="true"
              className={clsx(
                "drawn size-2.25 rounded-[3px] border-[1.5px] border-current",
                colorClass(color),
              )}
            />
          )}
          {name}
          <span className="font-normal text-muted-foreground tabular-nums">{count}</span>
        </Chip>
      ))}
      {fit && (
        <span style={{ left: fit.end + 4 }} className="absolute top-0">
          <Menu
            label={`${more.length} more types`}
            items={typeItems(more, look)}
            className={clsx(pill, more.some(({ id }) => look.types.includes(id)) && "text-primary!")}
          >
            {more.length} more
            <ChevronDown size={14} className="-mr-0.5 text-muted-foreground" />
          </Menu>
        </span>
      )}
    </Group>
  );
}

const MORE_WIDTH = 92;

function rightEdge({ offsetLeft, offsetWidth }: HTMLElement): number {
  return offsetLeft + offsetWidth;
}

function typeItems(types: readonly TypeCount[], look: Look): MenuItem[] {
  return types.map(
    ({ id, name }, index): MenuItem => ({
      label: name,
      many: true,
      checked: look.types.includes(id),
      onSelect: () => setFilter("type", toggleType(look.types, id, true)),
      ...(index === 0 && { heading: "Types" }),
    }),
  );
}

export function FilterButton({ team, look }: Props) {
  const isOn = look.people.length + look.types.length > 0;
  return (
    <Menu
      label={isOn ? "Filter, on" : "Filter"}
      items={[
        ...peopleItems(team, look),
        ...useAwayItems(team),
        ...colorItems(look),
        ...typeItems(team.types, look),
      ]}
      className={buttonClass({ className: clsx("w-11 px-0!", isOn && "border-primary! text-primary") })}
    >
      <ListFilter size={18} strokeWidth={1.75} />
    </Menu>
  );
}

function toggleType(selected: string[], id: string, keepsOthers: boolean): string[] {
  const isSelected = selected.includes(id);
  if (!keepsOthers) return isSelected && selected.length === 1 ? [] : [id];
  return isSelected ? selected.filter((other) => other !== id) : [...selected, id];
}

function peopleText({ columns, people }: Shown, look: Look): string {
  if (look.people.length === 0) return `All ${columns.length}`;
  const [only] = people;
  if (people.length > 1) return `${people.length} of ${columns.length}`;
  return only?.isMe ? "Only me" : (only?.name.split(" ")[0] ?? "");
}

function peopleItems({ columns, people }: Shown, look: Look): MenuItem[] {
  const isAll = look.people.length === 0;
  const shown = isAll ? [] : people.map(({ id }) => id || NOBODY);
  return [
    {
      label: "Only me",
      heading: "People",
      checked: people.length === 1 && people[0]?.isMe === true && !isAll,
      onSelect: () => setFilter("people", [ME]),
    },
    { label: "All", checked: isAll, onSelect: () => setFilter("people", []) },
    ...columns.map(({ id, name, isMe }): MenuItem => {
      const own = id || NOBODY;
      return {
        label: isMe ? `${name} (me)` : name,
        many: true,
        checked: shown.includes(own),
        onSelect: () =>
          setFilter("people", shown.includes(own) ? shown.filter((other) => other !== own) : [...shown, own]),
      };
    }),
  ];
}

function useAwayItems({ columns }: Shown): MenuItem[] {
  const menuOf = useAwayMenu();
  return columns.flatMap((person) =>
    menuOf(person)
      .slice(0, 1)
      .map((item) => ({ ...item, label: `${person.name} is away…` })),
  );
}

function colorItems(look: Look): MenuItem[] {
  return [
    {
      label: "Type",
      heading: "Color by",
      checked: look.color === "type",
      onSelect: () => setFilter("color", []),
    },
    { label: "Person", checked: look.color === "person", onSelect: () => setFilter("color", ["person"]) },
  ];
}

function setFilter(name: keyof Look | "type", values: string[]): void {
  replaceQuery({ [name]: values.join(",") });
}
