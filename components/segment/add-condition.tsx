import * as Popover from "@radix-ui/react-popover";
import clsx from "clsx";
import { useCombobox } from "downshift";
import { Plus } from "lucide-react";
import { Fragment, type ReactNode, useEffect, useRef, useState } from "react";
import { useTypedAhead } from "#components/shell/navigation.ts";
import { Icon, type IconName } from "#components/ui/icon.tsx";
import { opensKeyboard } from "#components/ui/use-media.ts";
import { useFormExtras } from "#components/use-form-extras.ts";
import { MOST_CONDITIONS, type SegmentSubject } from "#lib/contract/segment-terms.ts";
import { matches } from "#lib/text.ts";
import { type Condition, fields, ownLook, type Segment } from "./fields.ts";

type AddProps = {
  of: SegmentSubject;
  segment: Segment;
  begins?: boolean | undefined;
  onAdd: (condition: Condition) => void;
  className?: string;
};

export function AddCondition({ of, segment, begins, onAdd, className }: AddProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const isChosen = useRef(false);
  const opens = begins && segment.length === 0;
  // After a dialog around it has taken the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when it appears
  useEffect(() => {
    const timer = setTimeout(() => opens && setOpen(true));
    return () => clearTimeout(timer);
  }, []);
  if (segment.flat().length >= MOST_CONDITIONS) return null;
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={(open) => {
        isChosen.current = false;
        setOpen(open);
      }}
    >
      <Popover.Trigger
        data-shortcut="f"
        className={
          className ??
          "inline-flex h-8 items-center gap-2 rounded-md px-2 font-medium text-sm hover:bg-accent pointer-coarse:h-11"
        }
      >
        <Plus size={16} strokeWidth={2} />
        Add condition
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={6}
          collisionPadding={12}
          aria-label="Add condition"
          onOpenAutoFocus={(event) => opensKeyboard() && event.preventDefault()}
          // The condition's own popover has the focus then.
          onCloseAutoFocus={(event) => isChosen.current && event.preventDefault()}
          className="floating z-60 flex max-h-(--radix-popover-content-available-height) w-72 animate-pop flex-col outline-none"
        >
          <Choices
            of={of}
            onChoose={(condition) => {
              isChosen.current = true;
              setOpen(false);
              onAdd(condition);
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Choices({ of, onChoose }: { of: SegmentSubject; onChoose: (condition: Condition) => void }) {
  const { own = [] } = useFormExtras(of);
  const [search, setSearch] = useState("");
  useTypedAhead(setSearch);
  const looks = [...Object.values(fields), ...own.map(ownLook)];
  const items = looks.filter(
    (look) => (look.of ?? "contacts") === of && matches(`${look.label} ${look.group}`, search),
  );
  const { getInputProps, getMenuProps, getItemProps, highlightedIndex } = useCombobox({
    ...{ items, isOpen: true, inputValue: search, selectedItem: null, defaultHighlightedIndex: 0 },
    itemToString: (item) => item?.label ?? "",
    onSelectedItemChange: ({ selectedItem }) => {
      const [verb] = selectedItem?.verbs ?? [];
      if (verb) onChoose(verb.begin);
    },
  });
  return (
    <>
      <div className="p-1.5">
        <input
          {...getInputProps({ onChange: ({ currentTarget }) => setSearch(currentTarget.value) })}
          aria-label="Search conditions"
          aria-labelledby={undefined}
          placeholder="Search conditions"
          className="field"
        />
      </div>
      <ul
        {...getMenuProps({ "aria-label": "Conditions" })}
        aria-labelledby={undefined}
        className="relative min-h-0 max-h-96 overflow-y-auto px-1.5 pb-1.5"
      >
        {items.map((item, index) => (
          <Fragment key={`${item.group} ${item.label}`}>
            {items[index - 1]?.group !== item.group && (
              <li role="presentation" className="px-2.5 pt-2 pb-1 font-medium text-muted-foreground text-xs">
                {item.group}
              </li>
            )}
            <li
              {...getItemProps({ item, index })}
              className={clsx(
                "flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-2.5 py-1 pointer-coarse:min-h-11",
                index === highlightedIndex && "bg-accent",
              )}
            >
              <Icon is={item.icon as IconName} className="size-4 shrink-0 text-muted-foreground" />
              {item.label}
            </li>
          </Fragment>
        ))}
      </ul>
      <p role="status" className="px-4 text-muted-foreground">
        {items.length === 0 && <span className="block pb-3">No condition has this name.</span>}
      </p>
    </>
  );
}
