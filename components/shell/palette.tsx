import * as Dialog from "@radix-ui/react-dialog";
import { Command } from "cmdk";
import {
  CalendarPlus,
  CircleCheck,
  Hammer,
  Mail,
  Megaphone,
  Moon,
  ReceiptText,
  RotateCw,
  Search,
  UserPlus,
  Workflow,
} from "lucide-react";
import { usePathname } from "next/navigation";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "#components/ui/link.tsx";
import { Overlay } from "#components/ui/overlay.tsx";
import type { Contact } from "#lib/contract/contacts.ts";
import type { Name } from "#lib/contract/contract.ts";
import { recentContacts } from "#lib/recent.ts";
import { fullName, startsWords } from "#lib/text.ts";
import { toggleTheme } from "./browser-choices.ts";
import { mayLeave } from "./leave-guard.tsx";
import { useTypedAhead } from "./navigation.ts";
import {
  type Action,
  Glyph,
  type Group,
  type Item,
  type Place,
  personItem,
  places,
  recordGroups,
  settingItem,
  useContactActions,
  useContactItems,
  useFoundRecords,
  useSaleItems,
  Why,
} from "./palette-items.tsx";
import { useFoundSettings } from "./settings-cards.ts";
import { useMay, useMe, useMoney } from "./use-me.ts";

const profileOf = (id: string) => `/dashboard/contacts/profile/${id}`;

export function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [text, setText] = useState("");
  useTypedAhead(setText);
  const [picked, setPicked] = useState<Contact | null>(null);
  const found = useFoundRecords(picked ? "" : text);
  const mayPick = useMay()("tasks.create");
  const open = (href: string) => async () => {
    onClose();
    if (await mayLeave()) navigate(href);
  };
  const afterwards = useRef<(() => void) | null>(null);
  const ofContact = useContactActions().map(({ run, ...action }) => ({
    ...action,
    run: () => {
      afterwards.current = run;
      onClose();
    },
  }));
  const groups = useGroups({ text, picked, found, ofContact, open, onClose });
  const items = groups.flatMap(({ items }) => items);
  const { selected, ...selection } = useSelection(items, text.trim() === "" || !found.busy, found);

  function type(next: string) {
    selection.reset();
    setText(next);
  }

  function pick(contact: Contact | null) {
    type("");
    setPicked(contact);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const contact = found.contacts.find(({ id }) => id === selected?.value);
    if (event.key === "Tab" && !event.shiftKey && contact && mayPick) {
      event.preventDefault();
      return pick(contact);
    }
    if (event.key === "Backspace" && picked && text === "") return pick(null);
    selection.onKeyDown(event);
  }

  return (
    <Overlay
      onClose={onClose}
      onCloseAutoFocus={() => afterwards.current?.()}
      aria-describedby={undefined}
      className="fixed inset-x-4 top-[12vh] z-50 mx-auto max-w-160 overflow-hidden rounded-xl border border-border-strong bg-popover shadow-3"
    >
      <Dialog.Title className="sr-only">Quick find</Dialog.Title>
      {/* The host has searched already; cmdk must not filter. */}
      <Command
        shouldFilter={false}
        label="Quick find"
        loop
        value={selected?.value ?? ""}
        onValueChange={selection.onChange}
        onKeyDown={onKeyDown}
        onPointerMove={selection.onPointerMove}
      >
        <div className="flex h-13 items-center gap-2.5 border-b px-4">
          <Search size={18} strokeWidth={1.75} className="shrink-0 text-muted-foreground" />
          {picked && (
            <button
              type="button"
              aria-label={`Back to search from ${fullName(picked)}`}
              onClick={() => pick(null)}
              className="max-w-1/2 shrink-0 truncate rounded-md bg-primary-soft px-2 py-1 text-primary-soft-foreground"
            >
              {fullName(picked)}
            </button>
          )}
          <Command.Input
            ref={focusAtEnd}
            value={text}
            onValueChange={type}
            placeholder={picked ? "Find an action…" : "Find a contact, an action or a place…"}
            className="h-full min-w-0 flex-1 bg-transparent text-[1rem] outline-none"
          />
          <kbd>esc</kbd>
        </div>
        <p role="status" className="px-2.5 py-8 text-center text-muted-foreground empty:hidden">
          {items.length > 0 ? "" : found.busy ? "Searching…" : "No results found"}
        </p>
        <Results groups={groups} />
      </Command>
    </Overlay>
  );
}

