import type { ReactNode } from "react";

/** A change to make after re-authentication. */
export type Wish =
  | { what: "app" | "removeApp" | "codes" | "passkey" }
  | { what: "removePasskey"; id: string; name: string }
  | { what: "require"; isRequired: boolean };

export function Way({ name, state, children }: { name: string; state: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-48 flex-1">
        <h3 className="font-medium">{name}</h3>
        <p className="text-muted-foreground text-sm">{state}</p>
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  );
}
