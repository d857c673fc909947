export const inboxRoutes = {
  /** The caller's own, or shared by a colleague. */
  "letters.get": { at: "GET /letters/{id}", extra: true },
  /** The whole thread; only its owner. */
  "letters.share": {
    at: "POST /letters/{id}/sharing",
    change: "update",
    invalidates: ["letters", "timeline"],
    extra: true,
  },
  /** From the caller's own mailbox, even if a colleague received it. */
  "letters.reply": {
    at: "POST /letters/{id}/reply",
    idempotent: true,
    change: "create",
    invalidates: ["letters", "timeline"],
    extra: true,
  },
  "letters.write": {
    at: "POST /contacts/{id}/letters",
    idempotent: true,
    change: "create",
    invalidates: ["letters", "timeline"],
    extra: true,
  },
  "letters.resend": { at: "POST /letters/{id}/resend", invalidates: ["letters", "timeline"], extra: true },
  "letters.settings": { at: "GET /mailbox", extra: true },
  "letters.setSettings": {
    at: "POST /mailbox",
    change: "update",
    invalidates: ["letters", "timeline"],
    extra: true,
  },
} as const;
