export type LetterAddress = { name: string; address: string };

/** States of a reply: queued → sending → sent | failed | unknown. A subset of `mailStates`. */
export const letterStates = ["queued", "sending", "sent", "failed", "unknown"] as const;
export type LetterState = (typeof letterStates)[number];
