import * as Popover from "@radix-ui/react-popover";
import clsx from "clsx";
import { type UseComboboxReturnValue, useCombobox } from "downshift";
import { Check, ChevronDown, Plus, RotateCw, X } from "lucide-react";
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useController } from "react-hook-form";
import type { List } from "#lib/list.ts";
import { fold, matches } from "#lib/text.ts";
import { ChoiceList } from "./choice-list.tsx";
import { Field, type FieldProps } from "./field.tsx";
import { useChoiceKeys } from "./use-choice-keys.ts";
import { useSettled } from "./use-delayed.ts";
import { useWindow } from "./use-window.ts";

/** `detail` distinguishes equal names. */
export type Option = { id: string; name: string; detail?: string };

type Props = FieldProps & {
  /** Gets the typed text 300 ms after the last key. */
  useOptions: (search: string) => List<Option>;
  placeholder?: string;
  createLabel?: string;
  onCreate?: (text: string) => void;
  unique?: boolean;
  suggestions?: { hint: string; names: string[] };
  /** Marks a choice that isn't one of the records. Its button clears the field. */
  mark?: ReactNode;
  picture?: ReactNode;
};

type Item = Option & { creates?: true };

// An option, because the focus stays in the text box and an outside click would close the list.
const RETRY: Item = { id: "retry", name: "Try again" };
const NEAR_END = 100;

export function Combobox({ placeholder, mark, picture, ...props }: Props) {
  const { useOptions, createLabel, onCreate, unique, suggestions, ...look } = props;
  const { field, value, wanted, list, items, status, keys, combobox, type } = useChoice(props);
  const menu = useRef<HTMLUListElement>(null);
  const loadMoreNearEnd = useLoadMoreNearEnd(menu, list);
  const name = props.label.toLowerCase();
  const left = mark || (value && !wanted && picture);

  return (
    <Field {...look} notRequired={wanted && !value ? "Choose one from the list" : undefined}>
      {(control) => (
        <Popover.Root open={combobox.isOpen}>
          <Popover.Anchor className="relative">
            <input
              {...combobox.getInputProps({
                ref: field.ref,
                name: field.name,
                onBlur: () => {
                  keys.onBlur();
                  field.onBlur();
                },
                onChange: (event) => type(event.currentTarget.value),
                onClick: (event) => value && event.currentTarget.select(),
                onKeyDown: (event) => keys.onKeyDown(event, combobox),
              })}
              {...control}
              aria-labelledby={undefined}
              autoComplete="off"
              placeholder={placeholder}
              className={clsx("field pr-9", left && "pl-9!")}
            />
            {left && (
              <span className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center">
                {left}
              </span>
            )}
            <button
              {...(mark ? { onClick: () => type("") } : combobox.getToggleButtonProps())}
              type="button"
              tabIndex={mark ? undefined : -1}
              aria-label={mark ? `Clear ${name}` : `Show ${name} choices`}
              className="absolute inset-y-0.5 right-0.5 grid w-8 pointer-coarse:inset-y-0 pointer-coarse:w-11 place-items-center rounded-md text-muted-foreground"
            >
              {mark ? <X size={14} /> : <ChevronDown size={14} />}
            </button>
          </Popover.Anchor>
          <ChoiceList
            {...combobox.getMenuProps({ ref: menu, "aria-label": props.label }, { suppressRefError: true })}
            onScroll={loadMoreNearEnd}
            className="w-(--radix-popover-trigger-width)"
            status={status}
          >
            <Options
              menu={menu}
              items={items}
              combobox={combobox}
              selectedId={value?.id}
              createLabel={createLabel}
            />
          </ChoiceList>
        </Popover.Root>
      )}
    </Field>
  );
}

