type Limits = readonly [from: number, to: number];
const limits = <N extends string>(of: Record<N, Limits>) => of;

/** What the numbers of an appointment type's rules lie between. Known to screens before zod is there. */
export const ruleLimits = limits({
  minutes: [5, 1440],
  minutesBefore: [0, 480],
  minutesAfter: [0, 480],
  notice: [0, 525_600],
  daysInAdvance: [1, 3650],
  mostPerDay: [0, 100],
  step: [0, 1440],
});

/** So many of the appointments to move are told of a day off: more are moved by nobody by hand. */
export const MOST_TO_MOVE = 200;
