import clsx from "clsx";
import { useCombobox } from "downshift";
import { Plus, RotateCw, Search as SearchIcon, X } from "lucide-react";
import { type ChangeEvent, type KeyboardEvent, type ReactNode, type Ref, useEffect, useRef } from "react";
import { useRead } from "#lib/api/use-read.ts";
import { contactDetail, phonePart, samePhone } from "#lib/contact-detail.ts";
import type { Answer } from "#lib/contract/contract.ts";
import { codeOfZone, isWholePhone, readPhone } from "#lib/phone.ts";
import { capitalize } from "#lib/text.ts";
import { Avatar } from "./ui/avatar.tsx";
import { IconButton } from "./ui/button.tsx";
import { FieldError } from "./ui/field-parts.tsx";
import { useChoiceKeys } from "./ui/use-choice-keys.ts";
import { SEARCH_DELAY, useSettled } from "./ui/use-delayed.ts";

type Found = Answer<"contacts.options">[number];
type Item = Found & { is?: "new" | "retry" };

const MOST = 6;
const digits = (text = "") => text.replace(/\D/g, "");

export type Search = { text: string; isNew: "asked" | "number" | null; name: string };
export const NO_SEARCH: Search = { text: "", isNew: null, name: "" };

export const isDigits = (text: string) => /^[\d\s+()./-]+$/.test(text);

