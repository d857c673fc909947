import clsx from "clsx";
import { useCombobox } from "downshift";
import { Plus } from "lucide-react";
import type { Ref } from "react";
import { useMoney } from "#components/shell/use-me.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { TypedLine } from "#lib/contract/repair-terms.ts";
import { startsWords } from "#lib/text.ts";

const MOST = 6;

type Props = {
  ref: Ref<HTMLInputElement>;
  text: string;
  onType: (text: string) => void;
  onAdd: (line: TypedLine) => void;
  errorId: string | undefined;
};

export function WorkFinder({ ref, text, onType, onAdd, errorId }: Props) {
  const money = useMoney();
  const { data } = useRead("repairs.settings", {});
  const wanted = text.trim();
  const found = wanted
    ? (data?.prices ?? []).filter(({ name }) => startsWords(name, wanted)).slice(0, MOST)
    : [];
  const priced = found.map(
    ({ name, note, amount }): TypedLine => ({ name, note, amount: money.format(Number(amount)) }),
  );
  const items = wanted ? [...priced, { name: wanted, note: "", amount: "" }] : [];

  const combobox = useCombobox<TypedLine>({
    items,
    inputValue: text,
    selectedItem: null,
    itemToString: () => text,
    stateReducer: (_, { type, changes }) =>
      type === useCombobox.stateChangeTypes.InputChange
        ? { ...changes, highlightedIndex: 0 }
        : type === useCombobox.stateChangeTypes.InputBlur
          ? { ...changes, selectedItem: null }
          : changes,
    onSelectedItemChange: ({ selectedItem }) => selectedItem && onAdd(selectedItem),
  });
  const isOpen = combobox.isOpen && items.length > 0;

  return (
    <div className="relative" data-takes-escape={isOpen ? "" : undefined}>
      <label className={clsx("field flex cursor-text items-center gap-2", errorId && "border-danger!")}>
        <Plus size={16} strokeWidth={1.75} className="shrink-0 text-muted-foreground" />
        <input
          {...combobox.getInputProps({
            ref,
            onChange: (event) => onType(event.currentTarget.value),
            onKeyDown(event) {
              if (event.key !== "Enter") return;
              const isPlain = !event.ctrlKey && !event.metaKey;
              if (isPlain) event.preventDefault();
              if (!isPlain || !isOpen) Object.assign(event.nativeEvent, { preventDownshiftDefault: true });
              if (isPlain && !isOpen && wanted) onAdd({ name: wanted, note: "", amount: "" });
            },
          })}
          aria-label="Add work"
          aria-labelledby={undefined}
          aria-required
          aria-invalid={errorId !== undefined}
          aria-describedby={errorId}
          autoComplete="off"
          maxLength={120}
          placeholder={
            data?.prices.length
              ? "Add work from the price list, or type your own"
              : "Add work, like “Resize ring”"
          }
          className="min-w-0 flex-1 bg-transparent outline-none"
        />
      </label>
      <ul
        {...combobox.getMenuProps({ "aria-label": "Work" }, { suppressRefError: true })}
        aria-labelledby={undefined}
        className={clsx("floating absolute inset-x-0 top-full z-10 mt-1 p-1", !isOpen && "hidden")}
      >
        {isOpen &&
          items.map((item, index) => (
            <li
              key={item.amount ? `${item.name} ${item.note}` : "own"}
              {...combobox.getItemProps({ item, index })}
              className={clsx(
                "flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2 py-1.5 pointer-coarse:min-h-11",
                !item.amount && "font-medium text-link",
                !item.amount && items.length > 1 && "mt-1 border-t",
                combobox.highlightedIndex === index && "bg-primary-soft text-primary-soft-foreground",
              )}
            >
              {item.amount ? (
                <>
                  <span className="grid min-w-0 flex-1">
                    <span className="truncate font-medium">{item.name}</span>
                    {item.note && <span className="truncate text-muted-foreground text-sm">{item.note}</span>}
                  </span>
                  <span className="font-medium tabular-nums">{item.amount}</span>
                </>
              ) : (
                <>
                  <Plus size={16} />
                  <span className="truncate">Add “{item.name}” with its own price</span>
                </>
              )}
            </li>
          ))}
      </ul>
    </div>
  );
}
