"use client";
import { part } from "#components/ui/part.tsx";

/** `otherwise` stands where the schedule cannot be read; the schedule itself by default. */
type Props = { schedule: string; otherwise?: string };

const asItIs = ({ schedule }: Props) => schedule;

/** When a schedule runs, in words. Their library comes when there is a schedule to read. */
export const ScheduleWords = part<Props>(
  async () => {
    const { cronWords } = await import("./cron-words.ts");
    return ({ schedule, otherwise }) => cronWords(schedule) ?? otherwise ?? schedule;
  },
  { until: asItIs, without: asItIs },
);
