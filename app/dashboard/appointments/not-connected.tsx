"use client";
import { CalendarOff } from "lucide-react";
import { NearLink } from "#components/shell/near-link.tsx";
import { useMay, useWhomToAsk } from "#components/shell/use-me.ts";
import { buttonClass } from "#components/ui/button.tsx";

/** Why the calendar is empty before an account is connected, and the way to connect one. */
export function NotConnected() {
  const mine = useMay()("integration.link");
  const ask = useWhomToAsk(!mine);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t bg-warning-soft px-4 py-2.5 text-warning">
      <CalendarOff size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <p className="min-w-50 flex-1 font-medium">
        {mine
          ? "You need to set up your email integration inside of Settings"
          : `No calendar is connected yet. ${ask}`}
      </p>
      {mine && (
        <NearLink href="/dashboard/settings/integrations" className={buttonClass({ variant: "primary" })}>
          Go
        </NearLink>
      )}
    </div>
  );
}
