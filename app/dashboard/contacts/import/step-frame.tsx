"use client";
import { type ReactNode, useEffect, useRef } from "react";

type Props = {
  heading: string;
  /** The first one: the dialog finds the focus a place by itself. */
  first?: boolean;
  footer: ReactNode;
  children: ReactNode;
};

/** One step of the dialog. The focus goes to its heading: the button that led here is gone. */
export function StepFrame({ heading, first, footer, children }: Props) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!first) title.current?.focus();
  }, [first]);
  return (
    <>
      <div className="relative grid min-h-0 flex-1 content-start gap-4 overflow-y-auto px-5 pb-5">
        <h3 ref={title} tabIndex={-1} className="justify-self-start rounded-sm font-semibold text-lg">
          {heading}
        </h3>
        {children}
      </div>
      <footer className="flex flex-wrap items-center justify-end gap-2 border-t px-5 py-3 phone:pb-[calc(12px+env(safe-area-inset-bottom))] phone:*:flex-1">
        {footer}
      </footer>
    </>
  );
}
