/** The shape of a series, beside the figure that says it exactly; the days' table has its numbers. */
export function Spark({ values, color }: { values: number[]; color: "chart-1" | "chart-3" }) {
  const highest = Math.max(...values, 0);
  if (values.length < 2 || highest === 0) return null;
  const points = values.map((value, i) => ({
    x: (i / (values.length - 1)) * 90 + 2,
    y: 30 - (value / highest) * 26,
  }));
  const line = points.map(({ x, y }) => `${x},${y}`).join(" ");
  const last = points.at(-1);
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 96 32"
      className="h-8 w-24 self-end justify-self-end overflow-visible phone:hidden"
      style={{ color: `var(--${color})` }}
    >
      <polygon points={`2,32 ${line} ${last?.x},32`} className="fill-current opacity-12" />
      <polyline points={line} fill="none" strokeWidth="2" strokeLinejoin="round" className="stroke-current" />
      <circle cx={last?.x} cy={last?.y} r="3" className="fill-current" />
    </svg>
  );
}
