export const fileRoutes = {
  /**
   * Starts an upload. The file belongs to its uploader until a note uses it, and is deleted after a day
   * without one.
   */
  "files.create": { at: "POST /files", once: true, touches: [], extra: true },
  /**
   * Uploads a part. The last part triggers the check of the file and removes location and author metadata.
   */
  "files.upload": { at: "POST /files/{id}/parts", touches: [], extra: true },
  "files.read": { at: "GET /files/{id}", file: true, extra: true },
  "files.delete": {
    at: "DELETE /files/{id}",
    change: "delete",
    touches: ["notes", "timeline", "trash"],
    extra: true,
  },
} as const;
