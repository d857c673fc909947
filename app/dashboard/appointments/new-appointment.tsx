"use client";
import { useMay } from "#components/shell/use-me.ts";
import { Button } from "#components/ui/button.tsx";
import { part } from "#components/ui/part.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { type Address, setAddress, useAddress } from "./new-appointment-address.ts";

const Panel = part(() => import("./new-appointment-panel.tsx"), "NewAppointmentPanel");

const closed: Address = { new: "", person: "", at: "", minutes: "", contact: "", away: "", until: "" };

export function useNewAppointment() {
  const offered = useMay()("bookings.create");
  const { new: asked } = useAddress();
  return { offered, isOpen: offered && asked === "1" };
}

export function NewAppointmentButton() {
  const { offered, isOpen } = useNewAppointment();
  if (!offered) return null;
  return (
    <Button
      icon="plus"
      variant="primary"
      data-shortcut="n"
      onClick={() => {
        if (isOpen) document.querySelector<HTMLElement>("[data-docked] [data-autofocus]")?.focus();
        else setAddress({ ...closed, new: "1" });
      }}
      {...Panel.near}
      className={`phone:w-11 phone:px-0! ${isOpen ? "hidden!" : ""}`}
    >
      <span className="phone:sr-only">New appointment</span>
    </Button>
  );
}

type Props = { timezone: string; onBooked: (booking: string, startsAt: string) => void };

export function NewAppointment({ timezone, onBooked }: Props) {
  const { isOpen } = useNewAppointment();
  const isHydrated = useHydrated();
  if (!isOpen || !isHydrated) return null;
  return <Panel timezone={timezone} onBooked={onBooked} onClose={() => setAddress(closed)} />;
}
