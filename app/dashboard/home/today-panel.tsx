import clsx from "clsx";
import { Cake, Calendar, ChevronDown, CircleCheck, Hammer, type LucideIcon, Phone, Plus } from "lucide-react";
import { type ReactNode, useEffect, useId, useMemo, useState } from "react";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { useCanMail, useMe, useMoney } from "#components/shell/use-me.ts";
import { useUrlState } from "#components/shell/use-search.ts";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { Menu } from "#components/ui/menu.tsx";
import type { MenuItem } from "#components/ui/menu-content.tsx";
import { part } from "#components/ui/part.tsx";
import { Segments } from "#components/ui/segments.tsx";
import { useRemoval } from "#components/use-removal.ts";
import { useAct } from "#lib/api/use-act.ts";
import { TODAY_ROWS } from "#lib/contract/repair-terms.ts";
import type { Task } from "#lib/contract/tasks.ts";
import type { Today } from "#lib/contract/today.ts";
import { formatWeekdayAndDay } from "#lib/dates.ts";
import { notify, undoable } from "#lib/notifications.ts";
import { addDays } from "#lib/time/days.ts";
import { MINUTE } from "#lib/time/zone.ts";
import type { Whose } from "#lib/whose.ts";
import { NextDays } from "./next-days.tsx";
import { TodayRow } from "./today-row.tsx";
import { groupsOf, type TodayRow as Row, type TodayGroup } from "./today-rows.ts";
import { useToday } from "./use-today.ts";

const TaskModal = part(() => import("#components/task-modal.tsx"), "TaskModal");
const TextModal = part(() => import("#components/text-modal.tsx"), "TextModal");
const NotifyModal = part(() => import("#components/repairs/notify-modal.tsx"), "NotifyModal");
const GreetModal = part(() => import("./greet-modal.tsx"), "GreetModal");
const AskedTask = part(() => import("./asked-task.tsx"), "AskedTask");

const icons: Record<TodayGroup["name"], LucideIcon> = {
  Appointments: Calendar,
  "Appointments and calendar": Calendar,
  Repairs: Hammer,
  "Birthdays and anniversaries": Cake,
  Tasks: CircleCheck,
  "Customers to call": Phone,
};
const choices: [value: Whose, label: string][] = [
  ["mine", "Mine"],
  ["all", "Everyone’s"],
];

/** Rows that leave half of the panel empty. */
const SHORT = 5;

export function TodayPanel() {
  const { data: me } = useMe();
  const money = useMoney();
  const { data, events, error, retry, whose, setWhose, check, showsEveryone } = useToday();
  const [edited, setEdited] = useState<Task | null>(null);
  const [greeted, setGreeted] = useState<Row["greets"]>(null);
  const [texted, setTexted] = useState<Row | null>(null);
  const canGreet = useCanMail();
  const [asked, setAsked] = useUrlState("task");
  const later = useLater(setEdited);
  const now = useNow();
  const heading = useId();
  const groups = useMemo(
    () => data && groupsOf(data, events, { timezone: me?.timezone, me: me?.id, money }),
    [data, events, me?.timezone, me?.id, money],
  );
  const rows = groups?.flatMap((group) => group.rows) ?? [];
  const ticks = rows.filter((row) => row.ticked);
  const done = ticks.filter((row) => row.done).length;
  const count = data && `${done} of ${ticks.length} done`;

  return (
    <section
      id="today"
      aria-labelledby={heading}
      className="flex scroll-mt-20 min-w-0 flex-col rounded-lg border bg-card shadow-1"
    >
      <Header id={heading} data={data} count={ticks.length > 0 ? count : undefined} {...{ whose, setWhose }}>
        <Button
          data-shortcut="t"
          aria-label="New task"
          {...TaskModal.near}
          onClick={() => setAsked("new")}
          className="phone:w-11 phone:px-0!"
        >
          <Plus size={16} />
          <span className="phone:hidden">Task</span>
        </Button>
      </Header>
      {showsEveryone && (
        <p role="status" className="px-4 pb-2.5 text-muted-foreground text-sm">
          You have nothing planned today, so this shows everyone’s.
        </p>
      )}
      {!data && (error ? <Failure onRetry={retry} /> : <Ghosts />)}
      {groups?.map(({ name, rows }, index) => (
        <Group key={name} name={name} isFirst={index === 0}>
          {rows.map((row) => (
            <TodayRow
              key={row.key}
              row={row}
              now={now}
              later={later(row, data?.day ?? "")}
              onCheck={(done) => row.ticked && check(row.ticked, done)}
              onOpen={() => setEdited(row.task)}
              onGreet={canGreet ? () => setGreeted(row.greets) : null}
              onText={() => setTexted(row)}
            />
          ))}
          {name === "Repairs" && rows.length >= TODAY_ROWS && (
            <li className="px-4 py-2">
              <PrefetchLink href="/dashboard/repairs" className="link font-medium text-sm">
                All repairs
              </PrefetchLink>
            </li>
          )}
        </Group>
      ))}
      {data && done === rows.length && <NothingLeft day={data} />}
      {data?.aheadDays && <NextDays days={data.aheadDays} isShort={rows.length < SHORT} whose={whose} />}
      {edited && <TaskModal task={edited} onClose={() => setEdited(null)} />}
      {greeted && <GreetModal {...greeted} onClose={() => setGreeted(null)} />}
      {texted?.tell && <NotifyModal id={texted.tell.id} onClose={() => setTexted(null)} />}
      {texted?.texts && (
        <TextModal
          {...texted.texts}
          onNoted={() => texted.ticked && check(texted.ticked, true)}
          onClose={() => setTexted(null)}
        />
      )}
      {asked === "new" && <TaskModal onClose={() => setAsked("")} />}
      {asked && asked !== "new" && <AskedTask id={asked} onClose={() => setAsked("")} />}
    </section>
  );
}

