import clsx from "clsx";
import { MapPin, Phone } from "lucide-react";
import { buttonClass } from "#components/ui/button.tsx";
import type { VisitorFace } from "#lib/contract/brand.ts";
import { directionsLink } from "#lib/contract/directions.ts";
import { phoneLink } from "#lib/links.ts";
import { nextDays, openText } from "#lib/opening-hours.ts";

export function StoreHours({ face, timezone }: { face: VisitorFace; timezone: string }) {
  const { hours, phone, address } = face;
  if (!hours && !phone && !address) return null;
  return (
    <section className="rounded-xl border bg-card p-4 shadow-1">
      {hours && (
        <>
          <h2 className="text-base">{openText(face, timezone)}</h2>
          <dl className="mt-2 mb-3.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1 tabular-nums">
            {nextDays(face, timezone).map(({ days, words }, i) => (
              <div key={days} className={clsx("contents", i === 0 && "font-semibold")}>
                <dt className={clsx(i > 0 && "text-muted-foreground")}>{days}</dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <div className="grid auto-cols-fr grid-flow-col gap-2">
        {phone && (
          <a href={phoneLink(phone)} className={LINK}>
            <Phone size={16} aria-hidden="true" />
            Call us
          </a>
        )}
        {address && (
          <a href={directionsLink(address)} target="_top" rel="noreferrer" className={LINK}>
            <MapPin size={16} aria-hidden="true" />
            Directions
          </a>
        )}
      </div>
    </section>
  );
}

const LINK = buttonClass({ className: "h-11!" });