export function splitCaller(typed: string): { name: string; text: string } {
  const [, before = "", text = "", after = ""] = /^(\D*?)(\+?\(?\d[\d\s()./-]{4,}\d)(\D*)$/.exec(typed) ?? [];
  return text
    ? { name: `${before}${after}`.replace(/[,;:]\s*$/, "").trim(), text }
    : isDigits(typed)
      ? { name: "", text: typed }
      : { name: typed, text: "" };
}

export function foundContact({ id, name, email = "", phoneNumber = "" }: Found) {
  return { id, name, email, phoneNumber };
}
export type FoundContact = ReturnType<typeof foundContact>;

export function numberIn({ caller, text }: { caller: FoundContact | null; text: string }): string {
  return caller ? caller.phoneNumber : isDigits(text) ? text.trim() : "";
}

export function newContact({ text, name }: Search, timezone: string) {
  const [firstName = "", ...rest] = name.trim().split(/\s+/);
  const phoneNumber = readPhone(text.trim(), codeOfZone(timezone));
  return { firstName, lastName: rest.join(" "), email: "", phoneNumber };
}

type Props = {
  id: string;
  noun: "caller" | "customer";
  search: Search;
  set: (changes: Partial<Search>) => void;
  timezone: string;
  wrong: { found?: string | undefined; name?: string | undefined };
  ref?: Ref<HTMLInputElement>;
  onFound: (contact: FoundContact, hasLeft: boolean) => void;
};

type FieldProps = Props & { found: FoundContact | null; onClear: () => void; children?: ReactNode };

export function ContactField({ found, onClear, children, ...finder }: FieldProps) {
  const { id, noun, search, timezone, wrong } = finder;
  return (
    <>
      {found ? (
        <div className="flex min-h-13 items-center gap-3 rounded-md border border-border-strong py-1 pr-1 pl-2.5">
          <Avatar id={found.id} name={found.name} />
          <span className="grid min-w-0 flex-1">
            <span className="truncate font-semibold">{found.name}</span>
            <ContactDetail contact={found} search={search.text} timezone={timezone} />
          </span>
          {children}
          <IconButton
            icon={X}
            id={id}
            label={`Choose another ${noun}`}
            onClick={onClear}
            className="text-muted-foreground"
          />
        </div>
      ) : (
        <ContactFinder {...finder} />
      )}
      {wrong.found && <FieldError id={`${id}-error`}>{wrong.found}</FieldError>}
      {wrong.name && <FieldError id={`${id}-name`}>{wrong.name}</FieldError>}
    </>
  );
}

function ContactFinder(props: Props) {
  const { id, noun, search, set, timezone, wrong, ref } = props;
  const { isNew } = search;
  const nameBox = useRef<HTMLInputElement>(null);
  const matches = useMatches(search, set, timezone);
  const { combobox, onInput, onKeyDown, creatable } = useTaking(props, matches, () =>
    requestAnimationFrame(() => nameBox.current?.focus()),
  );
  const isOpen = combobox.isOpen && matches.items.length > 0;

  return (
    <div className="relative" data-takes-escape={isOpen ? "" : undefined}>
      <div className={clsx("grid gap-1.5", isNew && "grid-cols-[1.15fr_1fr]")}>
        <span className="relative grid">
          <SearchIcon size={16} strokeWidth={1.75} className="field-icon" />
          <input
            {...combobox.getInputProps({ ref, onChange: onInput, onKeyDown })}
            id={id}
            data-autofocus=""
            aria-labelledby={undefined}
            aria-required="true"
            aria-invalid={wrong.found !== undefined}
            aria-describedby={wrong.found ? `${id}-error` : undefined}
            autoComplete="off"
            placeholder={isNew ? "Phone number" : undefined}
            className="field w-full pr-1! pl-8! tabular-nums"
          />
        </span>
        {isNew && <NameInput {...{ id, search, set, wrong }} ref={nameBox} />}
      </div>
      <ul
        {...combobox.getMenuProps({ "aria-label": capitalize(`${noun}s`) }, { suppressRefError: true })}
        aria-labelledby={undefined}
        className={clsx("floating absolute inset-x-0 top-full z-10 mt-1 p-1", !isOpen && "hidden")}
      >
        {isOpen &&
          matches.items.map((item, index) => {
            const isHighlighted = combobox.highlightedIndex === index;
            const shortcut = item === creatable ? "Ctrl ↵" : isHighlighted && "↵";
            return (
              <li
                key={item.id}
                {...combobox.getItemProps({ item, index })}
                className={clsx(
                  "flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2 py-1.5 pointer-coarse:min-h-14",
                  item.is && "font-medium text-link",
                  item.is === "new" && matches.items.length > 1 && "mt-1 border-t",
                  isHighlighted && "bg-primary-soft text-primary-soft-foreground",
                )}
              >
                <ItemLabel {...{ item, noun, timezone }} search={matches.wanted} />
                {shortcut && <kbd className="pointer-coarse:hidden">{shortcut}</kbd>}
              </li>
            );
          })}
      </ul>
      <p role="status" className="sr-only">
        {matches.isEmpty ? "No contact found" : ""}
      </p>
    </div>
  );
}

function useTaking(
  { noun, search: { text }, set, onFound }: Props,
  { wanted, settled, askNow, retry, items }: ReturnType<typeof useMatches>,
  focusName: () => void,
) {
  function take(item: Item, hasLeft = false) {
    if (item.is === "retry") return retry();
    if (!item.is) return onFound(foundContact(item), hasLeft);
    const { name, text } = splitCaller(item.name);
    set({ isNew: "asked", text, ...(name && { name }) });
    if (text) focusName();
  }

  const keys = useChoiceKeys<Item>({
    wanted,
    settled,
    settle: askNow,
    choose(endedBy, index, isLate) {
      const item = items[index];
      const isKnown = item && !item.is;
      if (endedBy === "blur" || (endedBy === "Tab" && !isKnown)) return;
      if (!item || (isLate && !isKnown)) focusName();
      else take(item, endedBy === "Tab" && isLate);
    },
  });
  const combobox = useCombobox<Item>({
    items,
    inputValue: text,
    selectedItem: null,
    itemToString: () => text,
    stateReducer: keys.stateReducer,
    onSelectedItemChange: ({ selectedItem }) => selectedItem && take(selectedItem),
  });
  const last = items.at(-1);
  const creatable = noun === "customer" && last?.is === "new" ? last : null;

  function onKeyDown(event: KeyboardEvent) {
    const hasModifier = event.ctrlKey || event.metaKey;
    if (creatable && combobox.isOpen && event.key === "Enter" && hasModifier) {
      event.preventDefault();
      event.stopPropagation();
      return take(creatable);
    }
    keys.onKeyDown(event, combobox);
    if (event.key === "Enter" && !hasModifier) event.preventDefault();
  }

  function onInput({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    keys.forget();
    set({ text: currentTarget.value });
  }

  return { combobox, onInput, onKeyDown, creatable };
}

function useMatches({ text, isNew, name }: Search, set: Props["set"], timezone: string) {
  const wanted = text.trim();
  const [asked, askNow] = useSettled(wanted, SEARCH_DELAY);
  const isAsked = asked && wanted;
  const { data, error, isValidating, mutate } = useRead(
    "contacts.options",
    isAsked ? { query: { page: 1, limit: 100, search: asked } } : null,
  );
  const settled = wanted === asked && !isValidating;
  const rows = isAsked ? ranked(data ?? [], wanted) : [];
  const isUnknownNumber =
    settled &&
    !error &&
    isWholePhone(wanted, codeOfZone(timezone)) &&
    !rows.some(({ phoneNumber = "" }) => samePhone(phoneNumber, wanted));

  useEffect(() => {
    if (isUnknownNumber && !isNew) set({ isNew: "number" });
    else if (settled && !isUnknownNumber && isNew === "number" && !name) set({ isNew: null });
  });

  const mayAdd = wanted !== "" && settled && !isNew;
  const items: Item[] = [
    ...rows.slice(0, MOST),
    ...(error && !isValidating ? [{ id: "retry", name: "Try again", is: "retry" as const }] : []),
    ...(mayAdd ? [{ id: "new", name: wanted, is: "new" as const }] : []),
  ];
  const isEmpty = mayAdd && rows.length === 0;
  return { wanted, settled, askNow, retry: () => void mutate(), items, isEmpty };
}

type NameProps = Pick<Props, "id" | "search" | "set" | "wrong" | "ref">;

function NameInput({ id, search, set, wrong, ref }: NameProps) {
  return (
    <input
      ref={ref}
      aria-label="Name"
      aria-required="true"
      aria-invalid={wrong.name !== undefined}
      aria-describedby={wrong.name ? `${id}-name` : undefined}
      placeholder="Name"
      autoComplete="off"
      value={search.name}
      onChange={(event) => set({ name: event.target.value })}
      className="field"
    />
  );
}

type LabelProps = Pick<Props, "noun" | "timezone"> & { item: Item; search: string };

function ItemLabel({ item, noun, search, timezone }: LabelProps) {
  const icon = item.is === "retry" ? <RotateCw size={16} /> : <Plus size={16} />;
  return (
    <>
      {item.is ? icon : <Avatar id={item.id} name={item.name} />}
      <span className="grid min-w-0 flex-1">
        <span className="truncate">{item.is === "new" ? `New ${noun} “${item.name}”` : item.name}</span>
        {!item.is && <ContactDetail contact={item} search={search} timezone={timezone} />}
      </span>
    </>
  );
}

function ranked(rows: readonly Found[], search: string): Found[] {
  const last = isDigits(search) ? digits(search) : "";
  const isLast = ({ phoneNumber }: Found) => last !== "" && digits(phoneNumber).endsWith(last);
  return rows.toSorted((a, b) => Number(isLast(b)) - Number(isLast(a)));
}

type Contact = Pick<Found, "email" | "phoneNumber" | "recentSale">;

type DetailProps = { contact: Contact; search: string; timezone: string };

function ContactDetail({ contact, search, timezone }: DetailProps) {
  const { phoneNumber = "", email, recentSale } = contact;
  const [from, to] = phonePart(phoneNumber, search) ?? [0, 0];
  const rest = contactDetail(phoneNumber ? { recentSale } : { email, recentSale }, timezone);
  return (
    <span className="truncate text-muted-foreground text-sm tabular-nums">
      {phoneNumber.slice(0, from)}
      {to > 0 && (
        <mark className="rounded-[3px] bg-primary-soft px-px font-semibold text-primary-soft-foreground">
          {phoneNumber.slice(from, to)}
        </mark>
      )}
      {phoneNumber.slice(to)}
      {phoneNumber && rest && " · "}
      {rest}
    </span>
  );
}
