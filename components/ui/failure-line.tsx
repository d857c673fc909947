import clsx from "clsx";
import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

type Props = { className?: string; children: ReactNode };

export function FailureLine({ className, children }: Props) {
  return (
    <p
      role="alert"
      className={clsx("flex min-w-0 items-center gap-2 font-medium text-danger text-sm", className)}
    >
      <CircleAlert size={16} className="shrink-0" />
      {children}
    </p>
  );
}