type HeaderProps = {
  id: string;
  data: Today | undefined;
  count: string | undefined;
  whose: Whose;
  setWhose: (whose: Whose) => void;
  children: ReactNode;
};

function Header({ id, data, count, whose, setWhose, children }: HeaderProps) {
  const label = choices.find(([value]) => value === whose)?.[1];
  return (
    <header className="flex min-h-14 items-center gap-2.5 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <h2>
          <span id={id}>Today</span>
          {data && (
            <span className="font-normal text-base text-muted-foreground">
              {" "}
              · {formatWeekdayAndDay(data.day)}
            </span>
          )}
        </h2>
        {count && (
          <span className="hidden text-muted-foreground text-sm tabular-nums phone:block">{count}</span>
        )}
      </div>
      <span role="status" className="text-muted-foreground text-sm tabular-nums phone:sr-only">
        {count}
      </span>
      <Segments
        aria-label="Whose"
        choices={choices}
        value={whose}
        onChoose={setWhose}
        className="phone:hidden"
      />
      <Menu
        label={`Whose: ${label}`}
        wrapperClassName="hidden phone:inline-flex"
        className={buttonClass({ variant: "ghost" })}
        items={choices.map(([value, label]) => ({
          label,
          checked: value === whose,
          onSelect: () => setWhose(value),
        }))}
      >
        {label}
        <ChevronDown size={14} />
      </Menu>
      {children}
    </header>
  );
}

type GroupProps = { name: TodayGroup["name"]; isFirst: boolean; children: ReactNode };

function Group({ name, isFirst, children }: GroupProps) {
  const Icon = icons[name];
  return (
    <section aria-label={name} className={clsx("pb-1.5", !isFirst && "border-t")}>
      <h3 className="flex h-8 items-center gap-2 px-4 font-medium text-muted-foreground text-xs">
        <Icon
          size={14}
          strokeWidth={1.75}
          aria-hidden="true"
          className={clsx(Icon === Cake && "text-gold")}
        />
        {name}
      </h3>
      <ul>{children}</ul>
    </section>
  );
}

function useLater(edit: (task: Task) => void) {
  const { act: postpone } = useAct("tasks.postpone");
  const { act: postponeRepair } = useAct("repairs.postpone");
  const remove = useRemoval("tasks.delete");

  return function later({ task, repairId }: Row, day: string): MenuItem[] | null {
    const id = task?.id ?? repairId;
    if (!id) return null;
    const params = { id };
    const undo = () =>
      task
        ? postpone({ params, body: { dueDay: task.dueDay } })
        : postponeRepair({ params, body: { day: null } });
    async function to(day: string) {
      const outcome = task
        ? await postpone({ params, body: { dueDay: day } })
        : await postponeRepair({ params, body: { day } });
      if (!outcome.ok) return;
      const message = `Postponed to ${formatWeekdayAndDay(day)}`;
      notify({ type: "success", message, undo: undoable(undo) });
    }
    const monday = addDays(day, (8 - new Date(day).getUTCDay()) % 7 || 7);
    const days: MenuItem[] = [
      { label: "Tomorrow", onSelect: () => void to(addDays(day, 1)) },
      { label: `Monday, ${formatWeekdayAndDay(monday).slice(5)}`, onSelect: () => void to(monday) },
    ];
    if (!task) return [...days, { label: "In a week", onSelect: () => void to(addDays(day, 7)) }];
    const question = { title: "Delete this task?", text: task.what, verb: "Delete" };
    return [
      ...days,
      { label: "Another day…", onSelect: () => edit(task) },
      { label: "Delete", danger: true, onSelect: () => void remove(id, question) },
    ];
  };
}

function useNow(): number | null {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function NothingLeft({ day: { next } }: { day: Today }) {
  return (
    <p className="grid gap-0.5 border-t px-4 py-6 text-center first-of-type:border-t-0">
      <b className="font-semibold">Nothing left for today</b>
      {next && (
        <span className="text-muted-foreground">
          Next: {next.name}, {formatWeekdayAndDay(next.day)}
        </span>
      )}
    </p>
  );
}

function Failure({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 px-4 pb-5 text-muted-foreground">
      We couldn’t load today’s list.
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}

function Ghosts() {
  return (
    <div role="status" aria-label="Loading today" className="pb-4">
      {[40, 56, 48, 36].map((width) => (
        <div key={width} className="flex h-12 items-center gap-3 px-4 phone:h-14">
          <span className="size-5 rounded-full bg-muted" />
          <span className="h-3 rounded-full bg-muted" style={{ width: `${width}%` }} />
        </div>
      ))}
    </div>
  );
}
