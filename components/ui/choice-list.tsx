import * as Popover from "@radix-ui/react-popover";
import clsx from "clsx";
import type { ComponentProps } from "react";

/** Below a text box that keeps the focus. `status`: instead of options, or after them. */
export function ChoiceList({ status, className, ...list }: ComponentProps<"ul"> & { status: string }) {
  return (
    <Popover.Portal>
      <Popover.Content
        align="start"
        sideOffset={4}
        collisionPadding={12}
        role="presentation"
        onOpenAutoFocus={(event) => event.preventDefault()}
        onCloseAutoFocus={(event) => event.preventDefault()}
        className={clsx("floating z-60", className)}
      >
        <ul
          {...list}
          aria-labelledby={undefined}
          className="relative max-h-60 overflow-y-auto p-1.5 empty:hidden"
        />
        <p role="status" className="px-4 py-3 text-muted-foreground text-sm empty:hidden">
          {status}
        </p>
      </Popover.Content>
    </Popover.Portal>
  );
}
