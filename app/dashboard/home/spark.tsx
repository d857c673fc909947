/** The shape of a series, beside the figure that says it exactly. */
export function Spark({ values }: { values: number[] }) {
  const highest = Math.max(...values, 0);
  if (values.length < 2 || highest === 0) return null;
  const points = values.map(
    (value, i) => `${(i / (values.length - 1)) * 92 + 2},${30 - (value / highest) * 26}`,
  );
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 96 32"
      className="h-8 w-24 self-end justify-self-end overflow-visible phone:hidden"
    >
      <polygon points={`2,32 ${points.join(" ")} 94,32`} className="fill-(--chart-1) opacity-12" />
      <polyline
        points={points.join(" ")}
        fill="none"
        strokeWidth="2"
        strokeLinejoin="round"
        className="stroke-(--chart-1)"
      />
    </svg>
  );
}
