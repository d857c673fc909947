"use client";
import * as Dialog from "@radix-ui/react-dialog";
import { Command } from "cmdk";
import { Mail, Moon, ReceiptText, Search, UserPlus, Workflow } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { Avatar } from "#components/ui/avatar.tsx";
import { overlayClass } from "#components/ui/overlay.ts";
import { useReturnFocus } from "#components/ui/use-return-focus.ts";
import { useRead } from "#lib/api/use-read.ts";
import { fullName } from "#lib/text.ts";
import { mayLeave } from "./leave-guard.tsx";
import { screens, settings } from "./navigation.ts";
import { toggleTheme } from "./theme.ts";

const PLACES = [
  ...screens,
  settings,
  { href: "/dashboard/automations", label: "Automations", icon: Workflow, hotkey: "u" },
];

/** Ctrl/⌘ K: contacts by name (asked of the host), things to do, places to go. */
export function Palette({ onClose }: { onClose: () => void }) {
  const returnFocus = useReturnFocus();
  const router = useRouter();
  const [text, setText] = useState("");
  const contacts = useFoundContacts(text);
  const wanted = text.trim().toLowerCase();
  const fits = (label: string) => label.toLowerCase().includes(wanted);
  const go = async (href: string) => {
    onClose();
    if (await mayLeave()) router.push(href);
  };
  const places = PLACES.filter((place) => fits(place.label));
  const actions = [
    { label: "New Sale", icon: ReceiptText, run: () => go("/dashboard/sales?new=true") },
    { label: "New contact", icon: UserPlus, run: () => go("/dashboard/contacts?new=true") },
    { label: "New template", icon: Mail, run: () => go("/dashboard/templates/edit/0") },
    { label: "New automation", icon: Workflow, run: () => go("/dashboard/automations?new=true") },
    {
      label: "Switch between light and dark",
      icon: Moon,
      run: () => {
        onClose();
        toggleTheme();
      },
    },
  ].filter((action) => fits(action.label));
  const nothing = contacts.length + places.length + actions.length === 0;

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayClass} />
        <Dialog.Content
          onCloseAutoFocus={returnFocus}
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
            <Command.List className="max-h-[min(420px,60vh)] overflow-y-auto p-2">
              {nothing && <p className="px-2.5 py-6 text-center text-muted-foreground">No results found</p>}
              <Group heading="Contacts">
                {contacts.map((contact) => (
                  <Item
                    key={contact.id}
                    value={contact.id}
                    onSelect={() => go(`/dashboard/contacts/profile/${contact.id}`)}
                  >
                    <Avatar id={contact.id} name={fullName(contact)} className="size-7!" />
                    {fullName(contact)}
                    <span className="truncate text-muted-foreground">{contact.email}</span>
                  </Item>
                ))}
              </Group>
              <Group heading="Actions">
                {actions.map(({ label, icon: Icon, run }) => (
                  <Item key={label} value={label} onSelect={run}>
                    <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
                    {label}
                  </Item>
                ))}
              </Group>
              <Group heading="Go to">
                {places.map(({ href, label, icon: Icon, hotkey }) => (
                  <Item key={href} value={href} onSelect={() => go(href)}>
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

/** Up to five contacts, 300 ms after the last key. */
function useFoundContacts(text: string) {
  const [search, setSearch] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text.trim()), 300);
    return () => clearTimeout(timer);
  }, [text]);
  const { data } = useRead("contacts.list", search ? { query: { page: 1, limit: 5, search } } : null);
  return (search && text.trim() && data) || [];
}

function Group({ heading, children }: { heading: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted-foreground [&_[cmdk-group-heading]]:text-xs"
    >
      {children}
    </Command.Group>
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