function useChoice({ name, useOptions, createLabel, onCreate, unique, suggestions }: Props) {
  const { field } = useController({ name });
  const value = field.value as Option | null;
  const [text, setText] = useState(value?.name ?? "");
  const wanted = text === value?.name ? "" : text.trim();
  const [search, settle] = useSettled(wanted);
  const list = useOptions(search);
  const { items, isSettled, status } = itemsOf(list, { wanted, search, createLabel, unique, suggestions });

  const keys = useChoiceKeys<Item>({
    wanted,
    settled: isSettled,
    settle,
    choose(endedBy, index) {
      const same = list.rows?.filter(({ name }) => fold(name) === fold(wanted)) ?? [];
      const item: Item | undefined =
        endedBy !== "blur" ? items[index] : same.length === 1 ? same[0] : undefined;
      // Only Enter creates: the other keys leave the field.
      if (!item || (endedBy !== "Enter" && (item.creates || item === RETRY))) return;
      take(item);
      if (item !== RETRY) combobox.closeMenu();
    },
  });

  function take(item: Item) {
    if (item === RETRY) return list.retry();
    if (item.creates) return onCreate?.(item.name);
    field.onChange(item);
    setText(item.name);
  }

  const combobox = useCombobox<Item>({
    items,
    inputValue: text,
    selectedItem: value,
    itemToString: (item) => item?.name ?? "",
    stateReducer: (state, change) =>
      change.changes.selectedItem === RETRY
        ? { ...change.changes, isOpen: true }
        : keys.stateReducer(state, change),
    // Null when the options changed under the pointer.
    onSelectedItemChange: ({ selectedItem }) => selectedItem && take(selectedItem),
    onIsOpenChange: ({ isOpen }) => {
      // Text that selects nothing would look like a choice.
      if (!isOpen && !value) field.onBlur();
    },
  });

  // The form may set a value, such as a contact that was just created.
  useEffect(() => {
    if (value) setText(value.name);
  }, [value]);

  // Downshift's state comes later, and a fast typist would lose letters.
  function type(next: string) {
    keys.forget();
    setText(next);
    if (value && next !== value.name) field.onChange(null);
  }

  return { field, value, wanted, list, items, status, keys, combobox, type };
}

type Asked = Pick<Props, "createLabel" | "unique" | "suggestions"> & { wanted: string; search: string };

function itemsOf(list: List<Option>, { wanted, search, createLabel, unique, suggestions }: Asked) {
  // The remaining rows may belong to another search.
  const failed = Boolean(list.failure) && !list.busy;
  const isLoaded = Boolean(list.rows) && !list.busy && wanted === search;
  const fitting = isLoaded ? [] : (list.rows?.filter(({ name }) => matches(name, wanted)) ?? []);
  const rows = fitting.length > 0 ? fitting : (list.rows ?? []);
  const isEmpty = list.rows?.length === 0;
  const taken = unique && list.rows?.some(({ name }) => fold(name) === fold(wanted));
  const suggested = isLoaded && !failed && !wanted && isEmpty ? suggestions : undefined;
  const creations = wanted && !taken ? [wanted] : (suggested?.names ?? []);
  const items: Item[] = [
    ...(failed ? [RETRY] : rows),
    ...(createLabel ? creations : []).map((name) => ({ id: `create ${name}`, name, creates: true as const })),
  ];
  const found = isEmpty ? (suggested?.hint ?? "No results found") : "";
  const status = failed ? "Could not load." : isLoaded ? found : "Loading…";
  return { items, isSettled: isLoaded || failed, status };
}

function useLoadMoreNearEnd(menu: RefObject<HTMLUListElement | null>, { loadMore, failure }: List<Option>) {
  const loadMoreNearEnd = useCallback(() => {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = menu.current ?? {};
    if (clientHeight > 0 && scrollHeight - scrollTop - clientHeight < NEAR_END) loadMore();
  }, [menu, loadMore]);
  // If the list was scrolled to the end during another request.
  useEffect(() => {
    if (!failure) loadMoreNearEnd();
  }, [failure, loadMoreNearEnd]);
  return loadMoreNearEnd;
}

type OptionsProps = {
  menu: RefObject<HTMLUListElement | null>;
  items: Item[];
  combobox: UseComboboxReturnValue<Item>;
  selectedId: string | undefined;
} & Pick<Props, "createLabel">;

function Options({ menu, items, combobox, selectedId, createLabel }: OptionsProps) {
  const { highlightedIndex, getItemProps } = combobox;
  const { pieces, windowed } = useWindow(menu, menu, items, { keep: items[highlightedIndex]?.id });
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
        {item.creates && <Plus size={16} />}
        {item === RETRY && <RotateCw size={16} />}
        <span className="grid min-w-0">
          <span>{item.creates ? `${createLabel} “${item.name}”` : item.name}</span>
          {item.detail && <span className="truncate text-muted-foreground text-sm">{item.detail}</span>}
        </span>
        {item.id === selectedId && <Check size={16} className="ml-auto shrink-0" />}
      </li>
    );
  });
}
