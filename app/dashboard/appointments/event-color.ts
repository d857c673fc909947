import { colorOf } from "#lib/text.ts";

const colors = [
  "bg-(--ev-1) text-(--ev-1-foreground)",
  "bg-(--ev-2) text-(--ev-2-foreground)",
  "bg-(--ev-3) text-(--ev-3-foreground)",
  "bg-(--ev-4) text-(--ev-4-foreground)",
];

/** The same kind of appointment has the same colour, whoever comes: "Ring fitting · Amara Okafor". */
export function eventColor(title: string): string {
  return colors[colorOf(title.split(" · ")[0] ?? title) % colors.length] ?? "";
}
