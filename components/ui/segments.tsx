import clsx from "clsx";
import type { AriaAttributes, Ref } from "react";
import { Group } from "#components/ui/group.tsx";

type Props<T extends string> = Pick<AriaAttributes, "aria-label" | "aria-labelledby"> & {
  ref?: Ref<HTMLButtonElement>;
  /** The keys 1, 2, … choose. */
  numbered?: boolean;
  className?: string;
  choices: readonly (readonly [value: T, words: string])[];
  value: T | undefined;
  onChoose: (value: T) => void;
};

export function Segments<T extends string>(props: Props<T>) {
  const { ref, numbered, className, choices, value, onChoose, ...named } = props;
  return (
    <Group
      {...named}
      className={clsx("flex gap-0.5 rounded-[10px] border bg-muted p-0.75 phone:w-full", className)}
    >
      {choices.map(([choice, words], index) => (
        <button
          key={choice}
          ref={choice === value ? ref : undefined}
          type="button"
          data-shortcut={numbered ? index + 1 : undefined}
          aria-pressed={choice === value}
          onClick={() => onChoose(choice)}
          className={clsx(
            "h-7 touch-manipulation rounded-[7px] px-3 font-medium text-muted-foreground text-sm",
            "aria-pressed:bg-card aria-pressed:text-foreground aria-pressed:shadow-1 aria-pressed:ring-1 aria-pressed:ring-border",
            "dark:aria-pressed:bg-accent phone:h-11 phone:flex-1 pointer-coarse:h-11",
          )}
        >
          {words}
        </button>
      ))}
    </Group>
  );
}
