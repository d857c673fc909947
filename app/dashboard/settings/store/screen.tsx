"use client";
import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMe } from "#components/shell/use-me.ts";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { Pending } from "#components/ui/states.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import { type Week, weekInWords } from "#lib/availability.ts";
import { webLink } from "#lib/links.ts";
import { WeekCard } from "../appointments/hours/week-card.tsx";
import { ManagersOnly } from "../managers-only.tsx";
import { BrandCard } from "./brand-card.tsx";

export function StoreScreen() {
  const read = useRead("organization.brand", {});
  return (
    <>
      <ScreenTitle>Store</ScreenTitle>
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h1>Store details</h1>
          <p className="mt-0.5 text-muted-foreground">
            What customers see on booking pages, emails and receipts.
          </p>
        </div>
        <BookingPageLink />
      </header>
      <ManagersOnly needs="organization.setBrand">
        {read.data ? (
          <>
            <BrandCard face={read.data} />
            <HoursCard saved={read.data.hours} />
          </>
        ) : (
          <Pending read={read} />
        )}
      </ManagersOnly>
    </>
  );
}

function BookingPageLink() {
  const { data: types = [] } = useRead("appointmentTypes.list", {});
  const link = webLink(types.find(({ isHidden }) => !isHidden)?.appointmentBookingLink ?? "");
  return (
    link && (
      <a href={link} target="_blank" rel="noreferrer" className={buttonClass()}>
        Open booking page
        <ExternalLink size={16} strokeWidth={1.75} aria-hidden="true" />
      </a>
    )
  );
}

function HoursCard({ saved }: { saved: Week | null }) {
  const { data: me } = useMe();
  const { act, pending } = useAct("organization.setBrand");
  const [isOpen, setOpen] = useState(false);
  if (isOpen) {
    return (
      <WeekCard
        title="Opening hours"
        hint="Customers see them. Appointments follow each person’s own hours."
        none="Closed all week."
        end="Don’t show hours"
        saved={saved}
        timezone={me?.timezone}
        pending={pending}
        send={(hours) => act({ body: { hours } })}
      />
    );
  }
  return (
    <section
      aria-labelledby="week"
      className="card flex flex-wrap items-center justify-between gap-3 p-5 phone:p-4"
    >
      <div>
        <h2 id="week">Opening hours</h2>
        <p className="mt-0.5 text-muted-foreground text-sm">
          {saved ? weekInWords(saved) : "Customers don’t see any yet."}
        </p>
      </div>
      <Button onClick={() => setOpen(true)}>Edit hours</Button>
    </section>
  );
}
