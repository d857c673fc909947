import { ContactLink } from "#components/contact-link.tsx";
import { Loading } from "#components/ui/states.tsx";
import { useRead } from "#lib/api/use-read.ts";
import type { Answer } from "#lib/contract/contract.ts";
import { yearlyFields } from "#lib/contract/yearly-fields.ts";
import { formatClock, formatWeekdayAndDay } from "#lib/dates.ts";
import type { Whose } from "#lib/whose.ts";

const WORDS: Record<string, string> = {
  ...Object.fromEntries(yearlyFields.map(({ key, label }) => [key, label])),
  task: "Task",
};

export function TodayAhead({ whose }: { whose: Whose }) {
  const { data, error } = useRead("today.ahead", { query: { whose } });
  if (!data) {
    return error ? (
      <p role="alert" className="px-4 pb-5 text-center text-muted-foreground">
        We couldn’t load the next days.
      </p>
    ) : (
      <Loading />
    );
  }
  const days = [...new Set(data.map(({ day }) => day))];
  return (
    <div className="grid grid-cols-1 gap-3 px-4 pb-4">
      {days.length === 0 && <p className="text-center text-muted-foreground">Nothing yet.</p>}
      {days.map((day) => (
        <section key={day} aria-label={formatWeekdayAndDay(day)}>
          <h3 className="font-medium text-muted-foreground text-xs">{formatWeekdayAndDay(day)}</h3>
          <ul>
            {data
              .filter((row) => row.day === day)
              .map((row) => (
                <li
                  key={`${row.kind} ${row.time} ${row.name} ${row.contactId}`}
                  className="flex min-h-8 items-center gap-3 pointer-coarse:min-h-11"
                >
                  <span className="w-20 shrink-0 text-muted-foreground text-sm tabular-nums">
                    {row.time ? formatClock(row.time) : WORDS[row.kind]}
                  </span>
                  <Coming row={row} />
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Coming({ row: { name, detail, contactId } }: { row: Answer<"today.ahead">[number] }) {
  return (
    <span className="min-w-0 py-1">
      <ContactLink id={contactId} look="link">
        {name}
      </ContactLink>
      {detail && <span className="text-muted-foreground"> · {detail}</span>}
    </span>
  );
}
