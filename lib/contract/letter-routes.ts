/** The rows of mail in people's own mailboxes; routes.ts says what a row is, and checks these too. */
export const letterRoutes = {
  /** What the one who asks may see: their own, and what others share. */
  "letters.ofContact": { at: "GET /contacts/{id}/letters", extra: true },
  "letters.get": { at: "GET /letters/{id}", extra: true },
  /** Its whole thread; only whose mailbox it is in. */
  "letters.share": {
    at: "POST /letters/{id}/sharing",
    change: "update",
    touches: ["letters", "timeline"],
    extra: true,
  },
  /** From the own mailbox of whoever asks, to whom it is from, whosever mailbox it is in. */
  "letters.reply": {
    at: "POST /letters/{id}/reply",
    once: true,
    change: "create",
    touches: ["letters", "timeline"],
    extra: true,
  },
  /** A new mail to the contact, from the own mailbox of whoever asks. */
  "letters.write": {
    at: "POST /contacts/{id}/letters",
    once: true,
    change: "create",
    touches: ["letters", "timeline"],
    extra: true,
  },
  /** What did not leave, once more. */
  "letters.resend": { at: "POST /letters/{id}/resend", touches: ["letters", "timeline"], extra: true },
  "letters.settings": { at: "GET /mailbox", extra: true },
  "letters.setSettings": {
    at: "POST /mailbox",
    change: "update",
    touches: ["letters", "timeline"],
    extra: true,
  },
} as const;
