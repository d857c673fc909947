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
  "letters.settings": { at: "GET /mailbox", extra: true },
  "letters.setSettings": {
    at: "POST /mailbox",
    change: "update",
    touches: ["letters", "timeline"],
    extra: true,
  },
} as const;
