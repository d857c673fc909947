import type { Money } from "./contract/money.ts";

/** A round number at or above the highest value, and four lines up to it (`at` in per cent). */
export function axisScale(
  highest: number,
  money: Pick<Money, "short">,
): { top: number; ticks: { label: string; at: number }[] } {
  const step = roundUp(Math.max(highest, 3) / 3);
  const lines = [3, 2, 1, 0].map((n) => ({ label: money.short(step * n), at: (n / 3) * 100 }));
  return { top: step * 3, ticks: lines };
}

function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 2.5, 3, 4, 5, 10].map((factor) => factor * power).find((step) => step >= value) ?? value;
}
