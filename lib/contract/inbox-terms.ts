export type MessageAddress = { name: string; address: string };

export const messageStates = ["queued", "sending", "sent", "failed", "unknown"] as const;
export type MessageState = (typeof messageStates)[number];
