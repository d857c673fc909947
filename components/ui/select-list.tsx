import * as RadixSelect from "@radix-ui/react-select";
import { Check } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { styleNonce } from "./style-nonce.ts";

export type SelectOption = { value: string; label: string; icon?: ReactNode };

type Props = {
  id: string;
  value: string;
  options: readonly SelectOption[];
  trigger: RefObject<HTMLButtonElement | null>;
  onChange: (value: string) => void;
  onClose: () => void;
};

export function SelectList({ id, value, options, trigger, onChange, onClose }: Props) {
  return (
    <RadixSelect.Root
      open
      value={value}
      // Radix's hidden native select reports "" when the options change.
      onValueChange={(next) => next && onChange(next)}
      onOpenChange={(open) => !open && onClose()}
    >
      {/* Only an anchor, as in menu-content.tsx. */}
      <RadixSelect.Trigger asChild>
        <span aria-hidden="true" tabIndex={-1} className="pointer-events-none absolute inset-0" />
      </RadixSelect.Trigger>
      <RadixSelect.Portal>
        <RadixSelect.Content
          id={id}
          position="popper"
          sideOffset={4}
          collisionPadding={12}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            trigger.current?.focus({ preventScroll: true });
          }}
          className="floating z-60 min-w-(--radix-select-trigger-width) max-w-[min(26rem,calc(100vw-24px))] animate-pop overflow-hidden p-1.5"
        >
          {/* The list scrolls, also by touch. */}
          <RadixSelect.Viewport
            nonce={styleNonce}
            className="max-h-[min(22rem,calc(var(--radix-select-content-available-height)-14px))] overscroll-contain"
          >
            {options.map((option) => (
              <RadixSelect.Item
                key={option.value}
                value={option.value}
                className="flex min-h-9 cursor-pointer select-none items-center gap-2 rounded-md px-2.5 outline-none data-highlighted:bg-accent pointer-coarse:min-h-11 [&>span]:truncate"
              >
                {option.icon}
                <RadixSelect.ItemText>{option.label}</RadixSelect.ItemText>
                <RadixSelect.ItemIndicator className="ml-auto">
                  <Check size={16} />
                </RadixSelect.ItemIndicator>
              </RadixSelect.Item>
            ))}
          </RadixSelect.Viewport>
        </RadixSelect.Content>
      </RadixSelect.Portal>
    </RadixSelect.Root>
  );
}
