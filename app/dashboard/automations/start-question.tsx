import { useMe } from "#components/shell/use-me.ts";
import { AlertDialog } from "#components/ui/alert-dialog.tsx";
import { Button } from "#components/ui/button.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Automation, Recipients } from "#lib/contract/automations.ts";
import { formatDay, formatTime, isoDay, readDay } from "#lib/dates.ts";
import { outgoingWords } from "#lib/mails.ts";
import { formatCount, joined } from "#lib/text.ts";
import { dayOf, daysBetween } from "#lib/time/days.ts";

type Props = { automation: Automation; onClose: () => void };

export function StartQuestion({ automation, onClose }: Props) {
  const { id, name, trigger } = automation;
  const sends = automation.action?.type !== "CREATE_TASK";
  const isEvent = trigger?.type === "EVENT_BASED";
  const input = { params: { id }, query: { at: "next" as const } };
  const { data, error } = useRead("automations.recipients", isEvent ? null : input);
  const { data: timezone } = useRead("organization.timezone", {});
  const { data: me } = useMe();
  const { act, pending } = useAct("automations.setActive");
  const zone = timezone && timezone !== me?.timezone ? timezone : "";

  async function start() {
    if (pending) return;
    const { ok } = await act({ params: { id }, body: { active: true } });
    if (ok) onClose();
  }

  const recipients = isEvent
    ? `From now on, for each ${eventOf(automation)}.`
    : data
      ? firstRun(data, timezone, zone)
      : error
        ? "We couldn’t count the recipients."
        : "Counting recipients…";
  return (
    <AlertDialog
      title={`Start ${name}?`}
      text={
        <span role="status">
          {joined(" ", recipients, sends && outgoingWords(me?.emails), "It stays paused until you start it.")}
        </span>
      }
      onClose={onClose}
    >
      <Button onClick={onClose}>Keep paused</Button>
      <Button variant="primary" busy={pending} onClick={start}>
        Start
      </Button>
    </AlertDialog>
  );
}

function firstRun({ nextRunAt, total, reached = total }: Recipients, timezone = "UTC", zone = ""): string {
  const people = reached === 0 ? "Nobody yet" : reached === 1 ? "1 person" : `${formatCount(reached)} people`;
  const skipped = total > reached && ` ${formatCount(total - reached)} more would be skipped.`;
  return `${joined(" ", people, momentOf(nextRunAt, timezone), zone && `(${zone})`)}.${skipped || ""}`;
}

function momentOf(iso: string | null, timezone: string): string {
  const day = readDay(iso, timezone);
  if (!day) return "";
  const daysAhead = daysBetween(dayOf(Date.now(), timezone), isoDay(day));
  return `at ${formatTime(iso, timezone)} ${["today", "tomorrow"][daysAhead] ?? `on ${formatDay(day)}`}`;
}

/** A condition on a purchase means recorded sales; without one, every event counts. */
function eventOf({ trigger, condition }: Automation): string {
  if (trigger?.event) return "repair that is ready and meets its conditions";
  const isSale = condition?.some(({ field }) => field === "Purchase.cost");
  return isSale
    ? "new sale that meets its conditions"
    : "new sale, contact and booking that meets its conditions";
}
