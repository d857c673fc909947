import * as Popover from "@radix-ui/react-popover";
import clsx from "clsx";
import { useCombobox } from "downshift";
import { Check, Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
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
  const { data, error, isValidating } = useRead("tags.list", {});
  const [text, setText] = useState("");
  const wanted = text.replace(/[,;]/g, "").trim();
  const isChosen = (name: string) => tags.some((one) => fold(one.name) === fold(name));
  const fitting: Item[] = (data ?? []).filter(
    ({ name }) => fold(name).includes(fold(wanted)) && !(wanted && isChosen(name)),
  );
  const known = isChosen(wanted) || fitting.some(({ name }) => fold(name) === fold(wanted));
  const made: Item[] =
    mayCreate && wanted && !known && data
      ? [{ id: `create ${wanted}`, name: wanted, color: null, creates: true }]
      : [];
  const items = [...fitting, ...made];
  const input = useRef<HTMLInputElement>(null);

  const add = (name: string) => {
    setText("");
    const known = tags.find((one) => fold(one.name) === fold(name));
    if (known) onRemove(known);
    else onAdd(name);
  };
  const keys = useChoiceKeys<Item>({
    wanted,
    settled: data !== undefined,
    choose(endedBy, index) {
      const item = items[index];
      if (!item || endedBy === "blur") return;
      add(item.name);
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
    onSelectedItemChange: ({ selectedItem }) => selectedItem && add(selectedItem.name),
  });

  useEffect(() => input.current?.focus(), []);

  return (
    <Popover.Root open={combobox.isOpen}>
      <Popover.Anchor asChild>
        <input
          {...combobox.getInputProps({
            ref: input,
            "aria-label": label,
            onBlur: onClose,
            onChange: (event) => {
              const next = event.currentTarget.value;
              keys.forget();
              if (mayCreate && /[,;]$/.test(next) && wanted && !isChosen(wanted)) add(wanted);
              else setText(next);
            },
            onKeyDown: (event) => {
              keys.onKeyDown(event, combobox);
              if (event.key === "Escape") {
                event.preventDefault();
                onClose();
              }
              const last = tags.at(-1);
              if (event.key === "Backspace" && text === "" && last) onRemove(last);
              if (event.key === "Enter") event.preventDefault();
            },
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
        status={
          !data
            ? error && !isValidating
              ? "Could not load."
              : "Loading…"
            : items.length === 0
              ? isChosen(wanted)
                ? "This tag already exists."
                : mayCreate
                  ? "Type a name to make the first tag."
                  : "No tag has this name."
              : ""
        }
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
            {item.creates ? (
              <>
                <Plus size={16} />
                <span className="min-w-0 truncate">Create “{item.name}”</span>
              </>
            ) : (
              <TagChip name={item.name} color={item.color} />
            )}
            {isChosen(item.name) && (
              <>
                <Check size={16} className="ml-auto shrink-0" />
                <span className="sr-only">chosen, removes it</span>
              </>
            )}
          </li>
        ))}
      </ChoiceList>
    </Popover.Root>
  );
}
