"use client";
import * as Popover from "@radix-ui/react-popover";
import clsx from "clsx";
import { type UseComboboxReturnValue, useCombobox } from "downshift";
import { Check, ChevronDown, Plus, RotateCw } from "lucide-react";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useController } from "react-hook-form";
import type { List } from "#lib/list.ts";
import { fold } from "#lib/text.ts";
import { Field, type FieldProps } from "./field.tsx";
import { useSettled } from "./use-delayed.ts";
import { useWindow } from "./use-window.ts";

/** `detail` tells two of one name apart. */
export type Option = { id: string; name: string; detail?: string };

type Props = FieldProps & {
  /** Gets the typed text, 300 ms after the last key, and gives the options that fit. */
  useOptions: (search: string) => List<Option>;
  placeholder?: string;
  /** "Create contact" offers to make what was typed; absent where nothing can be made. */
  createLabel?: string;
  onCreate?: (text: string) => void;
  /** Names that tell options apart: one that is there already is not offered to be made again. */
  unique?: boolean;
  /** Offered to be made where there is nothing to choose yet. */
  suggestions?: { hint: string; names: string[] };
};

/** What is offered beside the options: to make one, or to load them again. */
type Item = Option & { creates?: true };

// An option and not a button: the focus stays in the text box, and a click outside the options would close them.
const RETRY: Item = { id: "retry", name: "Try again" };
const NEAR_END = 100;

/** One of many, found by typing. The form holds {id, name} or null. */
export function Combobox(all: Props) {
  const { useOptions, placeholder, createLabel, onCreate, unique, suggestions, ...props } = all;
  const { field } = useController({ name: props.name });
  const value = field.value as Option | null;
  const [text, setText] = useState(value?.name ?? "");
  const wanted = text === value?.name ? "" : text.trim();
  const [search] = useSettled(wanted);
  const list = useOptions(search);

  // The rows that are left then may answer another search.
  const failed = list.error && !list.busy;
  const settled = list.rows && !list.busy && wanted === search;
  const taken = unique && list.rows?.some(({ name }) => fold(name) === fold(wanted));
  const suggested = settled && !failed && !wanted && list.rows?.length === 0 ? suggestions : undefined;
  const creations = wanted && !taken ? [wanted] : (suggested?.names ?? []);
  const items: Item[] = [
    ...(failed ? [RETRY] : (list.rows ?? [])),
    ...(createLabel ? creations : []).map((name) => ({ id: `create ${name}`, name, creates: true as const })),
  ];

  const combobox = useCombobox<Item>({
    items,
    inputValue: text,
    selectedItem: value,
    itemToString: (item) => item?.name ?? "",
    stateReducer: (_, { changes }) =>
      changes.selectedItem === RETRY ? { ...changes, isOpen: true } : changes,
    onSelectedItemChange: ({ selectedItem }) => {
      // Nothing, when the options changed below the pointer: that is no choice, and takes none back.
      if (!selectedItem) return;
      if (selectedItem === RETRY) return list.retry();
      if (selectedItem.creates) return onCreate?.(selectedItem.name);
      field.onChange(selectedItem);
      setText(selectedItem.name);
    },
    onIsOpenChange: ({ isOpen }) => {
      // Text that chose nothing would look like a choice.
      if (!isOpen && !value) field.onBlur();
    },
  });

  // The form may be given a value from outside: the contact that was just created.
  useEffect(() => {
    if (value) setText(value.name);
  }, [value]);

  // Set with the event and not from downshift's state: that comes later, and a fast typist would lose letters.
  function type(next: string) {
    setText(next);
    if (value && next !== value.name) field.onChange(null);
  }

  const menu = useRef<HTMLUListElement>(null);
  const { loadMore, error } = list;
  const loadMoreNearEnd = useCallback(() => {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = menu.current ?? {};
    if (clientHeight > 0 && scrollHeight - scrollTop - clientHeight < NEAR_END) loadMore();
  }, [loadMore]);
  // Who is at the end already, while something else was still being read, scrolls no further.
  useEffect(() => {
    if (!error) loadMoreNearEnd();
  }, [error, loadMoreNearEnd]);

  return (
    <Field {...props}>
      {(control) => (
        <Popover.Root open={combobox.isOpen}>
          <Popover.Anchor className="relative">
            <input
              {...combobox.getInputProps({
                ref: field.ref,
                name: field.name,
                onBlur: field.onBlur,
                onChange: (event) => type(event.currentTarget.value),
              })}
              {...control}
              aria-labelledby={undefined}
              autoComplete="off"
              placeholder={placeholder}
              className="field pr-9"
            />
            <button
              {...combobox.getToggleButtonProps()}
              type="button"
              tabIndex={-1}
              aria-label={`Show ${props.label.toLowerCase()} choices`}
              className="absolute inset-y-0.5 right-0.5 grid w-8 pointer-coarse:inset-y-0 pointer-coarse:w-11 place-items-center rounded-md text-muted-foreground"
            >
              <ChevronDown size={14} aria-hidden="true" />
            </button>
          </Popover.Anchor>
          <Popover.Portal>
            {/* The focus stays in the text box: the keys that choose an option are its own. */}
            <Popover.Content
              align="start"
              sideOffset={4}
              collisionPadding={12}
              role="presentation"
              onOpenAutoFocus={(event) => event.preventDefault()}
              onCloseAutoFocus={(event) => event.preventDefault()}
              className="z-60 w-(--radix-popover-trigger-width) rounded-lg border border-border-strong bg-popover shadow-3"
            >
              <ul
                {...combobox.getMenuProps(
                  { ref: menu, "aria-label": props.label },
                  { suppressRefError: true },
                )}
                aria-labelledby={undefined}
                onScroll={loadMoreNearEnd}
                className="relative max-h-60 overflow-y-auto p-1.5 empty:hidden"
              >
                <Options
                  menu={menu}
                  items={items}
                  combobox={combobox}
                  chosen={value?.id}
                  createLabel={createLabel}
                />
              </ul>
              <p role="status" className="px-4 py-3 text-muted-foreground text-sm empty:hidden">
                {failed
                  ? "Could not load."
                  : !settled
                    ? "Loading…"
                    : list.rows?.length === 0
                      ? (suggested?.hint ?? "No results found")
                      : ""}
              </p>
            </Popover.Content>
          </Popover.Portal>
        </Popover.Root>
      )}
    </Field>
  );
}

