import { toPixels } from "./measures.ts";

/** Where the day has got to; the server's minute may have passed by the time that a browser draws it. */
export function NowLine({ minute }: { minute: number }) {
  return (
    <div
      aria-hidden="true"
      suppressHydrationWarning
      style={{ top: toPixels(minute) }}
      className="pointer-events-none absolute inset-x-0 z-2 -mt-px border-(--now) border-t-2"
    >
      <span className="drawn absolute -top-1.25 -left-1 size-2 rounded-full bg-(--now)" />
    </div>
  );
}

/** The time, "10:25", at its height among the hours: there it covers no appointment. */
export function NowTime({ minute, time }: { minute: number; time: string }) {
  return (
    <span
      suppressHydrationWarning
      style={{ top: toPixels(minute) }}
      className="absolute right-0 -translate-y-1/2 bg-card py-0.5 pr-2 pl-1 font-semibold text-(--now)"
    >
      {time}
    </span>
  );
}
