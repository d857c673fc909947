import clsx from "clsx";
import { Check, Users } from "lucide-react";
import { Avatar } from "#components/ui/avatar.tsx";
import type { Times } from "./use-times.ts";

export function PersonField({ people, person, showPerson }: Times) {
  if (people.length === 0) return null;
  return (
    <fieldset className="noscript:hidden">
      <legend className="mb-2 font-semibold">With whom</legend>
      <div className="grid grid-cols-2 gap-2">
        <Choice name="Anyone available" isChosen={person === null} choose={() => showPerson(null)} isWide>
          <span className="grid size-8 shrink-0 place-items-center rounded-full bg-card text-muted-foreground">
            <Users size={16} strokeWidth={1.75} aria-hidden="true" />
          </span>
        </Choice>
        {people.map(({ id, name }) => (
          <Choice key={id} name={name} isChosen={person === id} choose={() => showPerson(id)}>
            <Avatar id={id} name={name} />
          </Choice>
        ))}
      </div>
    </fieldset>
  );
}

type ChoiceProps = {
  name: string;
  isChosen: boolean;
  choose: () => void;
  isWide?: boolean;
  children: React.ReactNode;
};

function Choice({ name, isChosen, choose, isWide, children }: ChoiceProps) {
  return (
    <label
      className={clsx(
        "flex min-h-12 cursor-pointer items-center gap-2.5 rounded-lg border border-input bg-card px-2 py-1.5 font-medium hover:bg-accent",
        "has-checked:border-primary has-checked:bg-primary-soft has-checked:text-primary-soft-foreground has-checked:ring-1 has-checked:ring-primary",
        "has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2",
        isWide && "col-span-2",
      )}
    >
      <input type="radio" name="person" className="sr-only" checked={isChosen} onChange={choose} />
      {children}
      <span className="wrap-anywhere min-w-0 flex-1">{name}</span>
      {isChosen && <Check size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />}
    </label>
  );
}
