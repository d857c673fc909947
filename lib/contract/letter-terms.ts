export type LetterAddress = { name: string; address: string };

/** queued → sending → sent | failed | unknown */
export const letterStates = ["queued", "sending", "sent", "failed", "unknown"] as const;
export type LetterState = (typeof letterStates)[number];
