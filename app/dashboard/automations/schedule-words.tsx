"use client";
import { lazy, Suspense } from "react";

const Words = lazy(() =>
  import("./cron-words.ts").then(({ cronWords }) => ({
    default: ({ schedule, otherwise }: Props) => cronWords(schedule) ?? otherwise ?? schedule,
  })),
);

/** `otherwise` stands where the schedule cannot be read; the schedule itself by default. */
type Props = { schedule: string; otherwise?: string };

/** When a schedule runs, in words. Their library comes when there is a schedule to read. */
export function ScheduleWords(props: Props) {
  return (
    <Suspense fallback={props.schedule}>
      <Words {...props} />
    </Suspense>
  );
}
