import type { MessageAddress } from "#lib/contract/inbox-terms.ts";
import type { TimelineEntry } from "#lib/contract/timeline.ts";

type Letter = NonNullable<TimelineEntry["letter"]>;
type Between = Pick<Letter, "direction" | "person" | "from" | "to">;

const called = ({ name, address }: MessageAddress) => name || address;

export function betweenWords({ direction, person, from, to }: Between): string {
  const ours = person?.name || "a former colleague";
  if (direction === "in") return `${called(from)} to ${ours}`;
  const [first, ...more] = to;
  const others = more.length > 0 ? ` and ${more.length} more` : "";
  return `${person?.name || called(from)} to ${first ? called(first) : "nobody"}${others}`;
}

export const subjectOf = ({ subject }: Pick<Letter, "subject">) => subject || "No subject";

export function recipientOf({ direction, from, to }: Between): string {
  return direction === "in" ? from.address : (to[0]?.address ?? "");
}

const SHOWN = 140;

export function previewWords(preview: string): string {
  const own = preview.split(/\n(?:>|On .{1,120} wrote:|-{2,} ?Original Message)/, 1)[0] ?? "";
  const line = (own.trim() || preview).replace(/\s+/g, " ").trim();
  return line.length > SHOWN ? `${line.slice(0, SHOWN).trimEnd()}…` : line;
}

export const stateWords: Record<string, string> = {
  queued: "Waiting to be sent",
  sending: "Being sent",
  failed: "Not sent",
  unknown: "Possibly not sent",
};
