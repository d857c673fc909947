export const repairStates = ["IN", "WAITING", "BENCH", "AWAY", "READY", "HANDED_OVER", "RETURNED"] as const;
export type RepairState = (typeof repairStates)[number];

export const repairWords: Record<RepairState, string> = {
  IN: "In",
  WAITING: "Waiting for OK",
  BENCH: "At the bench",
  AWAY: "Away",
  READY: "Ready",
  HANDED_OVER: "Handed over",
  RETURNED: "Returned unrepaired",
};

export const doneStates: readonly RepairState[] = ["HANDED_OVER", "RETURNED"];

export const pieceKinds = ["RING", "NECKLACE", "BRACELET", "EARRINGS", "WATCH", "OTHER"] as const;
export type PieceKind = (typeof pieceKinds)[number];
export const pieceWords: Record<PieceKind, string> = {
  RING: "Ring",
  NECKLACE: "Necklace",
  BRACELET: "Bracelet",
  EARRINGS: "Earrings",
  WATCH: "Watch",
  OTHER: "Other",
};

export const estimateKinds = ["FIXED", "UP_TO", "AFTER_LOOK"] as const;
export type EstimateKind = (typeof estimateKinds)[number];
export const estimateWords: Record<EstimateKind, string> = {
  FIXED: "Fixed",
  UP_TO: "Up to",
  AFTER_LOOK: "After inspection",
};

export const repairViews = [
  "open",
  "late",
  "today",
  "unnotified",
  "readyLong",
  "done",
  ...repairStates,
] as const;
export type RepairView = (typeof repairViews)[number];

export const noticeWays = ["TEXT", "WHATSAPP", "EMAIL", "CALL"] as const;
export type NoticeWay = (typeof noticeWays)[number];
export type Notice = { how: NoticeWay; at: string; by: string };

export const noticeWords: Record<NoticeWay, string> = {
  TEXT: "Texted",
  WHATSAPP: "Messaged",
  EMAIL: "Emailed",
  CALL: "Called",
};

export type RepairLine = { name: string; note: string | null; amount: string };
export type TypedLine = { name: string; note: string; amount: string };

export function typedLines(lines: TypedLine[], work: string): TypedLine[] {
  return work.trim() ? [...lines, { name: work, note: "", amount: "" }] : lines;
}

export const paperKinds = ["slip", "label"] as const;
export type Paper = (typeof paperKinds)[number];

export type RepairStep = {
  state: RepairState;
  at: string;
  by: string;
  workshop?: string | null;
  backDay?: string | null;
  notified?: Notice | null;
  to?: string | null;
  reason?: string | null;
  saleId?: string | null;
  code?: string | null;
  /** Who corrected it last, and the version since. */
  corrected?: string;
  later?: string | null;
  printed?: Paper[];
};

export const READY_LONG_DAYS = 30;
export const BOARD_ROWS = 12;
export const TODAY_ROWS = 12;
export const MOST_LINES = 30;
export const MOST_STEPS = 200;
export const SLIP_TEXT_MAX = 300;

export const SPARES = 10;
export const DRAFT_CODE = /^[A-Z]\d-\d$/;

export const PREFIX = "R";

export function ticketNumber({ prefix, number }: { prefix: string; number: number | null }): string {
  return `${prefix}-${number ?? "····"}`;
}

/** "R-1042", "r 1042" and "1042" are 1042, with any prefix. Null for other text. */
export function readTicketNumber(text: string): number | null {
  const [, digits] = (text.length <= 20 && /^\s*(?:[a-z]{1,4}[\s-]*)?(\d{1,9})\s*$/i.exec(text)) || [];
  return digits ? Number(digits) : null;
}
