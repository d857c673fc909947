"use client";
import * as Dialog from "@radix-ui/react-dialog";
import { Command } from "cmdk";
import { Mail, Moon, ReceiptText, RotateCw, Search, UserPlus, Workflow } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { type ReactNode, useRef, useState } from "react";
import { Avatar } from "#components/ui/avatar.tsx";
import { overlayClass } from "#components/ui/overlay.ts";
import { useReturnFocus } from "#components/ui/use-return-focus.ts";
import { recentContacts } from "#lib/recent-contacts.ts";
import { fullName, matches } from "#lib/text.ts";
import { type Action, useContactActions } from "./contact-actions.ts";
import { useFoundContacts } from "./found-contacts.ts";
import { mayLeave } from "./leave-guard.tsx";
import { screens, settings } from "./navigation.ts";
import { toggleTheme } from "./theme.ts";
import { useMe } from "./use-me.ts";

const PLACES = [
  ...screens,
  settings,
  { href: "/dashboard/automations", label: "Automations", icon: Workflow, hotkey: "u" },
];

const profileOf = (id: string) => `/dashboard/contacts/profile/${id}`;

/** Ctrl/⌘ K: contacts by name (asked of the host; before that, recent ones), things to do, places to go. */
export function Palette({ onClose }: { onClose: () => void }) {
  const returnFocus = useReturnFocus();
  const router = useRouter();
  const here = usePathname();
  const [text, setText] = useState("");
  const { data: me } = useMe();
  const found = useFoundContacts(text);
  const asked = text.trim() !== "";
  const recent = !asked && me ? recentContacts(me.id).filter(({ id }) => profileOf(id) !== here) : [];
  const open = (href: string) => async () => {
    onClose();
    if (await mayLeave()) router.push(href);
  };
  // Once the palette is gone: it gives the focus back, which would end what the action began.
  const afterwards = useRef<(() => void) | null>(null);
  const ofContact = useContactActions().map(({ run, ...action }) => ({
    ...action,
    run: () => {
      afterwards.current = run;
      onClose();
    },
  }));
  const toggle = () => {
    onClose();
    toggleTheme();
  };
  const actions: Action[] = [
    ...(asked ? ofContact : []),
    { label: "New Sale", icon: ReceiptText, run: open("/dashboard/sales?new=true") },
    { label: "New contact", icon: UserPlus, run: open("/dashboard/contacts?new=true") },
    { label: "New template", icon: Mail, run: open("/dashboard/templates/edit/0") },
    { label: "New automation", icon: Workflow, run: open("/dashboard/automations?new=true") },
    { label: "Switch between light and dark", icon: Moon, run: toggle },
  ].filter(({ label }) => matches(label, text));
  const places = PLACES.filter(({ label }) => matches(label, text));
  const nothing = found.contacts.length + places.length + actions.length === 0 && !found.failed;

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayClass} />
        <Dialog.Content
          onCloseAutoFocus={(event) => {
            returnFocus(event);
            afterwards.current?.();
          }}
          aria-describedby={undefined}
          className="fixed inset-x-4 top-[12vh] z-50 mx-auto max-w-160 overflow-hidden rounded-xl border border-border-strong bg-popover shadow-3"
        >
          <Dialog.Title className="sr-only">Quick find</Dialog.Title>
          {/* The host has searched already; cmdk must not filter its answer again. */}
          <Command shouldFilter={false} label="Quick find" loop>
            <div className="flex h-13 items-center gap-2.5 border-b px-4">
              <Search size={18} strokeWidth={1.75} aria-hidden="true" className="text-muted-foreground" />
              <Command.Input
                value={text}
                onValueChange={setText}
                placeholder="Find a contact, an action or a place…"
                className="h-full flex-1 bg-transparent text-[16px] outline-none"
              />
              <kbd>esc</kbd>
            </div>
            <p role="status" className="px-2.5 py-8 text-center text-muted-foreground empty:hidden">
              {!nothing ? "" : found.busy ? "Searching…" : "No results found"}
            </p>
            <Command.List className="max-h-[min(420px,60vh)] overflow-y-auto p-2">
              <Group heading="This contact">{asked ? [] : ofContact.map(toItem)}</Group>
              <Group heading="Recent">
                {recent.map(({ id, name }) => (
                  <Item key={id} value={id} onSelect={open(profileOf(id))}>
                    <Avatar id={id} name={name} className="size-7!" />
                    {name}
                  </Item>
                ))}
              </Group>
              <Group heading="Contacts">
                {found.failed && (
                  <Item value="retry" onSelect={found.retry}>
                    <RotateCw size={16} strokeWidth={1.75} aria-hidden="true" />
                    Contacts could not be searched. Try again
                  </Item>
                )}
                {!found.failed &&
                  found.contacts.map((contact) => (
                    <Item key={contact.id} value={contact.id} onSelect={open(profileOf(contact.id))}>
                      <Avatar id={contact.id} name={fullName(contact)} className="size-7!" />
                      {fullName(contact)}
                      <span className="truncate text-muted-foreground">{contact.email}</span>
                    </Item>
                  ))}
              </Group>
              <Group heading="Actions">{actions.map(toItem)}</Group>
              <Group heading="Go to">
                {places.map(({ href, label, icon: Icon, hotkey }) => (
                  <Item key={href} value={href} onSelect={open(href)}>
                    <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
                    {label}
                    <span className="ml-auto flex gap-1">
                      <kbd>g</kbd>
                      <kbd>{hotkey}</kbd>
                    </span>
                  </Item>
                ))}
              </Group>
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Group({ heading, children }: { heading: string; children: ReactNode[] }) {
  if (children.flat().filter(Boolean).length === 0) return null;
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted-foreground [&_[cmdk-group-heading]]:text-xs"
    >
      {children}
    </Command.Group>
  );
}

function toItem({ label, icon: Icon, run }: Action) {
  return (
    <Item key={label} value={label} onSelect={run}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      {label}
    </Item>
  );
}

function Item({ value, onSelect, children }: { value: string; onSelect: () => void; children: ReactNode }) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-2.5 py-1 aria-selected:bg-primary-soft aria-selected:text-primary-soft-foreground"
    >
      {children}
    </Command.Item>
  );
}
