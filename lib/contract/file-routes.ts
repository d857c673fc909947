/** The rows of notes' files; routes.ts says what a row is, and checks these too. */
export const fileRoutes = {
  /** Begins one, which is its person's alone until a note has it, and gone after a day without one. */
  "files.create": { at: "POST /files", once: true, touches: [], extra: true },
  /** A part of it; with the last one it is looked at, and what it says of where and by whom it was made is taken out. */
  "files.upload": { at: "POST /files/{id}/parts", touches: [], extra: true },
  "files.read": { at: "GET /files/{id}", file: true, extra: true },
  "files.delete": {
    at: "DELETE /files/{id}",
    change: "delete",
    touches: ["notes", "timeline", "trash"],
    extra: true,
  },
} as const;
