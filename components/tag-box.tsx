import * as Popover from "@radix-ui/react-popover";
import clsx from "clsx";
import { useCombobox } from "downshift";
import { Check, Plus } from "lucide-react";
import { type ChangeEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useRead } from "#lib/api/use-read.ts";
import { LONGEST_TAG } from "#lib/contract/tag-terms.ts";
import type { Tag } from "#lib/contract/tags.ts";
import { fold } from "#lib/text.ts";
import { TagChip } from "./tag-chip.tsx";
import { ChoiceList } from "./ui/choice-list.tsx";
import { useChoiceKeys } from "./ui/use-choice-keys.ts";

type Item = Tag & { creates?: true };

type Props = {
  tags: readonly Tag[];
  onAdd: (name: string) => void;
  onRemove: (tag: Tag) => void;
  onClose: () => void;
  mayCreate?: boolean;
  label?: string;
  className?: string;
};

export function TagBox(props: Props) {
  const { tags, onAdd, onRemove, onClose, mayCreate = true, label = "Add a tag", className } = props;
  const [text, setText] = useState("");
  const wanted = text.replace(/[,;]/g, "").trim();
  const findSelected = (name: string) => tags.find((one) => isSame(one.name, name));
  const { items, isLoaded, failure } = useItems(wanted, tags, mayCreate);
  const input = useRef<HTMLInputElement>(null);

  function toggle(name: string) {
    setText("");
    const selected = findSelected(name);
    if (selected) onRemove(selected);
    else onAdd(name);
  }
  const keys = useChoiceKeys<Item>({
    wanted,
    settled: isLoaded,
    choose(endedBy, index) {
      const item = items[index];
      if (!item || endedBy === "blur") return;
      toggle(item.name);
      combobox.setHighlightedIndex(-1);
    },
  });
  const combobox = useCombobox<Item>({
    items,
    inputValue: text,
    selectedItem: null,
    initialIsOpen: true,
    itemToString: (item) => item?.name ?? "",
    stateReducer: (state, change) =>
      change.type === useCombobox.stateChangeTypes.ItemClick
        ? { ...change.changes, isOpen: true, inputValue: "" }
        : keys.stateReducer(state, change),
    onSelectedItemChange: ({ selectedItem }) => selectedItem && toggle(selectedItem.name),
  });

  useEffect(() => input.current?.focus(), []);

  function onChange({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    keys.forget();
    const isEnded = mayCreate && /[,;]$/.test(currentTarget.value);
    if (isEnded && wanted && !findSelected(wanted)) toggle(wanted);
    else setText(currentTarget.value);
  }

  function onKeyDown(event: KeyboardEvent) {
    keys.onKeyDown(event, combobox);
    if (event.key === "Escape") {
      event.preventDefault();
      onClose();
    }
    const last = tags.at(-1);
    if (event.key === "Backspace" && text === "" && last) onRemove(last);
    if (event.key === "Enter") event.preventDefault();
  }

  const none = mayCreate ? "Type a name to make the first tag." : "No tag has this name.";
  const empty = findSelected(wanted) ? "This tag already exists." : none;
  return (
    <Popover.Root open={combobox.isOpen}>
      <Popover.Anchor asChild>
        <input
          {...combobox.getInputProps({
            ref: input,
            "aria-label": label,
            onBlur: onClose,
            onChange,
            onKeyDown,
          })}
          aria-labelledby={undefined}
          data-takes-escape=""
          autoComplete="off"
          maxLength={LONGEST_TAG + 1}
          placeholder="Type a tag"
          className={clsx("field", className)}
        />
      </Popover.Anchor>
      <ChoiceList
        {...combobox.getMenuProps({ "aria-label": "Tags" }, { suppressRefError: true })}
        className="w-60"
        status={isLoaded ? (items.length === 0 ? empty : "") : failure || "Loading…"}
      >
        {items.map((item, index) => (
          <li
            key={item.id}
            {...combobox.getItemProps({ item, index })}
            className={clsx(
              "flex min-h-9 cursor-pointer items-center gap-2 rounded-md px-2 py-1 pointer-coarse:min-h-11",
              combobox.highlightedIndex === index && "bg-primary-soft text-primary-soft-foreground",
              item.creates && "font-medium text-link",
            )}
          >
            <ItemLabel item={item} isSelected={findSelected(item.name) !== undefined} />
          </li>
        ))}
      </ChoiceList>
    </Popover.Root>
  );
}

const isSame = (a: string, b: string) => fold(a) === fold(b);

function useItems(wanted: string, selected: readonly Tag[], mayCreate: boolean) {
  const { data, error, isValidating } = useRead("tags.list", {});
  const isSelected = (name: string) => selected.some((one) => isSame(one.name, name));
  const items: Item[] = (data ?? []).filter(
    ({ name }) => fold(name).includes(fold(wanted)) && !(wanted && isSelected(name)),
  );
  const isKnown = isSelected(wanted) || items.some(({ name }) => isSame(name, wanted));
  if (mayCreate && wanted && !isKnown && data)
    items.push({ id: `create ${wanted}`, name: wanted, color: null, creates: true });
  const failure = error && !isValidating ? "Could not load." : "";
  return { items, isLoaded: data !== undefined, failure };
}

function ItemLabel({ item, isSelected }: { item: Item; isSelected: boolean }) {
  if (item.creates)
    return (
      <>
        <Plus size={16} />
        <span className="min-w-0 truncate">Create “{item.name}”</span>
      </>
    );
  return (
    <>
      <TagChip name={item.name} color={item.color} />
      {isSelected && (
        <>
          <Check size={16} className="ml-auto shrink-0" />
          <span className="sr-only">chosen, removes it</span>
        </>
      )}
    </>
  );
}
