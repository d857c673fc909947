import { Bell } from "lucide-react";
import type { ReactNode } from "react";
import { hasMessage } from "#components/repairs/message.ts";
import { type Moved, nextStates, secondStates, stateLooks } from "#components/repairs/states.tsx";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Menu } from "#components/ui/menu.tsx";
import { type RepairState, repairStates } from "#lib/contract/repair-terms.ts";
import type { Repair } from "#lib/contract/repairs.ts";

type Props = {
  repair: Repair;
  move: (repair: Moved, to: RepairState) => void;
  onTell: () => void;
  children: ReactNode;
};

export function Actions({ repair, move, onTell, children }: Props) {
  const { state, contact } = repair;
  const next = nextStates[repair.state];
  const second = secondStates[repair.state];
  const others = repairStates.filter((state) => state !== repair.state);
  const to = (state: RepairState) => () => move(repair, state);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a flex box in all browsers
    <div
      role="group"
      aria-label="Next step"
      data-paper="no"
      className="flex flex-wrap items-center gap-2 border-t px-4 py-3"
    >
      <Step state={next} onPress={to(next)} isNext />
      {second && <Step state={second} onPress={to(second)} />}
      {hasMessage(state, repair) && contact?.id && (
        <Button onClick={onTell} className="phone:flex-1">
          <Bell size={16} strokeWidth={1.75} aria-hidden="true" />
          {state === "READY" ? `Tell ${contact.name.split(" ")[0]}` : "Send the estimate"}
        </Button>
      )}
      <Menu
        label="Other state"
        items={others.map((state) => {
          const { icon: Look, verb } = stateLooks[state];
          return {
            label: verb,
            icon: <Look size={16} strokeWidth={1.75} aria-hidden="true" />,
            onSelect: to(state),
          };
        })}
        className={buttonClass({ variant: "ghost" })}
      >
        Other state
        <Icon is="chevron-down" className="size-3.5" />
      </Menu>
      {children}
      {others.map(
        (state) =>
          state !== next &&
          state !== second && (
            <button
              key={state}
              type="button"
              hidden
              data-shortcut={stateLooks[state].key}
              onClick={to(state)}
            />
          ),
      )}
    </div>
  );
}

type StepProps = { state: RepairState; onPress: () => void; isNext?: boolean };

function Step({ state, onPress, isNext = false }: StepProps) {
  const { icon: Look, key, verb } = stateLooks[state];
  return (
    <Button
      variant={isNext ? "primary" : "outline"}
      onClick={onPress}
      data-shortcut={key}
      className={isNext ? "phone:flex-1" : "phone:hidden"}
    >
      <Look size={16} strokeWidth={1.75} aria-hidden="true" />
      {verb}
      <span aria-hidden="true" className="phone:hidden pointer-coarse:hidden">
        <kbd className={isNext ? "border-current/40! bg-transparent! text-inherit!" : ""}>
          {key.toUpperCase()}
        </kbd>
      </span>
    </Button>
  );
}
