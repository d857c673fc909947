"use client";
import { ChevronDown, Plus } from "lucide-react";
import { buttonClass } from "#components/ui/button.tsx";
import { Menu } from "#components/ui/menu.tsx";

const CHIPS = 4;

type Props = {
  placeholders: readonly string[] | undefined;
  /** Why there are none to choose from. */
  failure: string | undefined;
  onRetry: () => void;
  onInsert: (name: string) => void;
  intoSubject: boolean;
  onIntoSubject: (intoSubject: boolean) => void;
};

/** What can be filled in, and where it goes: all in the menu, the first four one click away. */
export function PlaceholderBar(props: Props) {
  const { placeholders, failure, onRetry, onInsert, intoSubject, onIntoSubject } = props;
  return (
    <div className="grid gap-2">
      <div className="flex items-center justify-between gap-2">
        <Menu
          label="Insert placeholder"
          className={buttonClass()}
          items={(placeholders ?? []).map((name) => ({ label: name, onSelect: () => onInsert(name) }))}
        >
          Insert placeholder
          <ChevronDown size={14} aria-hidden="true" />
        </Menu>
        <label className="flex min-h-6 items-center gap-2 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            checked={intoSubject}
            onChange={(event) => onIntoSubject(event.target.checked)}
            className="size-4 accent-primary"
          />
          Insert in Subject
        </label>
      </div>
      <div className="relative flex gap-2 md:flex-wrap phone:-mx-4 phone:overflow-x-auto phone:px-4 phone:[scrollbar-width:none]">
        {placeholders?.slice(0, CHIPS).map((name) => (
          <button
            key={name}
            type="button"
            onClick={() => onInsert(name)}
            className="inline-flex h-7 shrink-0 touch-manipulation items-center gap-1 rounded-full border border-border-strong bg-card pr-2.5 pl-2 font-medium text-sm hover:bg-accent phone:h-11 pointer-coarse:h-11"
          >
            <Plus size={14} aria-hidden="true" />
            <span className="sr-only">Insert </span>
            {name}
          </button>
        ))}
        {failure && !placeholders && (
          <span className="flex items-center gap-1.5 text-muted-foreground text-sm">
            The placeholders could not be loaded.
            <button type="button" onClick={onRetry} className="link min-h-6 pointer-coarse:min-h-11">
              Try again
            </button>
          </span>
        )}
      </div>
    </div>
  );
}
