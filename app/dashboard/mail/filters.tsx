import type { ReactNode } from "react";
import { mailStateWords } from "#components/mail-state-badge.tsx";
import { useUrlState } from "#components/shell/use-search.ts";
import { Chip } from "#components/ui/chip.tsx";
import { NOT_MAILED } from "#lib/mails.ts";

export const states = (Object.keys(mailStateWords) as (keyof typeof mailStateWords)[]).filter(
  (state) => state !== "sending",
);

export function Filters({ children }: { children?: ReactNode }) {
  const [wanted, setWanted] = useUrlState("state");
  const kinds: [id: string, words: string][] = [
    ...states.map((state): [string, string] => [state, mailStateWords[state]]),
    [NOT_MAILED, "Blocked addresses"],
  ];
  const shown = kinds.find(([id]) => id === wanted)?.[0] ?? "";
  return (
    <fieldset className="contents">
      <legend className="sr-only">Show only</legend>
      {children}
      {[["", "All"] as const, ...kinds].map(([id, words]) => (
        <Chip key={id} pressed={id === shown} onPress={() => setWanted(id)}>
          {words}
        </Chip>
      ))}
    </fieldset>
  );
}
