import { CalendarDays, Clock, Mail, NotebookPen, Plus, ReceiptText } from "lucide-react";
import { createContext, useContext, useEffect, useState } from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { Avatar } from "#components/ui/avatar.tsx";
import { Button } from "#components/ui/button.tsx";
import { Combobox, type Option } from "#components/ui/combobox.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { Pending } from "#components/ui/states.tsx";
import { opensKeyboard } from "#components/ui/use-media.ts";
import { useReload } from "#lib/api/cache.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useContactOptions } from "#lib/api/use-options.ts";
import { useRead } from "#lib/api/use-read.ts";
import { type MergedKey, mergedContactFields } from "#lib/contract/contact-field-sets.ts";
import { type ComparedCard, MOST_CARDS } from "#lib/contract/duplicates.ts";
import { formatDay, readDay } from "#lib/dates.ts";
import { notify, undoable } from "#lib/notifications.ts";
import { addressesOf } from "#lib/person.ts";
import { plural } from "#lib/text.ts";
import { type Choices, linesOf, MergeCards } from "./merge-cards.tsx";
import { useMe, useMoney } from "./shell/use-me.ts";
import { useFormExtras } from "./use-form-extras.ts";
import { useUnmerge } from "./use-unmerge.ts";

type Lines = ReturnType<typeof linesOf>;

function takenFrom(cards: ComparedCard[], lines: Lines, choices: Choices): Choices {
  const newest = cards.toSorted((a, b) => (b.updatedAt ?? "").localeCompare(a.updatedAt ?? ""));
  return Object.fromEntries(
    lines.map(({ field, shown }) => {
      const picked = cards.find((card) => card.id === choices[field]);
      return [field, (picked ?? newest.find(shown) ?? newest[0])?.id ?? ""];
    }),
  );
}

function sentFrom(from: Choices) {
  const builtIn = Object.fromEntries(mergedContactFields.map(({ key }) => [key, from[key] ?? ""]));
  const own = Object.entries(from).filter(([key]) => !(key in builtIn));
  return {
    ...(builtIn as Record<MergedKey, string>),
    ...(own.length > 0 && { fields: Object.fromEntries(own) }),
  };
}

const DAY_MS = 86_400_000;

type Props = { ids: string[]; onClose: () => void; onMerged?: (() => void) | undefined };

export function MergeModal({ ids: first, onClose, onMerged }: Props) {
  const [ids, setIds] = useState(first);
  const [choices, setChoices] = useState<Choices>({});
  const [adding, setAdding] = useState(first.length === 1);
  const { merge, isMerging, isChanged } = useMerge({ onClose, onMerged });
  const asked = isMerging ? null : { query: { ids: ids.join(",") } };
  const read = useRead("duplicates.cards", asked, { keepPreviousData: true });
  const { data, error, isValidating, mutate } = read;

  const cards = data ?? [];
  const lines = linesOf(cards, useFormExtras().own ?? [], useMoney());
  const from = takenFrom(cards, lines, choices);
  // Until an added or removed contact is shown, the visible values aren't the chosen ones.
  const isSettled = cards.length === ids.length;
  const save = () => {
    if (!isMerging && isSettled && cards.length > 1) void merge(cards, from, mutate);
  };

  function add(id: string) {
    setIds([...ids, id]);
    setAdding(false);
  }

  return (
    <Modal
      title={
        ids.length > 1
          ? `Merge ${plural(Math.max(cards.length, 2), "contact")} into one`
          : "Merge with another contact"
      }
      description="Choose what the merged contact keeps. Other values stay in its history."
      aside={
        !adding &&
        ids.length < MOST_CARDS && (
          <Button
            icon={Plus}
            variant="ghost"
            className="-my-1.5 phone:order-last phone:-my-1 phone:-ml-2 phone:basis-full phone:justify-start phone:px-2"
            onClick={() => setAdding(true)}
          >
            Add a contact
          </Button>
        )
      }
      onClose={onClose}
      onSave={save}
    >
      {!data && <Pending read={read} />}
      {data && (
        <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-4">
          {isChanged && (
            <p role="alert" className="mb-3 rounded-md bg-warning-soft p-2 text-warning">
              A contact changed while you were reviewing. These are the current values.
            </p>
          )}
          {error && !isValidating && !isSettled && (
            <div role="alert" className="mb-3 flex flex-wrap items-center gap-2 text-danger">
              <span className="min-w-0 flex-1">{error.message}</span>
              <Button onClick={() => setIds(cards.map(({ id }) => id))}>Leave it out</Button>
              <Button onClick={() => void mutate()}>Try again</Button>
            </div>
          )}
          {adding && <AddCard ids={ids} onAdd={add} />}
          {cards.length === 1 && cards[0] && <Likely card={cards[0]} onAdd={add} />}
          {cards.length > 1 && (
            <MergeCards
              {...{ cards, lines, from }}
              onChoose={(more) => setChoices({ ...choices, ...more })}
              onLeaveOut={cards.length > 2 ? (id) => setIds(ids.filter((one) => one !== id)) : undefined}
            />
          )}
        </div>
      )}
      {cards.length > 1 && (
        <Foot cards={cards} busy={isMerging || !isSettled} onCancel={onClose} onMerge={save} />
      )}
    </Modal>
  );
}