const newRecords: (Omit<Action, "run"> & { href: string; needs?: Name })[] = [
  {
    label: "New appointment",
    icon: CalendarPlus,
    href: "/dashboard/appointments?new=1",
    needs: "bookings.create",
  },
  { label: "New Sale", icon: ReceiptText, href: "/dashboard/sales?new=true" },
  {
    label: "New task",
    words: "new task to-do",
    icon: CircleCheck,
    href: "/dashboard?task=new",
    needs: "tasks.create",
  },
  { label: "New repair", icon: Hammer, href: "/dashboard/repairs/new", needs: "repairs.create" },
  { label: "New contact", icon: UserPlus, href: "/dashboard/contacts?new=true" },
  { label: "New template", icon: Mail, href: "/dashboard/templates/edit/0" },
  { label: "New campaign", icon: Megaphone, href: "/dashboard/campaigns/new", needs: "campaigns.create" },
  { label: "New automation", icon: Workflow, href: "/dashboard/automations?new=true" },
];

type Wanted = {
  text: string;
  picked: Contact | null;
  found: ReturnType<typeof useFoundRecords>;
  ofContact: Action[];
  open: (href: string) => () => void;
  onClose: () => void;
};

function useGroups({ text, picked, found, ofContact, open, onClose }: Wanted): Group[] {
  const here = usePathname();
  const { data: me } = useMe();
  const money = useMoney();
  const may = useMay();
  const foundSettings = useFoundSettings(text);
  const isAllowed = ({ needs }: { needs?: Name }) => !needs || may(needs);
  const asked = text.trim() !== "";
  const only = !found.busy && found.contacts.length === 1 ? found.contacts[0] : undefined;
  const ofFound = useContactItems(picked ?? only, open, onClose);
  const ofSale = useSaleItems(found.sales, open);
  const names = found.contacts.map(fullName);
  const twins = new Set(names.filter((name, i) => names.indexOf(name) !== i));
  const actions: Action[] = [
    ...(asked ? ofContact : []),
    ...newRecords.filter(isAllowed).map(({ href, ...action }) => ({ ...action, run: open(href) })),
    {
      label: "Switch between light and dark",
      words: "switch light dark theme",
      icon: Moon,
      run: () => {
        onClose();
        toggleTheme();
      },
    },
  ];
  const contactItem = (contact: Contact): Item => ({
    ...personItem(contact.id, fullName(contact), open(profileOf(contact.id))),
    aside: (
      <>
        <Why contact={contact} search={text} twins={twins} timezone={me?.timezone} />
        {may("tasks.create") && !only && (
          <span className="ml-auto hidden shrink-0 items-center gap-1.5 text-xs phone:hidden! group-aria-selected:flex">
            <kbd>tab</kbd> actions
          </span>
        )}
      </>
    ),
  });
  const ofPicked = picked && {
    heading: fullName(picked),
    items: [personItem(picked.id, `Open ${fullName(picked)}`, open(profileOf(picked.id))), ...ofFound].filter(
      ({ label }) => startsWords(String(label), text),
    ),
  };
  const everything = () => [
    { heading: "This contact", items: asked ? [] : ofContact.map(actionItem) },
    {
      heading: "Recent",
      items: (asked || !me ? [] : recentContacts(me.id))
        .filter(({ id }) => profileOf(id) !== here)
        .map(({ id, name }) => personItem(id, name, open(profileOf(id)))),
    },
    { heading: "Contacts", items: found.contacts.map(contactItem) },
    { heading: "Actions for this contact", items: ofFound },
    {
      heading: "Actions",
      items: actions.filter(({ label, words = label }) => startsWords(words, text)).map(actionItem),
    },
    {
      heading: "Go to",
      items: places
        .filter(isAllowed)
        .filter(({ label, words }) => (asked ? startsWords(`${label} ${words ?? ""}`, text) : !words))
        .map((place) => placeItem(place, open(place.href))),
    },
    {
      heading: "Settings",
      items: foundSettings.slice(0, 6).map((setting) => settingItem(setting, open(setting.href))),
    },
    ...recordGroups(found, text, open, { money, timezone: me?.timezone }),
    { heading: "This sale", items: ofSale },
    { heading: "Not searched", items: found.failed ? [retryItem(found.retry)] : [] },
  ];
  return (ofPicked ? [ofPicked] : everything()).filter(({ items }) => items.length > 0);
}

