import {
  CalendarPlus,
  CircleCheck,
  Ellipsis,
  Globe,
  type LucideIcon,
  Mail,
  Megaphone,
  MessageSquareText,
  NotebookPen,
  Pencil,
  Phone,
  ReceiptText,
  StickyNote,
  Workflow,
} from "lucide-react";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { useSWRConfig } from "swr";
import { Avatar } from "#components/ui/avatar.tsx";
import { Icon, type IconName } from "#components/ui/icon.tsx";
import { Marked } from "#components/ui/marked.tsx";
import { SEARCH_DELAY, useSettled } from "#components/ui/use-delayed.ts";
import { listedRows } from "#lib/api/cache.ts";
import { useRead } from "#lib/api/use-read.ts";
import { contactDetail, phonePart, textPart } from "#lib/contact-detail.ts";
import type { Contact } from "#lib/contract/contacts.ts";
import type { Name } from "#lib/contract/contract.ts";
import type { Money } from "#lib/contract/money.ts";
import { repairWords, ticketNumber } from "#lib/contract/repair-terms.ts";
import type { FoundRecords } from "#lib/contract/search.ts";
import { formatDate } from "#lib/dates.ts";
import { linksOf } from "#lib/person.ts";
import { saleDetail } from "#lib/sale-detail.ts";
import { fullName, matches } from "#lib/text.ts";
import { moreScreens, screens, settings } from "./navigation.ts";
import { findPress, profileControls } from "./profile-actions.ts";
import type { FoundSetting } from "./settings-cards.ts";
import { useCanMail, useMay } from "./use-me.ts";

export type Item = { value: string; run: () => void; icon: ReactNode; label: ReactNode; aside?: ReactNode };
export type Group = { heading: string; items: Item[] };

type Open = (href: string) => () => void;

export function personItem(id: string, name: string, run: () => void): Item {
  return { value: id, run, label: name, icon: <Avatar id={id} name={name} className="size-7!" /> };
}

type Shown = { money: Money; timezone?: string };

export function recordGroups(
  found: FoundRecords,
  search: string,
  open: Open,
  { money, timezone }: Shown,
): Group[] {
  const day = (iso: string | null) => formatDate(iso, timezone, { short: true });
  function group<R extends { id: string }>(
    heading: string,
    [kind, icon]: [string, LucideIcon | IconName],
    rows: readonly R[],
    look: (row: R) => { href: string; text: string; aside?: Parameters<typeof Aside>[0]["children"] },
  ): Group {
    const items = rows.map((row) => {
      const { href, text, aside } = look(row);
      return {
        ...{ value: `${kind} ${row.id}`, run: open(`/dashboard${href}`), icon: <Glyph of={icon} /> },
        label: <Marked text={text} search={search} />,
        aside: aside && <Aside>{aside}</Aside>,
      };
    });
    return { heading, items };
  }
  return [
    group("Repairs", ["repair", "hammer"], found.repairs, ({ prefix, number, name, contact, state }) => ({
      href: `/repairs/${number}`,
      text: `${ticketNumber({ prefix, number })} ${name}`,
      aside: [contact?.name, repairWords[state]],
    })),
    group("Tasks", ["task", CircleCheck], found.tasks, ({ id, what, contact, dueDay, isDone }) => ({
      href: `?task=${id}`,
      text: what,
      aside: [contact?.name, isDone ? "Done" : day(dueDay)],
    })),
    group("Sales", ["sale", ReceiptText], found.sales, ({ contact, cost, createdAt, ...sale }) => ({
      href: `/sales?q=${encodeURIComponent(saleDetail(sale))}`,
      text: saleDetail(sale),
      aside: [contact?.name, cost !== null && money.format(cost), day(createdAt)],
    })),
    group(
      "Notes",
      ["note", StickyNote],
      found.notes.filter(({ contact }) => contact?.id),
      ({ contact, excerpt, createdAt }) => ({
        href: `/contacts/profile/${contact?.id}`,
        text: excerpt,
        aside: [contact?.name, day(createdAt)],
      }),
    ),
    group("Mail", ["mail", Mail], found.mails, ({ id, toName, subject, createdAt }) => ({
      href: `/mail?mail=${id}`,
      text: subject || "No subject",
      aside: [toName, day(createdAt)],
    })),
    group("Campaigns", ["campaign", Megaphone], found.campaigns, ({ id, name }) => ({
      href: `/campaigns/${id}`,
      text: name || "No name",
    })),
  ];
}

