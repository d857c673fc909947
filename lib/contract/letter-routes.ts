export const letterRoutes = {
  /** An email that the caller may see: their own, or one that a colleague shares. */
  "letters.get": { at: "GET /letters/{id}", extra: true },
  /** Shares a whole thread. Only for the owner of the mailbox. */
  "letters.share": {
    at: "POST /letters/{id}/sharing",
    change: "update",
    touches: ["letters", "timeline"],
    extra: true,
  },
  /** Replies from the caller's own mailbox, even if a colleague received the email. */
  "letters.reply": {
    at: "POST /letters/{id}/reply",
    once: true,
    change: "create",
    touches: ["letters", "timeline"],
    extra: true,
  },
  "letters.write": {
    at: "POST /contacts/{id}/letters",
    once: true,
    change: "create",
    touches: ["letters", "timeline"],
    extra: true,
  },
  "letters.resend": { at: "POST /letters/{id}/resend", touches: ["letters", "timeline"], extra: true },
  "letters.settings": { at: "GET /mailbox", extra: true },
  "letters.setSettings": {
    at: "POST /mailbox",
    change: "update",
    touches: ["letters", "timeline"],
    extra: true,
  },
} as const;
