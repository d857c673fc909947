/** Somebody whom a mail is from or to. */
export type LetterAddress = { name: string; address: string };

/** A reply's way: queued → sending → sent | failed | unknown; those of `mailStates` that it can have. */
export const letterStates = ["queued", "sending", "sent", "failed", "unknown"] as const;
export type LetterState = (typeof letterStates)[number];
