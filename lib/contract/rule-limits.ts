type Limits = readonly [from: number, to: number];
const limits = <N extends string>(of: Record<N, Limits>) => of;

export const ruleLimits = limits({
  minutes: [5, 1440],
  minutesBefore: [0, 480],
  minutesAfter: [0, 480],
  notice: [0, 525_600],
  daysInAdvance: [1, 3650],
  mostPerDay: [0, 100],
  step: [0, 1440],
});

export const MOST_TO_MOVE = 200;
