import clsx from "clsx";
import { Check } from "lucide-react";

type Props = { name: string; done: boolean; isFixed?: boolean; onChange: (done: boolean) => void };

export function Tick({ name, done, isFixed, onChange }: Props) {
  return (
    // A button, like other controls that have a row key.
    // biome-ignore lint/a11y/useSemanticElements: see the comment above
    <button
      type="button"
      role="checkbox"
      aria-checked={done}
      aria-disabled={isFixed || undefined}
      aria-label={`Done: ${name}`}
      data-row-shortcut="x"
      onClick={() => isFixed || onChange(!done)}
      className="relative z-1 grid size-5 shrink-0 touch-manipulation place-items-center rounded-full after:absolute after:-inset-2.5 pointer-coarse:size-11 pointer-coarse:after:hidden phone:size-11 phone:after:hidden"
    >
      <span
        className={clsx(
          "grid size-5 place-items-center rounded-full border-[1.5px] phone:size-6",
          done ? "border-success bg-success text-card" : "border-input",
        )}
      >
        {done && <Check size={14} />}
      </span>
    </button>
  );
}
