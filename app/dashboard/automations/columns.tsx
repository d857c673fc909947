import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { useMoney } from "#components/shell/use-me.ts";
import type { Column } from "#components/ui/data-table.tsx";
import type { Automation } from "#lib/contract/automations.ts";
import { formatDay, readDay } from "#lib/dates.ts";
import { SegmentWords } from "./segment-words.tsx";
import { nextRun, StateBadge } from "./state.tsx";
import { phraseOf, ScheduleWords, wordsOf } from "./words.tsx";

type Known = {
  timezone?: string;
  storeTimezone?: string;
  templates: ReadonlyMap<string, string>;
  states: boolean;
  editor: (automation: Automation) => string | null;
};

export function automationColumns(known: Known): Column<Automation>[] {
  const state: Column<Automation> = {
    header: "State",
    phone: "aside",
    cell: (automation) => <State automation={automation} timezone={known.storeTimezone} />,
  };
  return [
    { header: "Name", phone: "title", cell: (automation) => <Name automation={automation} known={known} /> },
    ...(known.states ? [state] : []),
    {
      // A wide screen shows it below the name.
      header: "What it does",
      phone: "meta",
      className: "md:hidden phone:whitespace-normal!",
      cell: (automation) => <Outline automation={automation} templates={known.templates} />,
    },
    {
      header: "Created at",
      phone: "hidden",
      cell: ({ createdAt }) => <When iso={createdAt} timezone={known.timezone} />,
    },
    {
      header: "Updated at",
      phone: "hidden",
      cell: ({ updatedAt, createdAt }) => <When iso={updatedAt ?? createdAt} timezone={known.timezone} />,
    },
  ];
}

function Name({ automation, known }: { automation: Automation; known: Known }) {
  const { name } = automation;
  const href = known.editor(automation);
  const text = "min-w-0 tap truncate not-pointer-coarse:py-0.5 font-medium";
  return (
    <span className="grid min-w-0 max-w-[min(40rem,44vw)] justify-items-start phone:max-w-none">
      {href ? (
        <PrefetchLink
          href={href}
          data-row-link=""
          className={`${text} underline decoration-transparent underline-offset-3 hover:text-link hover:decoration-current group-hover:text-link`}
        >
          {name || "No name"}
        </PrefetchLink>
      ) : (
        <span className={text}>{name || "No name"}</span>
      )}
      <span className="max-w-full truncate text-muted-foreground text-sm phone:hidden">
        <Outline automation={automation} templates={known.templates} />
      </span>
    </span>
  );
}

function Outline({ automation, templates }: { automation: Automation; templates: Known["templates"] }) {
  const money = useMoney();
  const { trigger, condition, segment, action } = automation;
  const when =
    trigger?.type === "TIME_BASED" && trigger.schedule ? (
      <ScheduleWords schedule={trigger.schedule} />
    ) : (
      wordsOf(trigger?.type ?? "")
    );
  const recipients = (condition ?? []).map((one) => phraseOf(one, money)?.text).join(" and ") || "everyone";
  const task = action?.type === "CREATE_TASK" && action.task?.what;
  const what = task
    ? `Task: ${task}`
    : (templates.get(action?.templateId ?? "") ?? wordsOf(action?.type ?? ""));
  return (
    <>
      {when} → {recipients}
      {segment && (
        <>
          , <SegmentWords segment={segment} />
        </>
      )}{" "}
      → {what}
    </>
  );
}

function State({ automation, timezone }: { automation: Automation; timezone?: string }) {
  const next = nextRun(automation, timezone);
  return (
    <span className="grid justify-items-start gap-0.5 phone:justify-items-end">
      <StateBadge automation={automation} />
      {next && (
        <span title={timezone} className="text-muted-foreground text-xs tabular-nums phone:hidden">
          {automation.nextRunAt && "Next: "}
          {next}
        </span>
      )}
    </span>
  );
}

function When({ iso, timezone }: { iso: string | null; timezone?: string }) {
  return (
    <span className="text-muted-foreground tabular-nums">{formatDay(readDay(iso, timezone)) || "—"}</span>
  );
}
