import { useState } from "react";
import { ChoiceLine } from "#components/ui/choice-line.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { setSingleKeys, singleKeysOn } from "./browser-choices.ts";
import { settings } from "./navigation.ts";
import { useScreens } from "./use-me.ts";

const anywhere = [
  ["Ctrl K", "Quick find"],
  ["Ctrl B", "Collapse the sidebar"],
  ["/", "Search"],
  ["n", "New"],
  ["z", "Undo the last change"],
  ["Ctrl ↵", "Save a form"],
  ["Ctrl S", "Save the page"],
  ["Esc", "Close"],
  ["F8", "Notifications"],
  ["?", "This list"],
] as const;

const lists = [
  ["j k", "Next or previous row"],
  ["e", "Edit the row in focus"],
  ["Del", "Delete the row in focus"],
] as const;

const screenKeys = [
  ["x", "Contact in focus: select"],
  ["Ctrl A", "Contacts: select all loaded"],
  ["b", "Contacts selected: go to the actions"],
  ["1 2 3", "Dashboard: period; contact: tab"],
  ["x", "Dashboard: mark the row in focus as done"],
  ["l", "Dashboard: postpone the task in focus"],
  ["t", "Dashboard: new task"],
  ["f", "Contacts: add a condition"],
  ["e", "Contact or repair: edit"],
  ["m t", "Contact: new email or task"],
  ["p", "Timeline entry in focus: pin"],
  ["r", "Email in focus: reply"],
  ["t", "Calendar: today"],
  ["← →", "Calendar: previous or next period"],
  ["m", "Appointment in focus: move"],
  ["t", "Sale in focus: take a payment"],
  ["r", "Sale in focus: refund"],
  ["p", "Sale in focus: print the receipt"],
] as const;

export function ShortcutsHelp({ onClose }: { onClose: () => void }) {
  const [on, setOn] = useState(singleKeysOn);
  const places = [...useScreens(), settings].map(({ hotkey, label }) => [`g ${hotkey}`, label] as const);
  return (
    <Modal title="Keyboard shortcuts" onClose={onClose} className="max-w-xl!">
      <div className="relative grid gap-x-8 gap-y-4 overflow-y-auto px-5 pb-5 md:grid-cols-2">
        <Keys title="Anywhere" keys={anywhere} />
        <Keys title="Go to" keys={[...places, ["g u", "Automations"]]} />
        <Keys title="In a list" keys={lists} />
        <Keys title="On one screen" keys={screenKeys} />
        <ChoiceLine
          type="checkbox"
          checked={on}
          onChange={({ target }) => {
            setOn(target.checked);
            setSingleKeys(target.checked);
          }}
          className="md:col-span-2"
        >
          Use single keys as shortcuts
        </ChoiceLine>
      </div>
    </Modal>
  );
}

function Keys({ title, keys }: { title: string; keys: readonly (readonly [string, string])[] }) {
  return (
    <section>
      <h2 className="mb-1">{title}</h2>
      <dl>
        {keys.map(([key, what]) => (
          <div
            key={`${key} ${what}`}
            className="flex min-h-8 items-center justify-between gap-4 border-b last:border-0"
          >
            <dt>{what}</dt>
            <dd className="flex gap-1">
              {key.split(" ").map((part) => (
                <kbd key={part}>{part}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
