import { useSettled } from "#components/ui/use-delayed.ts";
import { useRead } from "#lib/api/use-read.ts";

type Wanted = {
  startsAt: string;
  minutes: number;
  typeId?: string | undefined;
  personId: string | null;
  bookingId?: string | undefined;
};

export function useCheck(wanted: Wanted | null) {
  const { startsAt = "", minutes = 0, typeId, personId, bookingId } = wanted ?? {};
  const query = {
    ...{ startsAt, minutes },
    ...(typeId && { typeId }),
    ...(personId && { personId }),
    ...(bookingId && { bookingId }),
  };
  const key = wanted ? JSON.stringify(query) : "";
  const isSettled = useSettled(key)[0] === key && key !== "";
  const { data } = useRead("bookings.check", isSettled ? { query } : null, { revalidateOnFocus: false });
  return isSettled ? data : undefined;
}
