"use client";
import clsx from "clsx";
import type { ReactNode } from "react";
import { panelId } from "./tabs.tsx";
import { PHONE, useMedia } from "./use-media.ts";

type Props = { id: string; label: string; shown: boolean; className?: string; children: ReactNode };

/** A zone of a screen: a region, and on phones the panel of its tab. `shown` counts on phones only. */
export function Panel({ id, label, shown, className, children }: Props) {
  const phone = useMedia(PHONE);
  return (
    <section
      id={panelId(id)}
      role={phone ? "tabpanel" : undefined}
      aria-label={label}
      className={clsx(
        "min-w-0 rounded-lg border bg-card shadow-1 phone:-mx-4 phone:rounded-none phone:border-x-0 phone:border-t-0",
        !shown && "phone:hidden",
        className,
      )}
    >
      {children}
    </section>
  );
}
