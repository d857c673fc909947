"use client";
import { Lock } from "lucide-react";
import { useParams } from "next/navigation";
import { HistoryButton } from "#components/history-button.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Link } from "#components/ui/link.tsx";
import { Failed, Loading } from "#components/ui/states.tsx";
import { useRead } from "#lib/api/use-read.ts";
import { webLink } from "#lib/links.ts";
import { RulesForm } from "./rules-form.tsx";

export function AppointmentTypeScreen() {
  const { id } = useParams<{ id: string }>();
  const types = useRead("appointmentTypes.list", {});
  const team = useRead("team.list", {});
  const type = types.data?.find((one) => one.id === id);
  const outlook = useRead("appointmentTypes.outlook", type ? { params: { id } } : null).data;
  const error = types.error ?? team.error;
  if (!error && !(types.data && team.data)) return <Loading />;
  if (error && !(types.data && team.data)) {
    return <Failed text={error.message} onRetry={() => void Promise.all([types.mutate(), team.mutate()])} />;
  }
  if (!type || !team.data) {
    return (
      <div className="grid justify-items-start gap-2">
        <ScreenTitle>Appointment type</ScreenTitle>
        <h1>This appointment type doesn’t exist</h1>
        <p className="text-muted-foreground">It may have been deleted.</p>
        <Link href="/dashboard/settings/appointments" className="link">
          All appointment types
        </Link>
      </div>
    );
  }
  const link = webLink(type.appointmentBookingLink);
  const read = async () => (await types.mutate())?.find((one) => one.id === id);
  return (
    <>
      <ScreenTitle>{type.name}</ScreenTitle>
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h1 className="wrap-anywhere">{type.name}</h1>
          <p className="text-muted-foreground">
            Appointment type ·{" "}
            {outlook && (
              <>
                <span className="tabular-nums">{outlook.booked}</span> booked in the last 30 days ·{" "}
              </>
            )}
            <Link href="/dashboard/settings/appointments" className="link">
              All types
            </Link>
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <HistoryButton id={type.id} name={type.name} />
          {link && type.isHidden && <ClosedLink />}
          {link && !type.isHidden && <CopyButton text={link} label="Copy Booking Link" />}
        </div>
      </header>
      <RulesForm key={type.id} type={type} team={team.data} read={read} />
    </>
  );
}

function ClosedLink() {
  return (
    <p className="flex h-control items-center gap-2 px-1 text-muted-foreground">
      <Lock size={16} strokeWidth={1.75} className="shrink-0" />
      Booking link turned off. Only staff can book this.
    </p>
  );
}
