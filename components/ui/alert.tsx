import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

export function Alert({ children }: { children: ReactNode }) {
  return (
    <p
      role="alert"
      className="flex items-start gap-2 rounded-md bg-danger-soft px-3 py-2.5 font-medium text-danger"
    >
      <CircleAlert size={16} strokeWidth={1.75} className="mt-0.5 shrink-0" />
      <span>{children}</span>
    </p>
  );
}