export function useSaleItems(found: FoundRecords["sales"], open: Open): Item[] {
  const isOffered = useMay()("payments.create");
  const canMail = useCanMail();
  const [one, another] = found;
  const id = isOffered && one && !another ? one.id : undefined;
  const { data: sale } = useRead("sales.get", id ? { params: { id } } : null);
  if (!id || !sale) return [];
  const to = encodeURIComponent(saleDetail(sale));
  const isRefunded = Number(sale.cost ?? 0) <= (sale.refunded ?? 0);
  const offered: [what: string, label: string, icon: IconName, isShown: boolean][] = [
    ["payment", "Take payment…", "credit-card", Boolean(sale.open)],
    ["refund", "Refund…", "undo-2", !isRefunded],
    ["receipt", "Print receipt", "printer", true],
    ["mail", "Email receipt…", "mail", canMail],
  ];
  return offered.flatMap(([what, label, icon, isShown]) => {
    const run = open(`/dashboard/sales?q=${to}&sale=${id}&do=${what}`);
    return isShown
      ? [{ value: `${what} ${id}`, run, label, icon: <Icon is={icon} className="shrink-0" /> }]
      : [];
  });
}

function Aside({ children }: { children: (string | false | undefined)[] }) {
  return (
    <span className="ml-auto shrink-0 text-muted-foreground">{children.filter(Boolean).join(" · ")}</span>
  );
}

type WhyProps = { contact: Contact; search: string; twins: Set<string>; timezone?: string };

export function Why({ contact, search, twins, timezone }: WhyProps) {
  const { phone, email } = linksOf(contact);
  return (
    <span className="truncate text-muted-foreground">
      {phone && phonePart(phone.text, search) ? (
        <Marked text={phone.text} search={search} />
      ) : twins.has(fullName(contact)) ? (
        contactDetail(contact, timezone)
      ) : (
        <Marked text={email?.text ?? ""} search={textPart(fullName(contact), search) ? "" : search} />
      )}
    </span>
  );
}

const NOTHING = { repairs: [], sales: [], notes: [], mails: [], tasks: [], campaigns: [] };

const MOST = 5;

/** Until the host answers, finds contacts in this tab’s lists. `askNow` skips the delay. */
export function useFoundRecords(text: string) {
  const wanted = text.trim();
  const [search, askNow] = useSettled(wanted, SEARCH_DELAY);
  const asked = search && wanted;
  const contacts = useRead("contacts.list", asked ? { query: { page: 1, limit: MOST, search } } : null);
  const others = useRead("search.records", asked ? { query: { search } } : null);
  const busy = wanted !== search || contacts.isValidating || others.isValidating;
  const { cache } = useSWRConfig();
  const candidates = wanted && busy ? [...(contacts.data ?? []), ...listedRows(cache, "contacts.list")] : [];
  const known = new Map(
    candidates.filter((one) => matches(fullName(one), wanted)).map((one): [string, Contact] => [one.id, one]),
  );
  return {
    contacts: known.size > 0 ? [...known.values()].slice(0, MOST) : (asked && contacts.data) || [],
    ...((asked && others.data) || NOTHING),
    busy,
    askNow,
    failed: asked !== "" && !busy && (contacts.error ?? others.error) !== undefined,
    retry: () => void [contacts.mutate(), others.mutate()],
  };
}

