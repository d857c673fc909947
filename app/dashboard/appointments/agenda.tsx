import { usePrinting } from "#components/ui/use-printing.ts";
import { type Appointment, isOn } from "#lib/calendar/appointments.ts";
import type { Person } from "#lib/calendar/people.ts";
import type { Period } from "#lib/calendar/period.ts";
import { dayText, shortTimeText, timeText } from "#lib/calendar/words.ts";
import { linksOf } from "#lib/person.ts";

type Props = { period: Period; appointments: Appointment[]; people: Person[] | null; timezone: string };

export function Agenda({ period, appointments, people, timezone }: Props) {
  if (!usePrinting()) return null;
  if (people) return <Sheet period={period} people={people} timezone={timezone} />;
  return (
    <div data-paper="only" className="border-t">
      {period.days.map((day) => {
        const shown = appointments.filter((appointment) => isOn(appointment, day));
        if (shown.length === 0 && period.view === "month") return null;
        return (
          <section key={day.date} className="break-inside-avoid border-b py-2">
            <h2>{dayText(day.date)}</h2>
            {shown.length === 0 && <p className="text-muted-foreground">No appointments</p>}
            <ul>
              {shown.map((appointment) => (
                <li key={appointment.key} className="flex gap-4 py-0.5">
                  <span className="w-60 shrink-0 tabular-nums">{timeText(appointment, timezone)}</span>
                  <span className="font-medium">{appointment.title}</span>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

type SheetProps = { period: Period; people: Person[]; timezone: string };

function Sheet({ period, people, timezone }: SheetProps) {
  const [day] = period.days;
  if (!day) return null;
  return (
    <div data-paper="only" className="border-t pt-2">
      <h2>{dayText(day.date)}</h2>
      <div className="mt-1 flex gap-1.5 text-[0.5938rem] leading-3">
        {people.map((person) => {
          const shown = person.appointments.filter((appointment) => isOn(appointment, day));
          return (
            <section key={person.id} className="min-w-0 flex-1">
              <h3 className="font-semibold text-xs">
                {person.name} · {shown.length}
              </h3>
              {shown.length === 0 && <p>No appointments</p>}
              <ul className="grid gap-0.75">
                {shown.map((appointment) => {
                  const visit = appointment.of?.visit;
                  const phone = visit && linksOf(visit).phone;
                  return (
                    <li key={appointment.key} className="rounded-sm border border-[black] px-1 py-0.5">
                      <span className="block tabular-nums">{shortTimeText(appointment, timezone)}</span>
                      <span className="block break-words">
                        <b className="font-semibold">{visit?.contact?.name || appointment.title}</b>
                        {visit && ` ${visit.title}`}
                      </span>
                      {phone && <span className="block tabular-nums">{phone.text}</span>}
                    </li>
                  );
                })}
              </ul>
            </section>
          );
        })}
      </div>
    </div>
  );
}
