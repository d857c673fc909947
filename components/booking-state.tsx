import { Badge } from "#components/ui/badge.tsx";

const states: Record<string, { tone: "warning" | "muted"; word: string }> = {
  CANCELLED: { tone: "muted", word: "Cancelled" },
  NO_SHOW: { tone: "warning", word: "No-show" },
};

export function BookingState({ state }: { state: string }) {
  const known = states[state];
  return known ? <Badge tone={known.tone}>{known.word}</Badge> : null;
}
