import type { ReactNode } from "react";
import { Icon } from "#components/ui/icon.tsx";

export function TechnicalDetails({ text, children }: { text: string; children: ReactNode }) {
  return (
    <details className="card group">
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 px-4 py-2.5">
        <span className="min-w-0 flex-1">
          <span className="block font-medium">Technical details</span>
          <span className="block text-muted-foreground text-sm">{text}</span>
        </span>
        <Icon is="chevron-down" className="text-muted-foreground group-open:rotate-180" />
      </summary>
      <div className="border-t">{children}</div>
    </details>
  );
}
