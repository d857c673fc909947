"use client";
import clsx from "clsx";
import { ChevronDown, ListFilter, Printer } from "lucide-react";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { Menu, type MenuItem } from "#components/ui/menu.tsx";
import { type Look, ME, NOBODY, type Shown } from "#lib/calendar/people.ts";
import { replaceUrl } from "#lib/layers.ts";
import { colorClass } from "./appointment-button.tsx";

type Props = { team: Shown; look: Look };

const pill =
  "inline-flex h-7 shrink-0 items-center gap-1.5 rounded-full border border-border-strong bg-card px-2.5 font-medium text-sm hover:bg-accent pointer-coarse:h-11";

/** Whose appointments are shown, of which types, and what their colours mean; all of it stands in the address. */
export function Filters({ team, look }: Props) {
  const types = team.types.filter(({ id, count }) => count > 0 || look.types.includes(id));
  return (
    <div data-paper="no" className="-mt-1.5 flex shrink-0 items-center gap-1.5 px-4 pb-2 phone:hidden">
      <Menu
        label={`People ${peopleText(team, look)}`}
        items={peopleItems(team, look)}
        wrapperClassName="inline-flex shrink-0"
        className={pill}
      >
        People <span className="font-normal text-muted-foreground">{peopleText(team, look)}</span>
        <ChevronDown size={14} aria-hidden="true" className="-mr-0.5 text-muted-foreground" />
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
        <ChevronDown size={14} aria-hidden="true" className="-mr-0.5 text-muted-foreground" />
      </Menu>
      {types.length > 0 && (
        <>
          <span aria-hidden="true" className="mx-1 h-5 w-px shrink-0 bg-border-strong" />
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no row of a flex box */}
          <div
            role="group"
            aria-label="Types"
            className="relative flex min-w-0 flex-1 gap-1.5 overflow-x-auto [scrollbar-width:none] [&>button]:px-2.25"
          >
            {types.map(({ id, name, color, count }) => (
              <Chip
                key={id}
                pressed={look.types.includes(id)}
                onPress={({ shiftKey }) => put("type", chosenTypes(look.types, id, shiftKey))}
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
          </div>
        </>
      )}
      <Button
        variant="ghost"
        aria-label="Print"
        title="Print"
        onClick={() => window.print()}
        className="-mr-2 ml-auto h-7! px-2! pointer-coarse:h-11!"
      >
        <Printer size={16} strokeWidth={1.75} aria-hidden="true" />
      </Button>
    </div>
  );
}

/** The same for a phone, in one menu. */
export function FilterButton({ team, look }: Props) {
  const types = team.types.map(
    ({ id, name }, index): MenuItem => ({
      label: name,
      many: true,
      checked: look.types.includes(id),
      onSelect: () => put("type", chosenTypes(look.types, id, true)),
      ...(index === 0 && { heading: "Types" }),
    }),
  );
  const isOn = look.people.length + look.types.length > 0;
  return (
    <Menu
      label={isOn ? "Filter, on" : "Filter"}
      items={[...peopleItems(team, look), ...colorItems(look), ...types]}
      className={buttonClass({ className: clsx("w-11 px-0!", isOn && "border-primary! text-primary") })}
    >
      <ListFilter size={18} strokeWidth={1.75} aria-hidden="true" />
    </Menu>
  );
}

/** A press means that type alone, and pressed again all; with Shift it comes and goes beside the others. */
function chosenTypes(before: string[], id: string, isOneMore: boolean): string[] {
  const isThere = before.includes(id);
  if (!isOneMore) return isThere && before.length === 1 ? [] : [id];
  return isThere ? before.filter((other) => other !== id) : [...before, id];
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
      onSelect: () => put("people", [ME]),
    },
    { label: "All", checked: isAll, onSelect: () => put("people", []) },
    ...columns.map(({ id, name, isMe }): MenuItem => {
      const own = id || NOBODY;
      return {
        label: isMe ? `${name} (me)` : name,
        many: true,
        checked: shown.includes(own),
        onSelect: () =>
          put("people", shown.includes(own) ? shown.filter((other) => other !== own) : [...shown, own]),
      };
    }),
  ];
}

function colorItems(look: Look): MenuItem[] {
  return [
    {
      label: "Type",
      heading: "Color by",
      checked: look.color === "type",
      onSelect: () => put("color", []),
    },
    { label: "Person", checked: look.color === "person", onSelect: () => put("color", ["person"]) },
  ];
}

/** Nothing asks the server again. */
function put(name: keyof Look | "type", values: string[]): void {
  const query = new URLSearchParams(window.location.search);
  query.delete(name);
  const rest = query.toString();
  const own = values.length > 0 ? `${name}=${values.map(encodeURIComponent).join(",")}` : "";
  const search = [rest, own].filter(Boolean).join("&");
  replaceUrl(`${window.location.pathname}${search ? `?${search}` : ""}`);
}
