"use client";
import { TriangleAlert } from "lucide-react";
import { useId, useState } from "react";
import { FailureLine } from "#components/ui/failure-line.tsx";
import { refusal } from "#lib/api/refusal.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";

export function StoresAccount() {
  const { data } = useRead("people.accounts", {});
  const { act, pending } = useAct("people.setStoresAccount");
  const [failure, setFailure] = useState<string | null>(null);
  const id = useId();
  if (!data || data.length === 0) return null;

  async function choose(userId: string) {
    if (pending) return;
    setFailure(refusal("people.setStoresAccount", await act({ params: { id: userId } }))?.text ?? null);
  }

  return (
    <section
      aria-labelledby={id}
      className="grid gap-3 rounded-lg border bg-card p-5 shadow-1 phone:-mx-4 phone:rounded-none phone:border-x-0 phone:p-4"
    >
      <header>
        <h2 id={id}>The store’s email</h2>
        <p className="mt-0.5 text-muted-foreground">
          This account sends confirmations, reminders and automations. The person who connected it can read
          them.
        </p>
      </header>
      <div role="radiogroup" aria-labelledby={id} aria-busy={pending} className="grid gap-1">
        {data.map(({ userId, name, address, provider, isStores, error }) => (
          <label key={userId} className="flex min-h-9 items-center gap-2.5 pointer-coarse:min-h-11">
            <input
              type="radio"
              name={id}
              checked={isStores}
              onChange={() => choose(userId)}
              className="size-4 shrink-0 accent-primary"
            />
            <span className="wrap-anywhere min-w-0">
              {name}
              <span className="text-muted-foreground text-sm">{` · ${address || provider}`}</span>
              {error && (
                <span className="flex items-center gap-1.5 text-sm text-warning">
                  <TriangleAlert size={14} aria-hidden="true" />
                  {error}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
      {failure && <FailureLine>{failure}</FailureLine>}
    </section>
  );
}
