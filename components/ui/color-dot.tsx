import { colorOf } from "#lib/text.ts";

const colors = [
  "",
  "bg-(--chart-1)",
  "bg-(--chart-2)",
  "bg-(--chart-3)",
  "bg-(--chart-4)",
  "bg-(--chart-5)",
  "bg-(--chart-6)",
];

/** A category's colour, the same in lists and charts. */
export function ColorDot({ id }: { id: string }) {
  return <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-full ${colors[colorOf(id)]}`} />;
}
