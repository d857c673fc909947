import clsx from "clsx";
import { useCombobox } from "downshift";
import { Plus, RotateCw, Search, X } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { Avatar } from "#components/ui/avatar.tsx";
import { IconButton } from "#components/ui/button.tsx";
import { FieldError, FieldLabel } from "#components/ui/field-parts.tsx";
import { useChoiceKeys } from "#components/ui/use-choice-keys.ts";
import { useSettled } from "#components/ui/use-delayed.ts";
import { useRead } from "#lib/api/use-read.ts";
import { contactDetail, phonePart, samePhone } from "#lib/contact-detail.ts";
import type { Answer } from "#lib/contract/contract.ts";
import { isWholePhone } from "#lib/phone.ts";
import { type Draft, isDigits } from "./new-appointment-draft.ts";
import { Reach } from "./new-appointment-more.tsx";

type Found = Answer<"contacts.options">[number];
type Item = Found & { is?: "new" | "retry" };

const MOST = 6;
const digits = (text = "") => text.replace(/\D/g, "");

type Props = {
  draft: Draft;
  set: (changes: Partial<Draft>) => void;
  code: string;
  timezone: string;
  wrong: { caller?: string; name?: string; email?: string };
  onChosen: () => void;
};

export function CallerField({ draft, set, code, timezone, wrong, onChosen }: Props) {
  const id = useId();
  const { caller, isNew } = draft;
  return (
    <div className="grid gap-1.5">
      <span className="flex items-baseline justify-between">
        <FieldLabel htmlFor={id} required>
          Caller
        </FieldLabel>
        <span className="text-muted-foreground text-sm">name or number</span>
      </span>
      {caller ? (
        <div className="flex min-h-13 items-center gap-3 rounded-md border border-border-strong py-1.5 pr-1 pl-2.5">
          <Avatar id={caller.id} name={caller.name} />
          <span className="grid min-w-0 flex-1">
            <span className="truncate font-semibold">{caller.name}</span>
            <Detail contact={caller} search={draft.text} timezone={timezone} />
          </span>
          <IconButton
            id={id}
            label="Choose another caller"
            onClick={() => set({ caller: null, addsEmail: false, email: "" })}
            className="text-muted-foreground"
          >
            <X size={16} strokeWidth={1.75} />
          </IconButton>
        </div>
      ) : (
        <Finder id={id} {...{ draft, set, code, timezone, wrong, onChosen }} />
      )}
      {wrong.caller && <FieldError id={`${id}-error`}>{wrong.caller}</FieldError>}
      {wrong.name && <FieldError id={`${id}-name`}>{wrong.name}</FieldError>}
      {(caller || isNew) && <Reach draft={draft} set={set} wrong={wrong.email} />}
    </div>
  );
}

type FinderProps = Omit<Props, "wrong"> & { id: string; wrong: Props["wrong"] };

