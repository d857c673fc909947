export const fileRoutes = {
  /** Deleted after a day without a note that uses it. */
  "files.create": { at: "POST /files", idempotent: true, invalidates: [], extra: true },
  /** The last part triggers the check, and removes location and author metadata. */
  "files.upload": { at: "POST /files/{id}/parts", invalidates: [], extra: true },
  "files.read": { at: "GET /files/{id}", file: true, extra: true },
  "files.delete": {
    at: "DELETE /files/{id}",
    change: "delete",
    invalidates: ["notes", "timeline", "trash"],
    extra: true,
  },
} as const;