/** Enter opens the best match until someone selects a line. cmdk would keep the first line from before. */
function useSelection(
  items: Item[],
  settled: boolean,
  { failed, askNow }: Pick<Wanted["found"], "failed" | "askNow">,
) {
  const [selectedValue, setSelectedValue] = useState<string | null>(null);
  const byHand = useRef(false);
  // Enter was pressed before the results arrived: it means the best match.
  const [entered, setEntered] = useState(false);
  useEffect(() => {
    if (!entered || !settled) return;
    setEntered(false);
    if (!failed) items[0]?.run();
  });
  return {
    selected: items.find(({ value }) => value === selectedValue) ?? items[0],
    reset() {
      byHand.current = false;
      setSelectedValue(null);
      setEntered(false);
    },
    onChange: (value: string) => byHand.current && setSelectedValue(value),
    onPointerMove() {
      byHand.current = true;
    },
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== "Enter") byHand.current = true;
      else if (!settled && selectedValue === null) {
        event.preventDefault();
        askNow();
        setEntered(true);
      }
    },
  };
}

function Results({ groups }: { groups: Group[] }) {
  return (
    <Command.List className="relative max-h-[min(420px,60vh)] overflow-y-auto p-2">
      {groups.map(({ heading, items }) => (
        <Command.Group
          key={heading}
          heading={heading}
          className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted-foreground [&_[cmdk-group-heading]]:text-xs"
        >
          {items.map(({ value, run, icon, label, aside }) => (
            <Command.Item
              key={value}
              value={value}
              onSelect={run}
              className="group flex min-h-10 cursor-pointer pointer-coarse:min-h-11 items-center gap-3 rounded-md px-2.5 py-1 aria-selected:bg-primary-soft aria-selected:text-primary-soft-foreground"
            >
              {icon}
              {label}
              {aside}
            </Command.Item>
          ))}
        </Command.Group>
      ))}
    </Command.List>
  );
}

/** At once, because Radix focuses after the first paint and loses keys until then. */
function focusAtEnd(box: HTMLInputElement | null) {
  box?.focus();
  box?.setSelectionRange(box.value.length, box.value.length);
}

function actionItem({ label, icon, run }: Action): Item {
  return { value: label, run, label, icon: <Glyph of={icon} /> };
}

function placeItem({ label, icon, hotkey }: Place, run: () => void): Item {
  return {
    value: label,
    run,
    label,
    icon: <Glyph of={icon} />,
    aside: hotkey && (
      <span className="ml-auto flex gap-1">
        <kbd>g</kbd>
        <kbd>{hotkey}</kbd>
      </span>
    ),
  };
}

function retryItem(retry: () => void): Item {
  return {
    value: "retry",
    run: retry,
    icon: <RotateCw size={16} strokeWidth={1.75} />,
    label: "We couldn’t search your records. Try again",
  };
}