function Finder({ id, draft, set, code, timezone, wrong, onChosen }: FinderProps) {
  const { text, isNew, name } = draft;
  const nameBox = useRef<HTMLInputElement>(null);
  const wanted = text.trim();
  const [search, askNow] = useSettled(wanted);
  const found = useRead(
    "contacts.options",
    search && wanted ? { query: { page: 1, limit: 100, search } } : null,
  );
  const settled = wanted === search && !found.isValidating;
  const rows = search && wanted ? ranked(found.data ?? [], wanted) : [];
  const isNobodys =
    settled &&
    !found.error &&
    isWholePhone(wanted, code) &&
    !rows.some(({ phoneNumber = "" }) => samePhone(phoneNumber, wanted));

  // An unknown number starts a new contact. A changed number cancels that.
  useEffect(() => {
    if (isNobodys && !isNew) set({ isNew: "number" });
    else if (settled && !isNobodys && isNew === "number" && !name) set({ isNew: null });
  });

  const items: Item[] = [
    ...rows.slice(0, MOST),
    ...(found.error && !found.isValidating ? [{ id: "retry", name: "Try again", is: "retry" as const }] : []),
    ...(wanted && settled && !isNew ? [{ id: "new", name: wanted, is: "new" as const }] : []),
  ];

  /** `hasLeft`: the focus is already in another field. */
  function take(item: Item, hasLeft = false) {
    if (item.is === "retry") return void found.mutate();
    if (item.is === "new") {
      const asked = isDigits(item.name) ? { text: item.name } : { text: "", name: item.name };
      set({ isNew: "asked", ...asked });
      if (isDigits(item.name)) requestAnimationFrame(() => nameBox.current?.focus());
      return;
    }
    const { id: contact, email = "", phoneNumber = "" } = item;
    set({ caller: { id: contact, name: item.name, email, phoneNumber }, isNew: null, name: "", email: "" });
    if (!hasLeft) onChosen();
  }

  const keys = useChoiceKeys<Item>({
    wanted,
    settled,
    settle: askNow,
    choose(endedBy, index, isLate) {
      const item = items[index];
      const isKnown = item && !item.is;
      if (endedBy === "blur" || (endedBy === "Tab" && !isKnown)) return;
      if (!item || (isLate && !isKnown)) requestAnimationFrame(() => nameBox.current?.focus());
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
  const isOpen = combobox.isOpen && items.length > 0;

  return (
    <div className="relative" data-takes-escape={isOpen ? "" : undefined}>
      <div className={clsx("grid gap-1.5", isNew && "grid-cols-[1.15fr_1fr]")}>
        <span className="relative grid">
          <Search
            size={16}
            strokeWidth={1.75}
            className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-muted-foreground"
          />
          <input
            {...combobox.getInputProps({
              onChange: (event) => {
                keys.forget();
                set({ text: event.currentTarget.value });
              },
              onKeyDown: (event) => {
                keys.onKeyDown(event, combobox);
                if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) event.preventDefault();
              },
            })}
            id={id}
            data-autofocus=""
            aria-labelledby={undefined}
            aria-required="true"
            aria-invalid={wrong.caller !== undefined}
            aria-describedby={wrong.caller ? `${id}-error` : undefined}
            autoComplete="off"
            placeholder={isNew ? "Phone number" : undefined}
            className="field w-full pr-1! pl-8! tabular-nums"
          />
        </span>
        {isNew && (
          <input
            ref={nameBox}
            aria-label="Name"
            aria-required="true"
            aria-invalid={wrong.name !== undefined}
            aria-describedby={wrong.name ? `${id}-name` : undefined}
            placeholder="Name"
            autoComplete="off"
            value={name}
            onChange={(event) => set({ name: event.target.value })}
            className="field"
          />
        )}
      </div>
      <ul
        {...combobox.getMenuProps({ "aria-label": "Callers" }, { suppressRefError: true })}
        aria-labelledby={undefined}
        className={clsx(
          "absolute inset-x-0 top-full z-10 mt-1 rounded-lg border border-border-strong bg-popover p-1 shadow-3",
          !isOpen && "hidden",
        )}
      >
        {isOpen &&
          items.map((item, index) => (
            <li
              key={item.id}
              {...combobox.getItemProps({ item, index })}
              className={clsx(
                "flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2 py-1.5 pointer-coarse:min-h-14",
                item.is && "font-medium text-link",
                item.is === "new" && items.length > 1 && "mt-1 border-t",
                combobox.highlightedIndex === index && "bg-primary-soft text-primary-soft-foreground",
              )}
            >
              {item.is === "retry" ? (
                <RotateCw size={16} />
              ) : item.is ? (
                <Plus size={16} />
              ) : (
                <Avatar id={item.id} name={item.name} />
              )}
              <span className="grid min-w-0 flex-1">
                <span className="truncate">
                  {item.is === "new" ? `New caller “${item.name}”` : item.name}
                </span>
                {!item.is && <Detail contact={item} search={wanted} timezone={timezone} />}
              </span>
              {combobox.highlightedIndex === index && <kbd className="pointer-coarse:hidden">↵</kbd>}
            </li>
          ))}
      </ul>
      <p role="status" className="sr-only">
        {wanted && settled && !isNew && rows.length === 0 ? "No contact found" : ""}
      </p>
    </div>
  );
}

/** Numbers that end with the typed digits come first. */
function ranked(rows: readonly Found[], search: string): Found[] {
  const last = isDigits(search) ? digits(search) : "";
  const isLast = ({ phoneNumber }: Found) => last !== "" && digits(phoneNumber).endsWith(last);
  return rows.toSorted((a, b) => Number(isLast(b)) - Number(isLast(a)));
}

type Contact = Pick<Found, "email" | "phoneNumber" | "recentSale">;

/** The matching number, or details that distinguish equal names. */
function Detail({ contact, search, timezone }: { contact: Contact; search: string; timezone: string }) {
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
