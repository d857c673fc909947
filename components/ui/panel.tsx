import clsx from "clsx";
import type { ReactNode } from "react";
import { panelId } from "./tabs.tsx";
import { PHONE, useMedia } from "./use-media.ts";

const BOX = "rounded-lg border shadow-1 phone:rounded-none phone:border-x-0 phone:border-t-0";

type Props = {
  id: string;
  label: string;
  shown: boolean;
  tabbed?: boolean;
  className?: string;
  children: ReactNode;
};

export function Panel({ id, label, shown, tabbed = false, className, children }: Props) {
  const phone = useMedia(PHONE);
  return (
    <section
      id={panelId(id)}
      role={tabbed || phone ? "tabpanel" : undefined}
      aria-label={label}
      className={clsx(
        "min-w-0 bg-card phone:-mx-4",
        tabbed ? !shown && "hidden" : [BOX, !shown && "phone:hidden"],
        className,
      )}
    >
      {children}
    </section>
  );
}
