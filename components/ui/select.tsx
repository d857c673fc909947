"use client";
import * as RadixSelect from "@radix-ui/react-select";
import clsx from "clsx";
import { Check, ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";

export type SelectOption = { value: string; label: string };

type Props = Omit<ComponentProps<"button">, "onChange" | "value" | "defaultValue" | "dir"> & {
  /** Names the list where no <label> does. */
  label?: string;
  /** "" where nothing is chosen: then the placeholder shows. */
  value: string;
  options: readonly SelectOption[];
  placeholder?: string;
  onChange: (value: string) => void;
};

/** A short list to pick from; long ones are comboboxes. */
export function Select({ label, value, options, placeholder, onChange, className, ...button }: Props) {
  return (
    // Its hidden native twin says "" when the options change; no option has that value.
    <RadixSelect.Root value={value} onValueChange={(next) => next && onChange(next)}>
      <RadixSelect.Trigger
        aria-label={label}
        {...button}
        className={clsx(
          "field inline-flex items-center justify-between gap-1.5 whitespace-nowrap data-placeholder:text-muted-foreground [&>span]:truncate",
          className,
        )}
      >
        <RadixSelect.Value placeholder={placeholder} />
        <ChevronDown size={14} aria-hidden="true" className="shrink-0 text-muted-foreground" />
      </RadixSelect.Trigger>
      <RadixSelect.Portal>
        <RadixSelect.Content
          position="popper"
          sideOffset={4}
          collisionPadding={12}
          className="z-60 min-w-(--radix-select-trigger-width) max-w-[min(26rem,calc(100vw-24px))] animate-pop overflow-hidden rounded-lg border border-border-strong bg-popover p-1.5 shadow-3"
        >
          {/* However many there are, all can be reached: the list scrolls, also under a finger. */}
          <RadixSelect.Viewport
            nonce={nonce()}
            className="max-h-[min(22rem,calc(var(--radix-select-content-available-height)-14px))] overscroll-contain"
          >
            {options.map((option) => (
              <RadixSelect.Item
                key={option.value}
                value={option.value}
                className="flex min-h-9 cursor-pointer select-none items-center gap-2 rounded-md px-2.5 outline-none data-highlighted:bg-accent pointer-coarse:min-h-11 [&>span:first-child]:truncate"
              >
                <RadixSelect.ItemText>{option.label}</RadixSelect.ItemText>
                <RadixSelect.ItemIndicator className="ml-auto">
                  <Check size={16} aria-hidden="true" />
                </RadixSelect.ItemIndicator>
              </RadixSelect.Item>
            ))}
          </RadixSelect.Viewport>
        </RadixSelect.Content>
      </RadixSelect.Portal>
    </RadixSelect.Root>
  );
}

/** The viewport hides its scroll bar with a style element, which the security policy only lets through with it. */
function nonce(): string | undefined {
  // The server draws no open list.
  if (typeof document === "undefined") return undefined;
  return document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
}
