import { DAY, HOUR, MINUTE } from "#lib/time/zone.ts";
import { backupsIn } from "./folder.ts";

/** How long a started host waits before it makes a missed backup. */
const SETTLED_MS = 10 * MINUTE;

/** `id`: the database, as several may share a folder. `folder` null: no backups. `at` null: no nightly ones. */
export type NightSettings = {
  folder: string | null;
  id: string;
  at: { hour: number; minute: number } | null;
};

export type Nights = ReturnType<typeof createNights>;

/** `begun`: when the host started. */
export function createNights({ folder, id, at }: NightSettings, begun: number) {
  const files = folder ? backupsIn(folder, "night", id) : null;
  let newest = 0;
  let retryAt = 0;

  return {
    isDue: async (now: Date) => {
      if (now.getTime() < retryAt || !isDue(now)) return false;
      newest = (await files?.newest(now)) ?? 0;
      return isDue(now);
    },
    nextAt: (now: Date) => {
      const soon = new Date(Math.max(now.getTime(), retryAt, begun + SETTLED_MS + 1));
      if (isDue(soon)) return soon;
      const next = momentBefore(now);
      next?.setDate(next.getDate() + 1);
      return next;
    },
    made: (madeAt: Date) => {
      newest = Math.max(newest, madeAt.getTime());
    },
    retryAfter: (failedAt: Date) => {
      retryAt = failedAt.getTime() + HOUR;
    },
  };

  function isDue(now: Date): boolean {
    const moment = momentBefore(now);
    if (!moment) return false;
    const isMissed = now.getTime() - newest > DAY + 2 * HOUR && now.getTime() - begun > SETTLED_MS;
    return newest < moment.getTime() && (moment.getTime() > begun || isMissed);
  }

  function momentBefore(now: Date): Date | null {
    if (!at) return null;
    const moment = new Date(now);
    moment.setHours(at.hour, at.minute, 0, 0);
    if (moment > now) moment.setDate(moment.getDate() - 1);
    return moment;
  }
}
