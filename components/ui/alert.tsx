import clsx from "clsx";
import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

/** What went wrong, where it went wrong. */
export function Alert({ children }: { children: ReactNode }) {
  return (
    <p
      role="alert"
      className="flex items-start gap-2 rounded-md bg-danger-soft px-3 py-2.5 font-medium text-danger"
    >
      <CircleAlert size={16} strokeWidth={1.75} className="mt-0.5 shrink-0" aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}

type LineProps = { className?: string; children: ReactNode };

/** Why a form was not saved, in the line of its buttons. */
export function FailureLine({ className, children }: LineProps) {
  return (
    <p
      role="alert"
      className={clsx("flex min-w-0 items-center gap-2 font-medium text-danger text-sm", className)}
    >
      <CircleAlert size={16} className="shrink-0" aria-hidden="true" />
      {children}
    </p>
  );
}
