import { useMe } from "#components/shell/use-me.ts";
import { Button } from "#components/ui/button.tsx";
import { confirm } from "#components/ui/confirm.tsx";
import { useAct } from "#lib/api/use-act.ts";
import type { AwayPlan } from "#lib/contract/away.ts";
import { formatMoment } from "#lib/dates.ts";
import { notify } from "#lib/notifications.ts";
import { plural } from "#lib/text.ts";

type Props = { earlier: NonNullable<AwayPlan["earlier"]>; name: string; onUndone: () => void };

export function AwayEarlier({ earlier, name, onUndone }: Props) {
  const { booking, at, moved, cancelled, emails } = earlier;
  const { data: me } = useMe();
  const { act, pending } = useAct("bookings.undo", { texts: { failure: "Failed to undo" } });
  const changed = [
    moved > 0 && `${plural(moved, "appointment")} moved`,
    cancelled > 0 && `${cancelled} cancelled`,
  ]
    .filter(Boolean)
    .join(", ");

  async function undo() {
    const text = [
      `The appointments go back to ${name} at their former times.`,
      emails > 0 && "Customers who got an email get a new one.",
      "Appointments that changed since, or whose old time is taken or past, stay as they are.",
    ].filter(Boolean);
    if (!(await confirm({ title: "Undo these changes?", text: text.join(" "), verb: "Undo" }))) return;
    const { id, version } = booking;
    const outcome = await act({ params: { id }, body: { version } });
    if (outcome.ok) {
      const left = outcome.answer.left ?? 0;
      const stay =
        left > 0
          ? `, except ${plural(left, "appointment")} that changed, or whose old time is taken or past`
          : "";
      notify({ type: "success", message: `Undone${stay}` });
    }
    onUndone();
  }

  return (
    <div className="flex items-center gap-3 rounded-md bg-muted py-2 pr-2 pl-3">
      <p className="min-w-0 flex-1">
        {changed}
        <span className="block text-muted-foreground text-sm">{formatMoment(at, me?.timezone)}</span>
      </p>
      <Button busy={pending} onClick={() => pending || void undo()}>
        Undo
      </Button>
    </div>
  );
}