function useMerge({ onClose, onMerged }: Omit<Props, "ids">) {
  const [isMerging, setMerging] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const { act } = useAct("contacts.merge");
  const unmerge = useUnmerge();
  const reload = useReload("duplicates.list");

  async function merge(cards: ComparedCard[], from: Choices, readAgain: () => Promise<unknown>) {
    setMerging(true);
    const compared = cards.map(({ id, version }) => ({ id, version: version ?? 0 }));
    const outcome = await act({ body: { cards: compared, from: sentFrom(from) } });
    if (outcome.ok) {
      const { change } = outcome.answer;
      const undo = undoable(() => unmerge(change));
      notify({ type: "success", message: `${cards.length} contacts merged`, undo });
      onMerged?.();
      return onClose();
    }
    const { status } = outcome.error;
    setMerging(false);
    setChanged(status === 409);
    if (status === 409) await readAgain();
    if (status !== 404) return;
    reload();
    onClose();
  }

  return { merge, isMerging, isChanged };
}

const Compared = createContext<string[]>([]);

function useOthers(search: string) {
  const ids = useContext(Compared);
  const list = useContactOptions(search);
  return { ...list, rows: list.rows?.filter(({ id }) => !ids.includes(id)) };
}

function AddCard({ ids, onAdd }: { ids: string[]; onAdd: (id: string) => void }) {
  const form = useForm<{ contact: Option | null }>({ defaultValues: { contact: null } });
  const pickedId = useWatch({ control: form.control, name: "contact" })?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each choice
  useEffect(() => {
    if (pickedId) onAdd(pickedId);
  }, [pickedId]);
  useEffect(() => {
    if (!opensKeyboard()) form.setFocus("contact");
  }, [form]);
  return (
    <Compared value={ids}>
      <FormProvider {...form}>
        <Combobox
          name="contact"
          label="Contact"
          useOptions={useOthers}
          placeholder="Name, email or number"
          className="mb-4 max-w-96"
        />
      </FormProvider>
    </Compared>
  );
}

const MOST_LETTERS = 100;

function Likely({ card, onAdd }: { card: ComparedCard; onAdd: (id: string) => void }) {
  const [firstName, lastName] = [card.firstName, card.lastName].map((text) => text.slice(0, MOST_LETTERS));
  const asked = firstName && lastName ? { query: { firstName, lastName } } : null;
  const { data } = useRead("duplicates.near", asked);
  const others = data?.filter(({ id }) => id !== card.id) ?? [];
  if (others.length === 0) return null;
  return (
    <section aria-labelledby="likely">
      <h3 id="likely" className="mb-1 font-medium text-muted-foreground text-sm">
        Similar names
      </h3>
      <ul className="grid gap-1">
        {others.map(({ id, name, ...card }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => onAdd(id)}
              className="flex min-h-11 w-full items-center gap-3 rounded-md px-2 py-1 text-left hover:bg-accent"
            >
              <Avatar id={id} name={name} />
              <span className="grid min-w-0">
                <span className="truncate font-medium">{name}</span>
                <span className="truncate text-muted-foreground text-sm">
                  {addressesOf(card)
                    .map(({ text }) => text)
                    .join(" · ")}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const ALONG = [
  { of: "sales", Icon: ReceiptText, one: "sale", many: "sales" },
  { of: "notes", Icon: NotebookPen, one: "note", many: "notes" },
  { of: "bookings", Icon: CalendarDays, one: "appointment", many: "appointments" },
  { of: "mails", Icon: Mail, one: "email", many: "emails" },
  { of: "wishes", Icon: Clock, one: "waiting list entry", many: "waiting list entries" },
] as const;

type FootProps = { cards: ComparedCard[]; busy: boolean; onCancel: () => void; onMerge: () => void };

function Foot({ cards, busy, onCancel, onMerge }: FootProps) {
  const { data: me } = useMe();
  const along = ALONG.map(({ of, ...words }) => ({
    ...words,
    of,
    count: cards.reduce((sum, card) => sum + (card[of] ?? 0), 0),
  })).filter(({ count }) => count > 0);
  const until = formatDay(readDay(new Date(Date.now() + 30 * DAY_MS).toISOString(), me?.timezone), {
    short: true,
    timezone: me?.timezone,
  });
  return (
    <footer>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t px-5 py-2.5 text-muted-foreground">
        Also merged:
        {along.length === 0 && " nothing"}
        {along.map(({ of, Icon, count, one, many }) => (
          <span key={of} className="flex items-center gap-1.5">
            <Icon size={15} strokeWidth={1.75} aria-hidden="true" />
            <span>
              <span className="font-semibold text-foreground tabular-nums">{count}</span>{" "}
              {count === 1 ? one : many}
            </span>
          </span>
        ))}
      </p>
      <div className="flex flex-wrap items-center gap-2 border-t px-5 py-3">
        <p className="min-w-0 flex-1 text-muted-foreground">Can be undone until {until}.</p>
        <Button onClick={onCancel}>Cancel</Button>
        <Button variant="primary" busy={busy} onClick={onMerge}>
          Merge {cards.length} contacts
        </Button>
      </div>
    </footer>
  );
}