/** `words`: search terms; places with them are only listed after typing. `needs`: a required endpoint. */
export type Place = {
  href: string;
  label: string;
  icon: LucideIcon | IconName;
  hotkey?: string;
  words?: string;
  needs?: Name;
};

export const places: Place[] = [
  ...screens,
  ...moreScreens,
  settings,
  {
    href: "/dashboard#today",
    label: "Today",
    icon: CircleCheck,
    words: "tasks to-do birthdays greet customers call due",
    needs: "today.get",
  },
  { href: "/dashboard/automations", label: "Automations", icon: Workflow, hotkey: "u" },
  { href: "/dashboard/campaigns", label: "Campaigns", icon: Megaphone, needs: "campaigns.list" },
  { href: "/dashboard/website-builder", label: "Website builder", icon: Globe, words: "site page homepage" },
];

export type Action = { label: string; words?: string; icon: LucideIcon; run: () => void };

const SHOWN = { revalidateIfStale: false, revalidateOnFocus: false };

export function useContactActions(): Action[] {
  const [, id] = /^\/dashboard\/contacts\/profile\/([\w-]+)$/.exec(usePathname()) ?? [];
  const { data: contact } = useRead("contacts.get", id ? { params: { id } } : null, SHOWN);
  if (!contact) return [];
  const name = fullName(contact) || contact.email || "this contact";
  return [
    { label: `New sale for ${name}`, icon: ReceiptText, control: profileControls.sale },
    { label: `New appointment for ${name}`, icon: CalendarPlus, control: profileControls.book },
    { label: `Edit ${name}`, icon: Pencil, control: profileControls.edit },
    { label: `Add note on ${name}`, icon: NotebookPen, control: profileControls.note },
    {
      label: `Merge, export or erase ${name}…`,
      words: `merge export erase forget delete ${name}`,
      icon: Ellipsis,
      control: profileControls.more,
    },
  ].flatMap(({ control, ...action }) => {
    const run = findPress(control);
    return run ? [{ ...action, run }] : [];
  });
}

export function useContactItems(one: Contact | undefined, open: Open, onClose: () => void): Item[] {
  const isOffered = useMay()("tasks.create");
  if (!isOffered || !one) return [];
  const { phone, email } = linksOf(one);
  const name = fullName(one) || one.email;
  const call = (href: string) => () => {
    onClose();
    window.location.assign(href);
  };
  const go = (what: keyof typeof profileControls) =>
    open(`/dashboard/contacts/profile/${one.id}?view=timeline&do=${what}`);
  const offered: [label: string, icon: IconName | LucideIcon, run: (() => void) | null][] = [
    [`Call ${name}`, Phone, phone && call(phone.href)],
    [`Text ${name}…`, MessageSquareText, phone && go("text")],
    [`Email ${name}`, "mail", email && call(email.href)],
    [`Add note on ${name}`, NotebookPen, go("note")],
    [`Add task for ${name}`, CircleCheck, go("task")],
    [`New appointment for ${name}`, CalendarPlus, go("book")],
    [`New sale for ${name}`, ReceiptText, go("sale")],
  ];
  return offered.flatMap(([label, icon, run]) =>
    run ? [{ value: `${label} ${one.id}`, run, label, icon: <Glyph of={icon} /> }] : [],
  );
}

export function Glyph({ of: Drawn }: { of: LucideIcon | IconName }) {
  if (typeof Drawn === "string") return <Icon is={Drawn} className="shrink-0" />;
  return <Drawn size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />;
}

export function settingItem({ href, title, path, icon: Mark }: FoundSetting, run: () => void): Item {
  return {
    value: `setting ${href}`,
    run,
    icon: <Mark size={16} strokeWidth={1.75} className="shrink-0" />,
    label: title,
    aside: <Aside>{[path]}</Aside>,
  };
}