type OptionsProps = {
  menu: RefObject<HTMLUListElement | null>;
  items: Item[];
  combobox: UseComboboxReturnValue<Item>;
  chosen: string | undefined;
} & Pick<Props, "createLabel">;

function Options({ menu, items, combobox, chosen, createLabel }: OptionsProps) {
  const { highlightedIndex, getItemProps } = combobox;
  const { pieces, windowed } = useWindow(menu, menu, items, items[highlightedIndex]?.id);
  return pieces.map((piece) => {
    if (typeof piece === "object") {
      return <li key={piece.key} role="presentation" data-room="" style={{ height: piece.height }} />;
    }
    const item = items[piece];
    if (!item) return null;
    return (
      <li
        key={item.id}
        {...getItemProps({ item, index: piece })}
        aria-setsize={windowed ? items.length : undefined}
        aria-posinset={windowed ? piece + 1 : undefined}
        className={clsx(
          "flex min-h-9 cursor-pointer items-center gap-2 rounded-md px-2.5 py-1 pointer-coarse:min-h-11",
          highlightedIndex === piece && "bg-primary-soft text-primary-soft-foreground",
          (item.creates || item === RETRY) && "font-medium text-link",
        )}
      >
        {item.creates && <Plus size={16} aria-hidden="true" />}
        {item === RETRY && <RotateCw size={16} aria-hidden="true" />}
        <span className="grid min-w-0">
          <span>{item.creates ? `${createLabel} “${item.name}”` : item.name}</span>
          {item.detail && <span className="truncate text-muted-foreground text-sm">{item.detail}</span>}
        </span>
        {item.id === chosen && <Check size={16} aria-hidden="true" className="ml-auto shrink-0" />}
      </li>
    );
  });
}
